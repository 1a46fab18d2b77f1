// One tap does one thing: a hurried second tap must not press the button that has just appeared there.
//
// The server handles a form once, however often it is sent. But a second tap may come after the answer, when another
// button, made from the new state, is under the same finger: Ada's own turn after the one she logged for Bo, the
// buttons below a sheet that has closed, the claim behind the route that was picked. So while a move is being sent
// nothing else is, and for a moment after its answer, or after a sheet has opened or closed, the page ignores taps.
// Moves are forms that name the entry they were made from.
//
// A slow answer must not swallow a deliberate tap: a sheet that is asked for later than a hurried finger would is
// remembered, and opened after the answer. So is a sheet that is open when the page has to reload.
//
// body[data-settled="no"]: taps are ignored for now; body[data-moving]: a move is being sent.

const body = document.body;
const SETTLE = 500; // milliseconds, counted from when the change is seen; taps further apart are meant
const KEPT = `sheet ${location.pathname}`; // the sheet to open again in the page that is reloaded

let moving = null; // the request of a move that has no answer yet
let began = 0; // when it was sent
let wanted = ""; // the sheet that was asked for meanwhile
let asked = ""; // the sheet whose answer is awaited
let shown = ""; // the sheet that is open
let settling = 0; // the timer until taps count again
let settled = 0; // taps from before this moment do not count
let leaving = false; // this page is about to be reloaded

const names = (form) => form.querySelector?.('[name="seen"]');
// The sheet stays as it is, piece after piece: two quick taps mean two pieces.
const stays = ({ requestConfig }) => requestConfig?.triggeringEvent?.target?.matches?.("[data-stays]");
const asksForSheet = ({ requestConfig, target }) => requestConfig?.verb === "get" && target?.id === "sheet-body";

/** Taps count again, unless something else is still under way. */
function free() {
  if (!moving && !settling && !leaving) delete body.dataset.settled;
}

/** What is seen has changed: taps count again when somebody can have read it. */
export function settle() {
  clearTimeout(settling);
  body.dataset.settled = "no";
  settled = Infinity;
  settling = setTimeout(() => requestAnimationFrame(begin)); // a busy phone shows late what it knows
}

function begin() {
  clearTimeout(settling);
  settled = performance.now() + SETTLE;
  settling = setTimeout(() => {
    settling = 0;
    free();
  }, SETTLE);
}

/** The address of the sheet that is open; none: "". */
export function openSheet() {
  return document.getElementById("sheet")?.open ? shown : "";
}

function open(sheet) {
  window.htmx.ajax("GET", sheet, { target: "#sheet-body", source: "#sheet-body" });
}

// A tap that had to wait until the page was free counts from the finger's touch. A click by key has no detail: no tap.
for (const kind of ["pointerdown", "mousedown", "click"]) {
  window.addEventListener(kind, (event) => {
    const tap = event.isTrusted && (kind !== "click" || event.detail > 0);
    if (!tap || (event.timeStamp >= settled && !leaving)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig, xhr } = event.detail;
  if (asksForSheet(event.detail)) askForSheet(event);
  if (requestConfig.verb === "get" || !names(elt) || elt.hidden) return; // hidden forms send themselves
  if (moving || settling) {
    event.preventDefault(); // also what waited for the answer: it would name the new state
    return;
  }
  moving = xhr;
  began = performance.now();
  body.dataset.settled = "no";
  body.dataset.moving = "";
  // Not htmx:afterRequest: where a push was quicker than the answer the form is gone, and its events with it.
  xhr.addEventListener("loadend", () => {
    moving = null;
    delete body.dataset.moving;
    if (stays(event.detail)) free();
    else settle();
    if (wanted) setTimeout(open, 0, wanted); // after the sheet that sent the move has closed
  });
});

function askForSheet(event) {
  const { pathInfo: { finalRequestPath: path }, xhr } = event.detail;
  const meant = wanted && path === wanted && !moving;
  if (meant) wanted = "";
  if (moving && performance.now() - began >= SETTLE) wanted = path;
  if (moving || (settling && !meant)) {
    event.preventDefault();
    return;
  }
  asked = path;
  xhr.addEventListener("loadend", () => { asked = ""; });
}

document.addEventListener("htmx:afterSwap", (event) => {
  const { target, pathInfo } = event.detail; // none where parts were pushed
  if (target?.id !== "sheet-body") return;
  shown = asksForSheet(event.detail) && target.childElementCount ? pathInfo.finalRequestPath : "";
  if (target.childElementCount && !stays(event.detail)) settle();
});

document.addEventListener("close", (event) => {
  if (event.target.id === "sheet") shown = "";
  if (event.target.returnValue !== "yes") settle(); // what is said yes to is a move
}, true);

// -- The page is reloaded -------------------------------------------------------------------------------------

document.addEventListener("leaving", () => {
  leaving = true;
  body.dataset.settled = "no";
  // The sheet that sent the move which is on its way is done with, and so is one that has just closed.
  const sheet = wanted || (moving ? "" : asked || openSheet());
  if (sheet) sessionStorage.setItem(KEPT, sheet);
});

const address = sessionStorage.getItem(KEPT);
sessionStorage.removeItem(KEPT);
if (address) addEventListener("load", () => open(address));
