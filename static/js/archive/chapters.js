// Chapters of a film: what happened at the current moment, and the highlights in twenty seconds.
// film.js moves the film; this only sets the slider.

const byId = (id) => document.getElementById(id);
const reel = byId("reel");
const menu = byId("chapters");
const caption = byId("caption");
const button = byId("highlight");
const LONG = 20_000; // milliseconds for all moments together

function show(at) {
  reel.value = at;
  reel.dispatchEvent(new Event("input"));
}

// -- What happened here ------------------------------------------------------------------------------

function tell() {
  const at = document.getElementById("film")?.dataset.at;
  let current = null;
  for (const link of menu.querySelectorAll("a[data-at]")) {
    const here = link.dataset.at === at;
    link.toggleAttribute("aria-current", here);
    if (here) {
      link.setAttribute("aria-current", "true");
      current = link;
    }
  }
  caption.hidden = !current;
  if (current) caption.textContent = current.lastElementChild.textContent;
}

// -- The highlights ----------------------------------------------------------------------------------

let timer = 0;

function stop() {
  clearTimeout(timer);
  timer = 0;
  button.setAttribute("aria-pressed", "false");
}

function play(moments, pause) {
  if (!moments.length) {
    stop();
    return;
  }
  show(moments[0]);
  timer = setTimeout(() => play(moments.slice(1), pause), pause);
}

function start() {
  const moments = button.dataset.moments.split(" ").map(Number);
  button.setAttribute("aria-pressed", "true");
  play(moments, LONG / moments.length);
}

if (menu) {
  document.addEventListener("table", tell);
  tell();
  button.hidden = false;
  button.addEventListener("click", () => (timer ? stop() : start()));
  // Using the controls ends the highlights.
  document.addEventListener("pointerdown", (event) => {
    if (timer && !event.target.closest("#highlight")) stop();
    if (menu.open && !event.target.closest("#chapters")) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (timer && !event.target.closest("#highlight")) stop();
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}
