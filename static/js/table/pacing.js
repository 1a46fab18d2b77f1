// Autoplay of the reveal: when a step has been read, an open page of a host sends the next one.
//
// The server keeps whether it runs, so it is started and stopped on any host's page: then there is the
// form #auto-step. Several pages may send the same step; it counts once.

const READ = 55; // milliseconds for a letter, read aloud by somebody
const LOOK = 1400; // to see where the ranking moves
const LEAST = 2600;
const MOST = 12_000;
const CROWN = 8000; // the winner's moment

let timer = 0;
let waiting = ""; // the step whose end is waited for

/** How long a step is shown, by how much there is to read. */
function pace(story) {
  const text = story?.textContent.replaceAll(/\s+/g, " ") ?? "";
  return Math.min(MOST, Math.max(LEAST, LOOK + text.length * READ));
}

/** `late`: what a page waits more that only stands in for another one. */
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
