// The screen: paints the map, flips the flaps, shows the clock, and handles the host's controls.

import { nudge } from "../nudge.js";
import * as announced from "../news.js";
import * as pacing from "../pacing.js";
import { flapNews, turnFlaps } from "./flaps.js";
import { chime, fanfare } from "./sound.js";
import * as menus from "./menus.js";
import "./wifi.js";
import { light, paintOwners, paintPieces, paintStations, readState, setClosed, showGap } from "../../board/board.js";

const body = document.body;
const byId = (id) => document.getElementById(id);
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const REST = 5 * 60_000; // after this long without news, the screen dims
const WANDER = 60_000; // how often the picture shifts by a few pixels

// -- The map ------------------------------------------------------------------------------------

let painted = ""; // most entries leave the map as it is

function paint(quiet) {
  const svg = document.querySelector("#picture .board");
  const sent = byId("mapstate")?.dataset.state;
  if (sent === painted) return;
  const state = svg && readState(svg, sent);
  if (!state) return;
  painted = sent;
  paintOwners(svg, state.owners, { quiet });
  setClosed(svg, state.closed);
  if (state.waiting) paintPieces(svg, state.waiting);
  paintStations(svg, state.stations);
  light(svg, state.lit);
  showGap(svg, state.gap, state.ends);
}

// -- Rows change places -------------------------------------------------------------------------------

const tops = new Map();

let order = "";

function rowsMove() {
  const rows = [...document.querySelectorAll(".row, .seat[data-place]")];
  const places = rows.map((row) => row.id).join();
  if (places === order) return; // no row has moved: skip measuring the page
  order = places;
  for (const row of rows) {
    const before = tops.get(row.id);
    const now = row.offsetTop;
    tops.set(row.id, now);
    if (before !== undefined && before !== now && !still.matches) {
      row.animate(
        [{ transform: `translateY(${before - now}px)` }, { transform: "none" }],
        { duration: 550, easing: "cubic-bezier(.3,.9,.3,1)" },
      );
    }
  }
}

// -- The winner's crown ----------------------------------------------------------------------

let crowned = Boolean(byId("crown")); // no fanfare on a page that is loaded afterwards

function crownNews() {
  const now = Boolean(byId("crown"));
  if (now && !crowned) fanfare();
  crowned = now;
}

// -- The clock of the game --------------------------------------------------------------------------------

const clock = byId("clock");
const skew = clock ? Date.parse(clock.dataset.now) - Date.now() : 0; // the server's time minus ours

function tick() {
  const begun = byId("stage")?.dataset.begun; // the time in the lobby doesn't count
  if (!clock || !begun || ["reveal", "result"].includes(body.dataset.stage)) return;
  clock.dateTime = begun;
  const minutes = Math.max(0, Math.floor((Date.now() + skew - Date.parse(clock.dateTime)) / 60_000));
  clock.textContent = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

// -- The draw for the first player ---------------------------------------------------------------------------

function drawLots(names, winner) {
  const sheet = byId("by-lot");
  const drum = byId("drum");
  const width = Math.min(12, Math.max(...names.map((name) => name.length)));
  const show = (name) => {
    const text = name.toUpperCase().slice(0, width).padEnd(width);
    drum.textContent = "";
    const flaps = document.createElement("span");
    flaps.className = "flaps";
    flaps.dataset.text = text;
    for (const letter of text) {
      const cell = document.createElement("i");
      cell.dataset.c = letter;
      flaps.append(cell);
    }
    drum.append(flaps);
    return flaps;
  };
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    sheet.hidden = true;
    window.removeEventListener("keydown", end);
    window.removeEventListener("pointerdown", end);
  };
  window.addEventListener("keydown", end);
  window.addEventListener("pointerdown", end);
  sheet.hidden = false;
  let current = names[names.length - 1];
  let round = 0;
  const rounds = names.length * 2; // ends on the first name, who starts
  const next = () => {
    const name = round >= rounds ? winner : names[round % names.length];
    const flaps = show(name);
    turnFlaps(flaps, current.toUpperCase().slice(0, width).padEnd(width));
    current = name;
    round += 1;
    timer = round > rounds ? setTimeout(end, 2600) : setTimeout(next, 260 + round * 45);
  };
  if (still.matches) {
    show(winner);
    timer = setTimeout(end, 3000);
  } else {
    next();
  }
}

// -- The stage of the sitting ----------------------------------------------------------------------------------

function setStage() {
  const stage = byId("stage");
  if (!stage) return;
  const before = body.dataset.stage;
  body.dataset.stage = stage.dataset.stage;
  if (before !== stage.dataset.stage) menus.closeTools(); // they'd cover the next controls
  body.toggleAttribute("data-desk", Boolean(stage.querySelector(".desk")));
  if (before === "lobby" && stage.dataset.lot) {
    drawLots(stage.dataset.names.split("|"), stage.dataset.lot);
  }
  if (stage.dataset.follow && !sessionStorage.getItem(stage.dataset.follow)) {
    sessionStorage.setItem(stage.dataset.follow, "1"); // once: going back must be possible
    location.assign(stage.dataset.follow);
  }
}

// -- The reveal, led by keys and by taps on the map -------------------------------------------------------------------

const CUES = {
  " ": "cue-next",
  ArrowRight: "cue-next",
  PageDown: "cue-next",
  ArrowLeft: "cue-back",
  PageUp: "cue-back",
  End: "cue-skip",
};

/** Press one of a host's buttons, if it is there. */
function give(cue) {
  const button = cue && byId(cue);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, [role=radio]") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && event.target.closest("button, a, summary")) return; // it presses those
  if (give(CUES[event.key])) event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#picture, .crown")) give("cue-next");
});

// -- Hosts: seats by drag, dialogs, the drawer --------------------------------------------------------------------

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button) return;
  const seat = grip.closest(".seat");
  const seats = [...document.querySelectorAll(".seat[data-place]")];
  const start = event.clientY;
  grip.setPointerCapture(event.pointerId);
  seat.classList.add("carried");
  const move = (moved) => { seat.style.translate = `0 ${moved.clientY - start}px`; };
  const drop = (dropped) => {
    grip.removeEventListener("pointermove", move);
    seat.classList.remove("carried");
    seat.style.translate = "";
    const others = seats.filter((other) => other !== seat);
    const place = others.filter((other) => {
      const box = other.getBoundingClientRect();
      return box.top + box.height / 2 < dropped.clientY;
    }).length;
    if (dropped.type === "pointerup" && String(place) !== seat.dataset.place) {
      window.htmx.ajax("POST", seat.dataset.move, {
        source: grip, swap: "none", values: { place, page: "screen" },
      });
    }
  };
  grip.addEventListener("pointermove", move);
  grip.addEventListener("pointerup", drop, { once: true });
  grip.addEventListener("pointercancel", drop, { once: true });
});

byId("adding")?.addEventListener("htmx:afterRequest", (event) => {
  const { requestConfig, successful, xhr } = event.detail;
  const form = byId("adding");
  const sent = requestConfig.parameters.name;
  // Fast typists have begun the next name before the response arrives.
  if (successful && xhr.status === 200 && form.elements.name.value === sent) form.reset();
});

let mouse = 0;
document.addEventListener("pointermove", () => {
  body.dataset.mouse = "";
  clearTimeout(mouse);
  mouse = setTimeout(() => delete body.dataset.mouse, 3000);
});

const fullscreen = byId("fullscreen");
if (fullscreen && document.documentElement.requestFullscreen) {
  fullscreen.hidden = false;
  fullscreen.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

// -- A TV mustn't fall asleep or burn in ------------------------------------------------------------------

let awake = null;

async function stayAwake() {
  if (awake || document.visibilityState !== "visible") return;
  try {
    awake = await navigator.wakeLock?.request("screen");
    awake?.addEventListener("release", () => { awake = null; });
  } catch {
    awake = null; // refused, for instance on battery: let the screen sleep
  }
}

let resting = 0;

function news() {
  delete body.dataset.rest;
  clearTimeout(resting);
  resting = setTimeout(() => { body.dataset.rest = ""; }, REST);
}

let wandered = 0;

function wander() {
  wandered += 1;
  const x = Math.round(4 * Math.sin(wandered * 0.7));
  const y = Math.round(3 * Math.cos(wandered * 0.9));
  if (window.innerWidth > 800) byId("main").style.translate = `${x}px ${y}px`;
}

// -- Sentences ------------------------------------------------------------------------------------------------------------

let hiding = 0;
const toast = () => {
  clearTimeout(hiding);
  hiding = setTimeout(() => byId("toast")?.replaceChildren(), 7000);
};

document.addEventListener("refused", () => {
  document.querySelector(".unlinked").animate?.(
    [{ translate: "0 0" }, { translate: "0 .6rem" }, { translate: "0 0" }], { duration: 300 },
  );
});

// -- All together -----------------------------------------------------------------------------------------------------------

document.addEventListener("table", () => {
  setStage();
  paint(false);
  flapNews();
  rowsMove();
  crownNews();
  nudge(news);
  pacing.follow("#stage .show");
  announced.follow({ heard: chime });
  news();
  toast();
});

paint(true);
setStage();
flapNews();
rowsMove();
pacing.follow("#stage .show");
tick();
news();
nudge(news);
toast();
stayAwake();
setInterval(tick, 5000);
setInterval(wander, WANDER);
document.addEventListener("visibilitychange", stayAwake);
window.addEventListener("resize", () => {
  tops.clear();
  order = "";
  rowsMove();
});
