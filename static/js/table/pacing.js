// Autoplay of the reveal: when a step has been shown long enough, a host's open page sends the next one.
//
// The server stores whether it's running, so it can be started and stopped on any host's page; while it is, there's a
// form #auto-step. Several pages may send the same step; it counts once.

const READ = 55; // milliseconds per letter, for reading aloud
const LOOK = 1400; // to watch the ranking change
const LEAST = 2600;
const MOST = 12_000;
const CROWN = 8000; // the winner's moment

let timer = 0;
let waiting = ""; // the step that's being shown

/** How long to show a step, depending on the length of its text. */
function pace(story) {
  const text = story?.textContent.replaceAll(/\s+/g, " ") ?? "";
  return Math.min(MOST, Math.max(LEAST, LOOK + text.length * READ));
}

/** `late`: the extra delay of a page that's only a fallback for another one. */
export function follow(story, { late = 0 } = {}) {
  const form = document.getElementById("auto-step");
  const step = form?.dataset.step ?? "";
  if (step === waiting) return;
  waiting = step;
  clearTimeout(timer);
  if (!form) return;
  const crowned = document.querySelector("#crown, .you-win, .verdict");
  const time = crowned ? CROWN : pace(document.querySelector(story));
  timer = setTimeout(() => document.getElementById("auto-step")?.requestSubmit(), time + late);
}
