// The map on the phone: pinch, pan, tap a route. What moves comes in #mapstate.

import { choose, light, paintOwners, paintPassengers, setClosed } from "./board.js";

const TAP = 10; // pixels a finger may move and still mean a tap
const REACH = 26; // pixels around a finger in which a route is looked for
const USEFUL = 2.1; // how much larger than the whole map it opens

const map = document.getElementById("map");
const board = map.querySelector(".map-board");
const svg = board.querySelector("svg");

let zoomer = null;
let painted = false;

function state() {
  const found = document.getElementById("mapstate")?.dataset.state;
  return found ? JSON.parse(found) : null;
}

export function paint() {
  const now = state();
  if (!now) return;
  paintOwners(svg, now.owners, { quiet: !painted });
  if (now.waiting) paintPassengers(svg, now.waiting);
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

/** The middle of what matters: my own routes, else the whole map. */
function middle() {
  const mine = svg.querySelectorAll(`.route[data-owner="${document.body.dataset.color}"]`);
  const box = map.getBoundingClientRect();
  if (!mine.length) return [box.left + box.width / 2, box.top + box.height / 2];
  const last = mine[mine.length - 1].getBoundingClientRect();
  return [last.left + last.width / 2, last.top + last.height / 2];
}

function start() {
  if (zoomer || !window.Panzoom || !map.clientWidth) return;
  zoomer = window.Panzoom(board, {
    maxScale: 6,
    minScale: 1,
    contain: "outside",
    cursor: "pointer",
    panOnlyWhenZoomed: false,
    roundPixels: true,
    touchAction: "none",
    animate: false,
  });
  const [x, y] = middle();
  zoomer.zoomToPoint(fill() * 1, { clientX: x, clientY: y });
  requestAnimationFrame(() => centre(x, y));
  map.addEventListener("wheel", zoomer.zoomWithWheel, { passive: false });
}

/** A zoom at which the map fills its room and its spaces can be told apart. */
function fill() {
  const view = svg.viewBox.baseVal;
  const fit = Math.min(map.clientWidth / view.width, map.clientHeight / view.height);
  const cover = Math.max(map.clientWidth / view.width, map.clientHeight / view.height);
  return Math.max(USEFUL, cover / fit);
}

function centre(x, y) {
  const box = map.getBoundingClientRect();
  const scale = zoomer.getScale();
  const pan = zoomer.getPan();
  zoomer.pan(
    pan.x + (box.left + box.width / 2 - x) / scale,
    pan.y + (box.top + box.height / 2 - y) / scale,
  );
}

export function watch() {
  if (localStorage.getItem("used-map")) document.body.dataset.usedMap = "1";
  let down = null;
  let fingers = 0;
  map.addEventListener("pointerdown", (event) => {
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
