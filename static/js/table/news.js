// Announces briefly what was just completed: on every page of the table, or on one phone only.
//
// The text is in the parts #news and #ticket-news until the next entry. A copy of it is shown, so that it stays long
// enough to be read.

const LEAST = 4500; // milliseconds
const LETTER = 70;

const news = () => document.getElementById("news");
const own = () => document.getElementById("ticket-news");
const box = document.getElementById("announcement");
let announced = news()?.dataset.number; // not on a page that has just been loaded
let felt = own()?.dataset.number;
let stage = document.body.dataset.stage;
let timer = 0;

function hide() {
  clearTimeout(timer);
  box.hidden = true;
  box.replaceChildren();
}

function show(paragraphs) {
  clearTimeout(timer);
  box.replaceChildren(...paragraphs);
  box.hidden = false;
  timer = setTimeout(hide, LEAST + box.textContent.length * LETTER);
}

/** Check for news. `heard` is called with what's announced to everybody, `buzz` for one's own. */
export function follow({ heard = () => {}, buzz = () => {} } = {}) {
  const now = news();
  const mine = own();
  // News from the previous stage would cover this one's heading.
  if (now?.hasAttribute("data-undone") || document.body.dataset.stage !== stage) hide();
  stage = document.body.dataset.stage;
  const lines = [];
  if (mine && mine.dataset.number !== felt) {
    const line = mine.cloneNode(true);
    line.removeAttribute("id");
    line.hidden = false;
    line.className = "own";
    lines.push(line);
    buzz();
  }
  if (now?.childElementCount && now.dataset.number !== announced) {
    lines.push(...[...now.children].map((line) => line.cloneNode(true)));
    heard();
  }
  felt = mine?.dataset.number;
  announced = now?.dataset.number;
  if (lines.length) show(lines);
}

box?.addEventListener("click", hide);
