// A nudge, not a clock: where a table asked for it, the player to move is reminded once nothing has happened for long.
//
// <p id="nudge" hidden data-since="…" data-after="180">: since when it is quiet, and after how many seconds that is long.

const now = document.querySelector("[data-now]")?.dataset.now;
const skew = now ? Date.parse(now) - Date.now() : 0; // the server's time minus ours
const LONGEST = 60_000; // a device that slept looks again soon

let timer = 0;
let nudged = null; // the silence that was broken already; a page that is loaded in one says it without shaking

/** Look whether it is time; `shake` is called once for each silence. */
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
