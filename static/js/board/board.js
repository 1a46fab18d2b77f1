// Updates a board after the page has been drawn. Every function touches only what's different.

const routes = (svg) => svg.querySelectorAll(".route[data-route]");

/**
 * The state of the map, from the short form the server sends: routes and places are numbered in the
 * order they're drawn in.
 * @returns {{owners: object, closed: string[], lit: string[], gap: string[], ends: string[],
 *   stations: object, waiting: object|null}|null}
 */
export function readState(svg, sent) {
  if (!sent) return null;
  const { owned, closed, lit, gap, ends, built, waiting } = JSON.parse(sent);
  const ids = Array.from(routes(svg), (route) => route.dataset.route);
  const places = Array.from(svg.querySelectorAll("[data-place]"), (place) => place.dataset.place);
  const owners = {};
  for (const [color, numbers] of Object.entries(owned)) {
    for (const number of numbers) owners[ids[number]] = color;
  }
  return {
    owners,
    closed: closed.map((number) => ids[number]),
    lit: lit.map((number) => ids[number]),
    gap: gap.map((number) => ids[number]),
    ends,
    stations: Object.fromEntries(
      Object.entries(built ?? {}).flatMap(([color, numbers]) => numbers.map((i) => [places[i], color])),
    ),
    waiting: waiting && Object.fromEntries(waiting.map((colors, i) => [places[i], colors])),
  };
}

function point(use, id) {
  if (id) use.setAttribute("href", `#${id}`);
  else use.removeAttribute("href");
}

/**
 * Show who owns which route.
 * @param {SVGSVGElement} svg
 * @param {Record<string, string>} owners route id → colour; routes that aren't listed are free
 * @param {{quiet?: boolean}} [options] quiet: no highlight, for the first painting after a reload
 * @returns {string[]} the routes that changed
 */
export function paintOwners(svg, owners, { quiet = false } = {}) {
  const changed = [];
  for (const route of routes(svg)) {
    const id = route.dataset.route;
    const owner = owners[id] ?? "";
    if (route.dataset.owner === owner) continue;
    route.dataset.owner = owner;
    for (const use of route.querySelectorAll(".m")) point(use, owner && `mark-${owner}`);
    const shining = route.classList.contains("claimed");
    route.classList.remove("claimed");
    if (owner && !quiet) {
      // A running highlight only restarts after a layout without it. As that lays out the whole page, it isn't done
      // for a first highlight.
      if (shining) route.getBoundingClientRect();
      route.classList.add("claimed");
      route.addEventListener("animationend", () => route.classList.remove("claimed"), { once: true });
    }
    changed.push(id);
  }
  return changed;
}

/**
 * Show the pieces that still lie at places.
 * @param {SVGSVGElement} svg
 * @param {Record<string, (string|null)[]>} waiting place id → colours; null for a piece that's gone
 */
export function paintPieces(svg, waiting) {
  for (const place of svg.querySelectorAll("[data-place]")) {
    const colors = waiting[place.dataset.place] ?? [];
    place.querySelectorAll(".slot").forEach((slot, i) => {
      const color = colors[i] ?? "";
      if (slot.dataset.color === color) return;
      slot.dataset.color = color;
      point(slot.querySelector(".c"), color && `sym-${color}`);
    });
  }
}

/** Show stations: place id → owner's colour. */
export function paintStations(svg, stations) {
  for (const station of svg.querySelectorAll(".station")) {
    const owner = stations[station.closest("[data-place]").dataset.place] ?? "";
    if (station.dataset.owner === owner) continue;
    station.dataset.owner = owner;
    point(station.querySelector(".m"), owner && `mark-${owner}`);
  }
}

/** Highlight these routes and dim all others; without any, show all as usual. */
export function light(svg, ids = []) {
  const lit = new Set(ids);
  svg.classList.toggle("lighting", lit.size > 0);
  for (const route of routes(svg)) route.classList.toggle("lit", lit.has(route.dataset.route));
}

/** Show the gaps of a ticket, and the two places it was meant to join. */
export function showGap(svg, ids = [], ends = []) {
  const gap = new Set(ids);
  svg.classList.toggle("lighting", gap.size > 0 || svg.classList.contains("lighting"));
  for (const route of routes(svg)) route.classList.toggle("gap", gap.has(route.dataset.route));
  for (const place of svg.querySelectorAll("[data-place]")) {
    place.classList.toggle("end", ends.includes(place.dataset.place));
  }
}

/** Mark the routes that can no longer be claimed. */
export function setClosed(svg, ids = []) {
  const closed = new Set(ids);
  for (const route of routes(svg)) route.classList.toggle("closed", closed.has(route.dataset.route));
}

/** Mark the route that is being claimed; null: none. */
export function choose(svg, id = null) {
  for (const route of routes(svg)) route.classList.toggle("chosen", route.dataset.route === id);
}
