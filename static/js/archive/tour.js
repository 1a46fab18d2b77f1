// The demo in half a minute. The server renders each step: the parts of the screen and of two phones, and how long to
// show them. The next one is fetched in the meantime. At the end a card offers to open a table.

import { swapIn } from "../table/parts.js";

const byId = (id) => document.getElementById(id);
const controls = byId("tour-controls");
const play = byId("play");
const progress = byId("progress");
const finale = byId("finale");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const last = Number(controls.dataset.last);
const AGAIN = 2000; // milliseconds before a failed step is requested again

const steps = new Map(); // number → the promise of its parts
let shown = Number(byId("tour").dataset.step);
let wanted = shown;
let playing = false;
let timer = 0;

async function fetched(number) {
  const reply = await fetch(`${controls.dataset.frames}?step=${number}`);
  if (!reply.ok) throw new Error(reply.status);
  return reply.text();
}

function parts(number) {
  if (!steps.has(number)) {
    const coming = fetched(number);
    coming.catch(() => steps.delete(number));
    steps.set(number, coming);
  }
  return steps.get(number);
}

async function go(number) {
  clearTimeout(timer);
  wanted = Math.max(1, Math.min(last, number));
  const target = wanted;
  try {
    const html = await parts(target);
    if (target !== wanted) return; // somebody has moved on in the meantime
    delete document.body.dataset.link;
    show(target, html);
  } catch {
    document.body.dataset.link = "offline";
    timer = setTimeout(() => go(target), AGAIN);
  }
}

function show(number, html) {
  shown = number;
  swapIn(html);
  document.dispatchEvent(new CustomEvent("table", { detail: number }));
  tell();
  if (number < last) parts(number + 1).catch(() => {});
  if (playing || number === last) look();
}

/** Show a step for its duration, then the next; at the end, offer to open a table. */
function look() {
  clearTimeout(timer);
  const pause = playing ? Number(byId("tour").dataset.seconds) * 1000 : 0;
  timer = setTimeout(shown < last ? () => go(shown + 1) : end, pause);
}

function end() {
  setPlaying(false);
  finale.hidden = false;
}

function tell() {
  progress.value = shown;
  finale.hidden = finale.hidden || shown < last;
  for (const link of controls.querySelectorAll("a[data-to]")) {
    const to = link.dataset.to === "back" ? shown - 1 : shown + 1;
    link.href = `?step=${Math.max(1, Math.min(last, to))}`;
    if (to < 1 || to > last) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
}

function setPlaying(on) {
  clearTimeout(timer);
  playing = on;
  play.classList.toggle("running", on);
  play.querySelector(".word").textContent = on ? play.dataset.pause : play.dataset.play;
  if (!on) return;
  if (shown === last) go(1);
  else look();
}

function jump(number) {
  setPlaying(false);
  go(number);
}

controls.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  jump(link.dataset.to === "back" ? shown - 1 : shown + 1);
});

play.addEventListener("click", () => setPlaying(!playing));

byId("again").addEventListener("click", (event) => {
  event.preventDefault();
  setPlaying(true);
  play.focus();
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && !event.target.closest("button, summary")) {
    event.preventDefault();
    setPlaying(!playing);
  } else if (event.key === "ArrowLeft") jump(shown - 1);
  else if (event.key === "ArrowRight") jump(shown + 1);
});

play.hidden = false;
tell();
if (shown < last) parts(shown + 1).catch(() => {});
// It starts by itself, unless reduced motion is preferred or a certain step was requested.
if (!still.matches && !new URLSearchParams(location.search).has("step")) setPlaying(true);
