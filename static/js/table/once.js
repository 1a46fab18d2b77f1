// Prevents double taps: a hurried second tap mustn't press a button that has just appeared there.
//
// The server handles a form once, however often it's sent. But a second tap may come after the response, when another
// button, made from the new state, is under the same finger: Ada's own turn after the one she logged for Bo, the
// buttons below a sheet that has closed, the claim button after the route was picked. So while a move is being sent,
// no other is, and for a moment after the response, or after a sheet has opened or closed, the page ignores taps.
// Moves are forms with the number of the entry they were made from.
//
// The tab bar moves nothing but the page itself, so it's ready again as soon as a sheet is closed; not after a move,
// because the button that sent it may have covered the bar.
//
// A slow response mustn't swallow a deliberate tap: if a sheet is requested too late for a double tap, it's
// remembered and opened after the response. So is the sheet that's open when the page has to reload.
//
// body[data-settled="no"]: taps are ignored for now, with [data-tabs] except on the tab bar; body[data-moving]: a move
// is being sent.

const body = document.body;
const SETTLE = 500; // milliseconds from when the change is visible; later taps are deliberate
const KEPT = `sheet ${location.pathname}`; // the sheet to reopen after a reload

let moving = null; // the request of a move that's still pending
let began = 0; // when it was sent
let wanted = ""; // the sheet requested in the meantime, or the one the response leads to
let asked = ""; // the sheet that's loading
let shown = ""; // the open sheet
let settling = 0; // the timer until taps count again
let settled = 0; // earlier taps don't count
let leaving = false; // this page is about to reload
let answered = -Infinity; // when the last move was

const names = (form) => form.querySelector?.('[name="seen"]');
// This sheet stays the same from piece to piece: two quick taps mean two pieces.
const stays = ({ requestConfig }) => requestConfig?.triggeringEvent?.target?.matches?.("[data-stays]");
const asksForSheet = ({ requestConfig, target }) => requestConfig?.verb === "get" && target?.id === "sheet-body";

/** Accept taps again, unless something else is still in progress. */
function free() {
  if (!moving && !settling && !leaving) delete body.dataset.settled;
}

/** The page has changed: ignore taps until people can have read it. */
export function settle() {
  clearTimeout(settling);
  body.dataset.settled = "no";
  body.toggleAttribute("data-tabs", !moving && performance.now() >= answered + SETTLE);
  settled = Infinity;
  settling = setTimeout(() => requestAnimationFrame(begin)); // a busy phone paints late
}

function begin() {
  clearTimeout(settling);
  settled = performance.now() + SETTLE;
  settling = setTimeout(() => {
    settling = 0;
    free();
  }, SETTLE);
}

/** The address of the open sheet; "" for none. */
export function openSheet() {
  return document.getElementById("sheet")?.open ? shown : "";
}

function open(sheet) {
  window.htmx.ajax("GET", sheet, { target: "#sheet-body", source: "#sheet-body" });
}

// A tap that was queued while the page was busy counts from when it was touched. A click by key has no detail: it
// isn't a tap.
for (const kind of ["pointerdown", "mousedown", "click"]) {
  window.addEventListener(kind, (event) => {
    const tap = event.isTrusted && (kind !== "click" || event.detail > 0);
    if (!tap || (event.timeStamp >= settled && !leaving)) return;
    if (!leaving && body.hasAttribute("data-tabs") && event.target.closest?.(".tabs a")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig, xhr } = event.detail;
  if (asksForSheet(event.detail)) askForSheet(event);
  if (requestConfig.verb === "get" || !names(elt) || elt.hidden) return; // hidden forms send themselves
  if (moving || settling) {
    event.preventDefault(); // also a request that was queued: it would refer to the new state
    return;
  }
  moving = xhr;
  began = performance.now();
  body.dataset.settled = "no";
  body.dataset.moving = "";
  // Not htmx:afterRequest: if a push was faster than the response, the form is gone, and its events with it.
  xhr.addEventListener("loadend", () => {
    moving = null;
    answered = performance.now();
    delete body.dataset.moving;
    wanted = xhr.getResponseHeader("X-Next-Sheet") ?? wanted;
    if (stays(event.detail)) free();
    else settle();
    setTimeout(() => { // after the sheet that sent the move has closed
      if (wanted) open(wanted);
      document.dispatchEvent(new CustomEvent("answered"));
    });
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
  const { target, pathInfo } = event.detail; // none for pushed parts
  if (target?.id !== "sheet-body") return;
  shown = asksForSheet(event.detail) && target.childElementCount ? pathInfo.finalRequestPath : "";
  if (target.childElementCount && !stays(event.detail)) settle();
});

document.addEventListener("close", (event) => {
  if (event.target.id === "sheet") shown = "";
  if (event.target.returnValue !== "yes") settle(); // “yes” sends a move
}, true);

// -- Reloading the page ---------------------------------------------------------------------------------------

document.addEventListener("leaving", () => {
  leaving = true;
  body.dataset.settled = "no";
  // A sheet that has sent a pending move, or has just closed, isn't needed any longer.
  const sheet = wanted || (moving ? "" : asked || openSheet());
  if (sheet) sessionStorage.setItem(KEPT, sheet);
});

const address = sessionStorage.getItem(KEPT);
sessionStorage.removeItem(KEPT);
if (address) addEventListener("load", () => open(address));
