// Secrets are shown only while a finger (or a key) is down, or for a short while after “show”.

const body = document.body;
const SHOWN = 20000; // milliseconds without a touch, then an offer covers itself

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
  timer = setTimeout(cover, SHOWN);
}

/** Show an offer until nobody has touched the page for a while. */
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
  // A touch that turns into scrolling or leaves the glass ends as well.
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
  document.addEventListener("pointerdown", () => body.dataset.showing && stayOpen());
}
