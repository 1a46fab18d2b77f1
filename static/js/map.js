// The map on the phone: pinch, pan, tap a route. What moves comes in #mapstate.

import { choose, light, paintOwners, paintPieces, readState, setClosed } from "./board.js";

const TAP = 10; // pixels a finger may move and still mean a tap
const REACH = 26; // pixels around a finger in which a route is looked for
const USEFUL = 2.1; // how much larger than the whole map it opens

const map = document.getElementById("map");
const board = map.querySelector(".map-board");
const svg = board.querySelector("svg");

let zoomer = null;
let painted = false;
let touched = false; // from then on the person decides what is shown

function state() {
  return readState(svg, document.getElementById("mapstate")?.dataset.state);
}

export function paint() {
  const now = state();
  if (!now) return;
  paintOwners(svg, now.owners, { quiet: !painted });
  if (now.waiting) paintPieces(svg, now.waiting);
  setClosed(svg, now.closed);
  light(svg, now.lit);
  painted = true;
}

function nearest(x, y) {
  for (let r = 0; r <= REACH; r += 6) {
    const around = r ? 12 : 1;
    for (let i = 0; i < around; i += 1) {
      const turn = (2 * Math.PI * i) / around;
      const found = document.elementFromPoint(x + r * Math.cos(turn), y + r * Math.sin(turn));
      const route = found?.closest?.("[data-route]");
      if (route && map.contains(route)) return route.dataset.route;
    }
  }
  return null;
}

function open(route) {
  choose(svg, route);
  localStorage.setItem("used-map", "1");
  document.body.dataset.usedMap = "1";
  const url = map.dataset.sheet.replace("ROUTE", encodeURIComponent(route));
  window.htmx.ajax("GET", url, { target: "#sheet-body", source: map });
}

export function unchoose() {
  choose(svg, null);
}

/** The middle of what matters, in the units of the drawing: my own routes, else the whole map. */
function middle() {
  const boxes = [...svg.querySelectorAll(`.route[data-owner="${document.body.dataset.color}"]`)]
    .map((route) => route.getBBox());
  const view = svg.viewBox.baseVal;
  if (!boxes.length) return [view.x + view.width / 2, view.y + view.height / 2];
  const left = Math.min(...boxes.map((box) => box.x));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const top = Math.min(...boxes.map((box) => box.y));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return [(left + right) / 2, (top + bottom) / 2];
}

/** Open at a zoom at which the map fills its room and its spaces can be told apart. */
function frame() {
  const view = svg.viewBox.baseVal;
  const across = map.clientWidth / view.width;
  const down = map.clientHeight / view.height;
  const fit = Math.min(across, down);
  const [x, y] = middle();
  zoomer.zoom(Math.max(USEFUL, Math.max(across, down) / fit));
  zoomer.pan(fit * (view.x + view.width / 2 - x), fit * (view.y + view.height / 2 - y));
}

function start() {
  if (!window.Panzoom || !map.clientWidth) return;
  if (!zoomer) {
    zoomer = window.Panzoom(board, {
      maxScale: 6,
      minScale: 1,
      contain: "outside",
      cursor: "pointer",
      touchAction: "none",
    });
    map.addEventListener("wheel", zoomer.zoomWithWheel, { passive: false });
  }
  if (!touched) frame();
}

export function watch() {
  if (localStorage.getItem("used-map")) document.body.dataset.usedMap = "1";
  let down = null;
  let fingers = 0;
  map.addEventListener("pointerdown", (event) => {
    touched = true;
    fingers = event.isPrimary ? 1 : fingers + 1;
    down = fingers === 1 ? [event.clientX, event.clientY] : null;
  }, true);
  map.addEventListener("pointermove", (event) => {
    if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > TAP) down = null;
  }, true);
  map.addEventListener("click", (event) => {
    const zoom = event.target.closest("[data-zoom]");
    if (zoom) {
      if (zoom.dataset.zoom === "in") zoomer?.zoomIn();
      else zoomer?.zoomOut();
      return;
    }
    if (!down) return;
    const route = nearest(event.clientX, event.clientY);
    if (route) open(route);
  });
  paint();
  start();
  new ResizeObserver(start).observe(map);
}
