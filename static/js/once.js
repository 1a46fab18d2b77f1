// One tap, one deed: two taps in a hurry must not also do what stands there next.
//
// The server does a form once, however often it is sent. But a second tap may come after the answer, and by then
// another button lies under the same finger, made from the new state: Ada's own turn after the one she logged for
// Bo, the tabs below a sheet that has closed, the claim behind the route that was picked. So while a move is on its
// way nothing else is sent, and for a moment after its answer, or after a sheet came up, the page takes no taps.
// Moves are forms that name the entry they were made from.

const body = document.body;
const SETTLE = 500; // milliseconds, counted from what changed the page; taps further apart are meant

let moving = null; // the request of a move that has no answer yet
let settling = 0; // the timer until taps count again

const names = (form) => form.querySelector?.('[name="seen"]');

function settle() {
  clearTimeout(settling);
  body.dataset.settled = "no";
  settling = setTimeout(() => {
    settling = 0;
    delete body.dataset.settled;
  }, SETTLE);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig, xhr } = event.detail;
  if (requestConfig.verb === "get" || !names(elt) || elt.hidden) return; // hidden forms send themselves
  if (moving || settling) {
    event.preventDefault(); // also what waited for the answer: it would name the new state
    return;
  }
  moving = xhr;
  // Not htmx:afterRequest: where a push was quicker than the answer the form is gone, and its events with it.
  xhr.addEventListener("loadend", () => {
    moving = null;
    if (xhr.status >= 200 && xhr.status < 300) settle();
  });
});

document.addEventListener("htmx:afterSwap", (event) => {
  const { target } = event.detail; // none where parts were pushed
  if (target?.id === "sheet-body" && target.childElementCount) settle();
});
