// Split flaps: letters that flip over, like on a board at a station.

import { clack } from "./sound.js";

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

const DRUM = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-−";
const TURN = 65; // milliseconds for half a turn
const texts = new Map(); // id of the flaps → what they showed

function between(from, to) {
  // A few letters in between: enough to see it flip, not so many that people have to wait.
  const start = DRUM.indexOf(from);
  const end = DRUM.indexOf(to);
  if (start < 0 || end < 0) return [to];
  const way = [];
  for (let i = start; i !== end;) {
    i = (i + 1) % DRUM.length;
    way.push(DRUM[i]);
  }
  return way.slice(-4);
}

function half(kind, letter) {
  const part = document.createElement("b");
  part.className = kind;
  part.textContent = letter;
  return part;
}

async function turnOver(cell, from, to) {
  const lower = half("lower", from);
  const upper = half("upper", from);
  const landing = half("lower", to);
  cell.dataset.c = to;
  cell.append(lower, upper);
  await upper.animate(
    [{ transform: "rotateX(0)" }, { transform: "rotateX(-90deg)" }],
    { duration: TURN, easing: "ease-in" },
  ).finished;
  upper.remove();
  cell.append(landing);
  await landing.animate(
    [{ transform: "rotateX(90deg)" }, { transform: "rotateX(0)" }],
    { duration: TURN, easing: "ease-out" },
  ).finished;
  lower.remove();
  landing.remove();
}

async function roll(cell, from, to, delay) {
  const turn = (cell.turn = (cell.turn || 0) + 1); // a newer change takes over
  cell.dataset.c = from;
  await new Promise((done) => setTimeout(done, delay));
  let before = from;
  for (const letter of between(from, to)) {
    if (cell.turn !== turn) return;
    clack();
    await turnOver(cell, before, letter);
    before = letter;
  }
  if (cell.turn === turn) cell.dataset.c = to;
}

export function turnFlaps(flaps, before) {
  const now = flaps.dataset.text;
  [...flaps.querySelectorAll("i")].forEach((cell, i) => {
    const from = before[i] ?? " ";
    if (from !== now[i]) roll(cell, from, now[i], i * 30);
  });
}

export function flapNews() {
  for (const flaps of document.querySelectorAll(".flaps[id]")) {
    const before = texts.get(flaps.id);
    texts.set(flaps.id, flaps.dataset.text);
    if (before !== undefined && before !== flaps.dataset.text && !still.matches) {
      turnFlaps(flaps, before);
    }
  }
}
