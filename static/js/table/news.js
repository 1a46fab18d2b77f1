// Shows for a moment what was just completed: on every page of the table, or on one phone alone.
//
// The parts #news and #ticket-news say it; the next entry takes it out of them again. What is shown is
// a copy, so that it stays as long as it takes to read.

const LEAST = 4500; // milliseconds
const LETTER = 70;

const news = () => document.getElementById("news");
const own = () => document.getElementById("ticket-news");
const box = document.getElementById("announcement");
let announced = news()?.dataset.number; // a page that was loaded now has missed it
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

/** Look for news. `heard` is called with what is announced to everybody, `buzz` for one's own. */
export function follow({ heard = () => {}, buzz = () => {} } = {}) {
  const now = news();
  const mine = own();
  // News of the stage before would cover the heading of this one.
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
