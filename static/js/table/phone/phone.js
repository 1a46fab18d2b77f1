// A player's phone: pages, sheets, “your turn”, and input that has to survive a push.

import * as news from "../news.js";
import * as pacing from "../pacing.js";
import * as laid from "./laid.js";
import * as map from "./map.js";
import * as peek from "./peek.js";
import * as pick from "./pick.js";
import * as sheets from "../following.js";
import { nudge } from "../nudge.js";
import "../token.js";

const body = document.body;
const sheet = document.getElementById("sheet");
const content = document.getElementById("sheet-body");
const question = document.getElementById("ask");
const wrong = document.getElementById("sheet-wrong");
const TABS = ["play", "tickets", "table", "log"];
const DRAWN = 8000; // milliseconds after which drawn tickets no longer open by themselves
const SETTLE = 700; // milliseconds within which a tap meant for one turn doesn't log the next

// -- Input that survives a push ---------------------------------------------------------------

const callbacks = window.Idiomorph.defaults.callbacks;
// A half-filled form stays as it is while its question doesn't change.
callbacks.beforeNodeMorphed = (old, fresh) =>
  !(old.dataset?.keep && old.dataset.keep === fresh.dataset?.keep);
callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.matches("details"));

// -- Pages ---------------------------------------------------------------------------------------

function show(tab) {
  if (!TABS.includes(tab)) return;
  body.dataset.tab = tab;
  sessionStorage.setItem("tab", tab);
  for (const link of document.querySelectorAll(".tabs a")) {
    if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  peek.cover();
  document.getElementById("main").scrollTop = 0;
  window.scrollTo(0, 0); // on a small phone the whole page scrolls (little-room.css)
  refresh();
}

/** Pages that aren't pushed: requested again while they're open. */
function refresh() {
  const panel = document.getElementById(`panel-${body.dataset.tab}`);
  if (!panel.dataset.fresh || panel.dataset.at === body.dataset.revision) return;
  panel.dataset.at = body.dataset.revision;
  const part = panel.firstElementChild;
  window.htmx.ajax("GET", panel.dataset.fresh, {
    target: part, swap: "morph:outerHTML", source: part,
  });
}

// -- Vibrating on your turn ----------------------------------------------------------------------

/** Browsers allow vibration only after a tap, and log a warning before that. */
function buzz(pattern) {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
}

let called = document.getElementById("strip").dataset.mine;

function turn() {
  const strip = document.getElementById("strip");
  const mine = strip.dataset.mine;
  document.title = strip.dataset.title || body.dataset.title;
  document.querySelector("link[rel=icon]").href = mine ? body.dataset.call : body.dataset.calm;
  if (mine && !called) {
    strip.classList.add("called");
    buzz([90, 60, 90]);
  }
  called = mine;
  nudge(shake);
}

/** A reminder by vibration, and by animation unless reduced motion is preferred (motion.css). */
function shake() {
  const { classList } = document.getElementById("strip");
  classList.add("nudged");
  setTimeout(() => classList.remove("nudged"), 2000);
  buzz([60, 80, 60, 80, 200]);
}

// -- A new stage opens its page, but leaves an open sheet alone ----------------------------------

let stage = sessionStorage.getItem("stage");
let asked = 0; // when this phone drew tickets
let start = true;

function front(part) {
  const now = `${location.pathname} ${part.stage} ${part.view}`;
  if (now !== stage) show("play");
  stage = now;
  sessionStorage.setItem("stage", now);
  uncover();
  const next = document.querySelector("#notice [data-follow]");
  if (next && !start && !sheet.open) location.assign(next.href);
  start = false;
}

/** Somebody who has just drawn tickets is looking at this phone: show them without another tap. */
function uncover() {
  if (!document.querySelector("form.offer") || Date.now() - asked > DRAWN) return;
  asked = 0;
  peek.show();
}

let number = document.getElementById("turn").dataset.number;
let settling = 0;

function follow() {
  const part = document.getElementById("turn").dataset;
  body.dataset.stage = part.stage;
  body.dataset.view = part.view;
  if (part.number !== number) {
    number = part.number;
    body.dataset.settling = "1";
    clearTimeout(settling);
    settling = setTimeout(() => delete body.dataset.settling, SETTLE);
  }
  front(part);
  turn();
  pick.ready();
  laid.ready();
  map.paint();
  refresh();
  objection();
  pacing.follow("#turn .shown", { late: 2500 }); // a host's screen goes first
  news.follow({ buzz: () => buzz([40, 40, 160]) });
}

// -- Somebody wants to be host -------------------------------------------------------------------

let countdown = 0;

function objection() {
  clearInterval(countdown);
  const note = document.querySelector("#notice [data-left]");
  if (!note) return;
  const until = Date.now() + Number(note.dataset.left) * 1000;
  countdown = setInterval(() => {
    const left = Math.ceil((until - Date.now()) / 1000);
    const shown = document.querySelector("#notice .countdown");
    if (shown) shown.textContent = Math.max(0, left);
    if (left < 0) {
      clearInterval(countdown);
      document.getElementById("settle-host")?.requestSubmit();
    }
  }, 250);
}

// -- Sheets --------------------------------------------------------------------------------------

function close() {
  if (sheet.open) sheet.close();
}

function ready() {
  pick.ready(content);
  laid.ready(content);
  map.mark(content.querySelector("[name=route]")?.value ?? null);
}

sheet.addEventListener("close", () => {
  content.replaceChildren();
  wrong.textContent = "";
  map.mark(null);
  if (document.querySelector("#notice [data-follow]")) front(document.getElementById("turn").dataset);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== content) return;
  wrong.textContent = "";
  if (!content.childElementCount) {
    close();
    return;
  }
  ready();
  const title = content.querySelector("#sheet-title");
  if (title) sheet.setAttribute("aria-labelledby", "sheet-title");
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
  (content.querySelector("[autofocus]") ?? title)?.focus();
});

// Not htmx:afterRequest: where a push was quicker than the answer the form is gone, and its events with it.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (!elt.matches("[data-draws]")) return;
  xhr.addEventListener("loadend", () => {
    if (xhr.status !== 200) return;
    asked = Date.now();
    uncover();
  });
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, requestConfig, successful, xhr } = event.detail;
  if (requestConfig?.verb !== "post") return;
  const toast = document.getElementById("toast");
  if (successful) peek.cover();
  // If the response has replaced the form, htmx reports an element around it.
  const form = requestConfig.triggeringEvent?.target;
  if (!sheet.contains(elt) || form?.matches?.("[data-stays]")) return; // a sheet that stays open
  if (xhr.getResponseHeader("HX-Retarget") === "#sheet-body") return; // the response is another sheet
  if (successful || xhr.status === 409 || xhr.status === 403) close();
  else wrong.textContent = toast.textContent.trim();
});

document.addEventListener("click", (event) => {
  const tab = event.target.closest?.(".tabs a");
  if (tab) {
    event.preventDefault();
    show(tab.dataset.tab);
  } else if (event.target.closest?.("[data-close]") || event.target === sheet) {
    event.preventDefault();
    close();
  } else if (event.target === question) {
    question.close("no");
  }
});

// -- Are you sure? -------------------------------------------------------------------------------

document.addEventListener("htmx:confirm", (event) => {
  if (!event.detail.question || event.defaultPrevented) return;
  event.preventDefault();
  document.getElementById("ask-title").textContent = event.detail.question;
  const yes = question.querySelector("[data-says]");
  yes.textContent = event.detail.elt.dataset.yes ?? yes.dataset.says;
  question.returnValue = "no";
  question.showModal();
  question.addEventListener("close", () => {
    if (question.returnValue === "yes") event.detail.issueRequest(true);
  }, { once: true });
});

// -- Sentences -----------------------------------------------------------------------------------

let fading = 0;

function fade() {
  clearTimeout(fading);
  const toast = document.getElementById("toast");
  toast.classList.remove("dismissed");
  if (toast.textContent.trim()) fading = setTimeout(() => toast.classList.add("dismissed"), 6000);
}

const refused = document.getElementById("refused");
document.addEventListener("refused", () => {
  refused.hidden = false;
  setTimeout(() => { refused.hidden = true; }, 4000);
});
document.addEventListener("link", (event) => {
  if (event.detail !== "offline") refused.hidden = true;
});
document.addEventListener("htmx:afterRequest", fade);

document.addEventListener("table", follow);
document.addEventListener("table", () => sheets.follow(ready));
document.addEventListener("answered", () => sheets.catchUp(ready));
peek.watch();
pick.watch();
laid.watch();
map.watch();
show(sessionStorage.getItem("tab") || "play");
follow();
fade();
