// The QR code for the Wi-Fi: made and stored only in this browser.

const byId = (id) => document.getElementById(id);

const WIFI = "wifi";

async function showWifi() {
  const figure = byId("wifi-code");
  const kept = JSON.parse(localStorage.getItem(WIFI) || "null");
  figure.hidden = !kept;
  if (!kept) return;
  const { qrcode } = await import("../../../vendor/qrcode-generator.mjs");
  const escaped = (text) => text.replace(/([\\;,:"])/g, "\\$1");
  const kind = kept.password ? "WPA" : "nopass";
  const code = qrcode(0, "M");
  const utf8 = String.fromCharCode(...new TextEncoder().encode(
    `WIFI:T:${kind};S:${escaped(kept.name)};P:${escaped(kept.password)};;`,
  ));
  code.addData(utf8, "Byte");
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) if (code.isDark(y, x)) path += `M${x + 2} ${y + 2}h1v1h-1z`;
  }
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", `0 0 ${size + 4} ${size + 4}`);
  const dots = document.createElementNS(space, "path");
  dots.setAttribute("d", path);
  svg.append(dots);
  figure.querySelector(".square").replaceChildren(svg);
  byId("wifi-name").textContent = kept.name;
}

const wifi = byId("wifi-form");
if (wifi) {
  wifi.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(wifi));
    localStorage.setItem(WIFI, JSON.stringify({ name, password }));
    byId("wifi").open = false;
    showWifi();
  });
  byId("wifi-forget").addEventListener("click", () => {
    localStorage.removeItem(WIFI);
    wifi.reset();
    showWifi();
  });
  showWifi();
}
