// A finished game as a film: play, pause, step, speed, jump. Frames are the parts of the screen that the server
// renders for a moment; the next ones are fetched while one is shown. The address contains the moment and the point
// of view, so that it can be shared.

import { swapIn } from "../table/parts.js";

const byId = (id) => document.getElementById(id);
const projector = byId("projector");
const reel = byId("reel");
const counter = byId("counter");
const play = byId("play");
const pace = byId("pace");
const view = byId("as");
const scenes = byId("scenes");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const PAUSE = 700; // milliseconds between two frames: a whole game in about a minute
const AHEAD = 3; // frames to fetch in advance
const KEPT = 80; // frames kept in memory
const AGAIN = 2000; // before a failed frame is requested again

const last = Number(projector.dataset.last);
const asked = new URLSearchParams(location.search);
const frames = new Map(); // "42&as=1" → the promise of its parts
let shown = Number(projector.dataset.at);
let wanted = shown;
let point = view.value; // the point of view of the current frame
let going = false;
let playing = false;
let timer = 0;
let leaving = false; // the page is about to reload: ignore anything that arrives now

const board = () => byId("mapstate")?.dataset.board ?? "";
const drawn = board(); // the table's corrections that this page's map includes
const address = (at) => `at=${at}&as=${encodeURIComponent(view.value)}`;

// -- Fetching ---------------------------------------------------------------------------------------

async function fetched(query) {
  const reply = await fetch(`${projector.dataset.frames}?${query}`);
  if (!reply.ok) throw new Error(reply.status);
  return reply.text();
}

function frame(at) {
  const query = address(at);
  if (!frames.has(query)) {
    const parts = fetched(query);
    parts.catch(() => frames.delete(query));
    frames.set(query, parts);
    if (frames.size > KEPT) frames.delete(frames.keys().next().value);
  }
  return frames.get(query);
}

function fetchAhead() {
  for (let at = shown + 1; at <= Math.min(last, shown + AHEAD); at += 1) frame(at).catch(() => {});
}

// -- Showing ----------------------------------------------------------------------------------------

function project(at, html) {
  shown = at;
  point = view.value;
  swapIn(html);
  history.replaceState(null, "", `?${address(at)}`);
  if (board() !== drawn) {
    // The table corrected its sheet here: redraw the map, and go on.
    leaving = true;
    clearTimeout(timer);
    location.replace(`?${address(at)}${playing ? "&play=1" : ""}`);
    return;
  }
  document.dispatchEvent(new CustomEvent("table", { detail: at }));
}

/** Show a moment. If many are requested at once (by dragging the slider), only the latest counts. */
async function go(at) {
  wanted = Math.max(1, Math.min(last, at));
  tell();
  if (going) return;
  going = true;
  while (!leaving && (shown !== wanted || point !== view.value)) {
    const [target, eyes] = [wanted, view.value];
    try {
      const html = await frame(target);
      delete document.body.dataset.link;
      if (eyes === view.value) project(target, html);
    } catch {
      document.body.dataset.link = "offline";
      await new Promise((done) => { setTimeout(done, AGAIN); });
    }
  }
  going = false;
  if (leaving) return;
  fetchAhead();
  if (playing) next();
}

function tell() {
  reel.value = wanted;
  reel.setAttribute("aria-valuetext", reel.dataset.says.replace("{at}", wanted).replace("{last}", last));
  counter.textContent = `${wanted} / ${last}`;
  const way = { first: 1, back: wanted - 1, next: wanted + 1, last };
  for (const link of projector.querySelectorAll("a[data-to]")) {
    const to = Math.max(1, Math.min(last, way[link.dataset.to]));
    link.href = `?${address(to)}`;
    if (to === wanted) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  let current = null;
  for (const link of scenes.querySelectorAll("a[data-at]")) {
    link.href = `?${address(link.dataset.at)}`;
    link.removeAttribute("aria-current");
    if (Number(link.dataset.at) <= wanted) current = link;
  }
  current?.setAttribute("aria-current", "true");
  if (scenes.open) reach(current);
}

function reach(link) {
  // Not scrollIntoView: that would scroll the page as well.
  const list = link?.closest("ol");
  if (list) list.scrollTop = link.offsetTop - list.clientHeight / 2;
}

// -- Playing ----------------------------------------------------------------------------------------

function next() {
  clearTimeout(timer);
  if (shown >= last) {
    setPlaying(false);
    return;
  }
  timer = setTimeout(() => go(shown + 1), PAUSE / Number(pace.value));
}

function setPlaying(on) {
  clearTimeout(timer);
  playing = on;
  play.classList.toggle("running", on);
  play.querySelector(".word").textContent = on ? play.dataset.pause : play.dataset.play;
  if (on && !going) next();
}

function toggle() {
  if (!playing && shown >= last) {
    setPlaying(true);
    clearTimeout(timer);
    go(1); // at the end: start again
  } else {
    setPlaying(!playing);
  }
}

function jump(at) {
  setPlaying(false);
  go(at);
}

// -- Controls ----------------------------------------------------------------------------------------

const STEPS = {
  first: () => jump(1),
  back: () => jump(wanted - 1),
  next: () => jump(wanted + 1),
  last: () => jump(last),
};

projector.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-to], a[data-at]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.to) STEPS[link.dataset.to]();
  else jump(Number(link.dataset.at));
});

projector.addEventListener("submit", (event) => event.preventDefault());
play.addEventListener("click", toggle);
reel.addEventListener("input", () => jump(Number(reel.value)));
view.addEventListener("change", () => go(wanted));
pace.addEventListener("change", () => { if (playing && !going) next(); });
scenes.addEventListener("toggle", () => {
  if (scenes.open) reach(scenes.querySelector("[aria-current]"));
});

const KEYS = { ArrowLeft: "back", ArrowRight: "next", PageUp: "back", PageDown: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, textarea")) return;
  if (event.key === " " && !event.target.closest("button, summary")) {
    event.preventDefault();
    toggle();
  } else if (event.key === "Escape" && scenes.open) {
    scenes.open = false;
    scenes.querySelector("summary").focus();
  } else if (KEYS[event.key] && event.target !== reel && !event.target.closest("#scenes[open] ol")) {
    event.preventDefault();
    STEPS[KEYS[event.key]]();
  }
});

document.addEventListener("click", (event) => {
  if (scenes.open && !event.target.closest("#scenes")) scenes.open = false;
});

play.hidden = false;
byId("pace-choice").hidden = false;
tell();
fetchAhead();
// The demo starts by itself, unless reduced motion is preferred.
if (asked.has("play") || ("byItself" in projector.dataset && !asked.has("at") && !still.matches)) {
  setPlaying(true);
}
