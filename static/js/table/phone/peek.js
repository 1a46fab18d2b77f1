// Shows secrets only while a finger (or a key) is down, or for a while after “show”: tickets to choose from for as
// long as they're being read, one's own only briefly.

const body = document.body;
const CHOOSING = 60000; // milliseconds without activity before tickets are hidden again
const HELD = 20000;
// Signs that somebody is reading. Captured, because the scrolling of a list doesn't bubble.
export const READING = ["pointerdown", "touchmove", "wheel", "scroll", "keydown", "input"];

let timer = 0;

export function cover() {
  delete body.dataset.peeking;
  delete body.dataset.showing;
  clearTimeout(timer);
  document.querySelectorAll("[data-show]").forEach((b) => b.setAttribute("aria-pressed", "false"));
}

function peek(event) {
  const button = event.target.closest?.("[data-peek]");
  if (!button) return;
  if (event.type === "keydown") {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
  }
  body.dataset.peeking = "1";
}

function unpeek() {
  delete body.dataset.peeking;
}

function stayOpen() {
  clearTimeout(timer);
  timer = setTimeout(cover, document.querySelector("form.offer") ? CHOOSING : HELD);
}

/** Show tickets until there's been no activity for a while. */
export function show() {
  body.dataset.showing = "1";
  document.querySelectorAll("[data-show]").forEach((b) => b.setAttribute("aria-pressed", "true"));
  stayOpen();
}

export function watch() {
  document.addEventListener("pointerdown", peek);
  document.addEventListener("keydown", peek);
  ["pointerup", "pointercancel", "keyup", "dragstart"].forEach((name) =>
    document.addEventListener(name, unpeek, true));
  // A touch that turns into scrolling or leaves the element ends it, too.
  document.addEventListener("touchend", unpeek, true);
  document.addEventListener("touchcancel", unpeek, true);
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.("[data-peek], .secret")) event.preventDefault();
  });
  window.addEventListener("blur", cover);
  window.addEventListener("pagehide", cover);
  document.addEventListener("visibilitychange", cover);
  document.addEventListener("freeze", cover);

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-show]");
    if (!button) return;
    if (body.dataset.showing) {
      cover();
      return;
    }
    show();
  });
  READING.forEach((name) => window.addEventListener(name, () => {
    if (body.dataset.showing) stayOpen();
  }, { capture: true, passive: true }));
}
