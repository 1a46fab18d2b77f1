// The map on the phone: pinch, pan, tap a route. Its changing state is in #mapstate.

import { choose, light, paintOwners, paintPieces, paintStations, readState, setClosed } from "../../board/board.js";
import { zoomable } from "./zoom.js";

const TAP = 10; // pixels a finger may move during a tap
const REACH = 26; // pixels around a finger to search for a route
const ON = 3; // pixels around a place that still count as it
const USEFUL = 2.1; // the zoom it opens with, at most
const FINGER = 26; // pixels: the maximum width of a route's touch area then
const ENOUGH = 14; // pixels: a whole map whose touch areas are at least that wide is shown whole
const KEY = `map ${location.pathname}`;

const map = document.getElementById("map");
const board = map.querySelector(".map-board");
const svg = board.querySelector("svg");

const zoom = zoomable(map, board, moved);
let painted = false;
let touched = false; // after that, the view is up to the user
let framed = 0; // the map's width when we chose the view

const drawn = document.getElementById("mapstate")?.dataset.board;

function state() {
  const now = document.getElementById("mapstate")?.dataset;
  if (now?.board !== drawn) return null; // a newer board, which the page shows once its sheet is closed (live.js)
  return readState(svg, now?.state);
}

export function paint() {
  const now = state();
  if (!now) return;
  paintOwners(svg, now.owners, { quiet: !painted });
  if (now.waiting) paintPieces(svg, now.waiting);
  paintStations(svg, now.stations);
  setClosed(svg, now.closed);
  light(svg, now.lit);
  painted = true;
}

function nearest(x, y) {
  for (let r = 0; r <= REACH; r += 6) {
    const around = r ? 12 : 1;
    for (let i = 0; i < around; i += 1) {
      const turn = (2 * Math.PI * i) / around;
      const element = document.elementFromPoint(x + r * Math.cos(turn), y + r * Math.sin(turn));
      const route = element?.closest?.("[data-route]");
      if (route && map.contains(route)) return route.dataset.route;
    }
  }
  return null;
}

/** The place right under a finger, if this table may correct it. */
function placeAt(x, y) {
  if (!map.dataset.placeSheet) return null;
  for (const disc of svg.querySelectorAll(".place .disc, .place .sign")) {
    const box = disc.getBoundingClientRect();
    const inside = Math.abs(x - box.x - box.width / 2) < box.width / 2 + ON
      && Math.abs(y - box.y - box.height / 2) < box.height / 2 + ON;
    if (inside) return disc.closest("[data-place]").dataset.place;
  }
  return null;
}

function openPlace(place) {
  const url = map.dataset.placeSheet.replace("PLACE", encodeURIComponent(place));
  window.htmx.ajax("GET", url, { target: "#sheet-body", source: map });
}

function open(route) {
  choose(svg, route);
  localStorage.setItem("used-map", "1");
  document.body.dataset.usedMap = "1";
  const url = map.dataset.sheet.replace("ROUTE", encodeURIComponent(route));
  window.htmx.ajax("GET", url, { target: "#sheet-body", source: map });
}

/** Mark the route that a sheet is about; null for none. */
export function mark(route) {
  choose(svg, route);
}

/** The area to show, in the drawing's units: my own routes, or else the middle of the map. */
function mine() {
  const boxes = [...svg.querySelectorAll(`.route[data-owner="${document.body.dataset.color}"]`)]
    .map((route) => route.getBBox());
  const view = svg.viewBox.baseVal;
  if (!boxes.length) return [view.x + view.width / 2, view.y + view.height / 2, 0, 0];
  const left = Math.min(...boxes.map((box) => box.x));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const top = Math.min(...boxes.map((box) => box.y));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top];
}

/** The initial view: the whole map if routes can be told apart on it, otherwise all of my routes, no larger than
 * needed to read names and tell tracks apart. */
function frame() {
  const [x, y, width, height] = mine();
  const view = svg.viewBox.baseVal;
  const touch = Number(svg.querySelector(".hits path")?.getAttribute("stroke-width")) || 1;
  framed = map.clientWidth;
  if (touch * zoom.fit() >= ENOUGH) {
    zoom.show({ k: zoom.fit(), x: view.x + view.width / 2, y: view.y + view.height / 2 });
    putButtons();
    return;
  }
  const filling = Math.max(map.clientWidth / view.width, map.clientHeight / view.height);
  // A new board may be a single line, of which a few spaces would fill the room.
  const fill = filling > 3 * zoom.fit() ? zoom.fit() : filling;
  const useful = Math.max(fill, Math.min(USEFUL * zoom.fit(), FINGER / touch));
  const all = 0.8 * Math.min(map.clientWidth / (width || 1), map.clientHeight / (height || 1));
  zoom.show({ k: Math.max(fill, Math.min(useful, all)), x, y });
}

/** Put the buttons into the lower corner, above or beside each other, where they cover the fewest places. */
function putButtons() {
  const buttons = map.querySelector(".map-zoom");
  const places = [...svg.querySelectorAll(".place")].map((one) => one.getBoundingClientRect());
  const ways = ["right", "left", "right row", "left row"];
  const covered = ways.map((way) => {
    map.dataset.buttons = way;
    const box = buttons.getBoundingClientRect();
    return places.filter((one) =>
      one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top).length;
  });
  map.dataset.buttons = ways[covered.indexOf(Math.min(...covered))];
}

function moved() {
  touched = true;
  sessionStorage.setItem(KEY, JSON.stringify(zoom.seen()));
}

/** Set the view when first shown or resized. A line more above it, or another route of mine, doesn't move it. */
function place() {
  if (!map.clientWidth) return;
  const view = zoom.seen() ?? JSON.parse(sessionStorage.getItem(KEY));
  touched ||= Boolean(!zoom.seen() && view);
  const known = view && (touched || framed === map.clientWidth);
  if (!known || !framed) frame(); // which puts the buttons, too
  if (known) zoom.show(view);
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
    const button = event.target.closest("[data-zoom]");
    if (button) {
      zoom.step(button.dataset.zoom === "in");
      return;
    }
    if (!down || document.body.dataset.view !== "map") return;
    const place = placeAt(event.clientX, event.clientY);
    if (place) {
      openPlace(place);
      return;
    }
    const route = nearest(event.clientX, event.clientY);
    if (route) open(route);
  });
  paint();
  place();
  new ResizeObserver(place).observe(map);
}
