// A table without phones: the phones' sheets on the screen, and taps on the map.

import * as pick from "../phone/pick.js";
import * as sheets from "../following.js";
import "../token.js";

const sheet = document.getElementById("sheet");
const content = document.getElementById("sheet-body");
const wrong = document.getElementById("sheet-wrong");

function close() {
  if (sheet.open) sheet.close();
}

sheet.addEventListener("close", () => {
  content.replaceChildren();
  wrong.textContent = "";
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== content) return;
  wrong.textContent = "";
  if (!content.childElementCount) {
    close();
    return;
  }
  pick.ready(content);
  const title = content.querySelector("#sheet-title");
  if (title) sheet.setAttribute("aria-labelledby", "sheet-title");
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  (content.querySelector("[autofocus]") ?? title)?.focus();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, requestConfig, successful, xhr } = event.detail;
  if (requestConfig?.verb !== "post" || !sheet.contains(elt)) return;
  if (xhr.getResponseHeader("HX-Retarget") === "#sheet-body") return; // the answer is another sheet
  if (successful || xhr.status === 409 || xhr.status === 403) close();
  else wrong.textContent = document.getElementById("toast").textContent.trim();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]") || event.target === sheet) {
    event.preventDefault();
    close();
    return;
  }
  const route = event.target.closest("#picture [data-route]");
  if (!route || document.body.dataset.stage !== "turns" || !("desk" in document.body.dataset)) return;
  window.htmx.ajax("GET", sheet.dataset.claim.replace("ROUTE", route.dataset.route), {
    target: content, source: content,
  });
});

document.addEventListener("table", () => sheets.follow(pick.ready));
document.addEventListener("answered", () => sheets.catchUp(pick.ready));
pick.watch();
