// The nudge: if the table has it switched on, the player to move is reminded when nothing has happened for a while.
//
// <p id="nudge" hidden data-since="…" data-after="180">: when it became quiet, and the seconds until the nudge.

const now = document.querySelector("[data-now]")?.dataset.now;
const skew = now ? Date.parse(now) - Date.now() : 0; // the server's time minus ours
const LONGEST = 60_000; // so that a device that was asleep checks soon

let timer = 0;
let nudged = null; // the quiet time already nudged for; a page loaded during one shows it without shaking

/** Check whether it's time; `shake` is called once for each quiet time. */
export function nudge(shake) {
  clearTimeout(timer);
  const line = document.getElementById("nudge");
  if (!line) {
    nudged = "";
    return;
  }
  const { since, after } = line.dataset;
  const left = Date.parse(since) + 1000 * Number(after) - skew - Date.now();
  line.hidden = left > 0;
  if (left > 0) {
    nudged ??= "";
    timer = setTimeout(nudge, Math.min(left, LONGEST), shake);
    return;
  }
  if (nudged !== null && nudged !== since) shake();
  nudged = since;
}
