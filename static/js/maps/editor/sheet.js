// Operations on a map sheet. Every function returns a new sheet and leaves the old one unchanged, so history is just
// a list of sheets, which share whatever they have in common.

const LETTERS = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", œ: "oe", ø: "o", å: "a", ł: "l" };

export const steps = (path) => path.split(/[.[\]]+/).filter(Boolean);

/** The value at a path such as `vehicles.each` or `places[3].name`. */
export function at(sheet, path) {
  return steps(path).reduce((value, key) => value?.[key], sheet);
}

/** The sheet with another value at a path; undefined removes the field. */
export function put(sheet, path, value) {
  const [key, ...rest] = Array.isArray(path) ? path : steps(path);
  const list = Array.isArray(sheet);
  const copy = list ? [...sheet] : { ...sheet };
  const inner = rest.length ? put(sheet?.[key] ?? {}, rest, value) : value;
  if (inner !== undefined) copy[key] = inner;
  else if (list) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

export const placeOf = (sheet, id) => sheet.places.find((place) => place.id === id);
export const routeOf = (sheet, id) => sheet.routes.find((route) => route.id === id);
export const ticketOf = (sheet, id) => sheet.tickets.find((ticket) => ticket.id === id);
export const isCountry = (place) => place?.kind === "country";
export const bonusOf = (sheet, kind) => sheet.bonuses.find((bonus) => bonus.kind === kind);

const joins = (item, a, b) => (item.a === a && item.b === b) || (item.a === b && item.b === a);

/** All routes between the same two places, in order. */
export const parallels = (sheet, route) =>
  sheet.routes.filter((other) => joins(other, route.a, route.b));

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Those drawn side by side with a route: parallel, with the same bend. */
export const bundleOf = (sheet, route) =>
  parallels(sheet, route).filter(
    (other) => same(other.via, route.via) && same(other.country_end, route.country_end),
  );

// -- Ids ------------------------------------------------------------------------------------------

export function slug(name) {
  return name
    .toLowerCase()
    .replace(/[äöüßæœøåł]/g, (letter) => LETTERS[letter])
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50);
}

function freeId(sheet, wish, own = null) {
  const taken = new Set(sheet.places.map((place) => place.id).filter((id) => id !== own));
  const base = wish || "place";
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(id)) return id;
  }
}

/** Ids of routes and tickets are made from their places; parallel routes have a number. */
function numbered(sheet) {
  const groups = new Map();
  for (const route of sheet.routes) {
    const key = [route.a, route.b].sort().join(" ");
    groups.set(key, [...(groups.get(key) ?? []), route]);
  }
  const ids = new Map();
  for (const group of groups.values()) {
    const base = `${group[0].a}--${group[0].b}`;
    group.forEach((route, i) => ids.set(route, group.length > 1 ? `${base}--${i + 1}` : base));
  }
  const named = (item, id) => (item.id === id ? item : { ...item, id });
  return {
    ...sheet,
    routes: sheet.routes.map((route) => named(route, ids.get(route))),
    tickets: sheet.tickets.map((ticket) => named(ticket, `${ticket.a}--${ticket.b}`)),
  };
}

// -- Places ---------------------------------------------------------------------------------------

const whole = (number) => Math.round(number);

/** A point that lies on the canvas. */
export function onCanvas(sheet, [x, y]) {
  const [width, height] = sheet.canvas;
  return [Math.min(Math.max(whole(x), 0), width), Math.min(Math.max(whole(y), 0), height)];
}

export function addPlace(sheet, spot, name) {
  const [x, y] = onCanvas(sheet, spot);
  const place = { id: freeId(sheet, slug(name)), name, x, y };
  return [{ ...sheet, places: [...sheet.places, place] }, place.id];
}

const changePlace = (sheet, id, fields) => ({
  ...sheet,
  places: sheet.places.map((place) => (place.id === id ? { ...place, ...fields } : place)),
});

export function movePlace(sheet, id, spot) {
  const [x, y] = onCanvas(sheet, spot);
  const place = placeOf(sheet, id);
  return place.x === x && place.y === y ? sheet : changePlace(sheet, id, { x, y });
}

/** The same, rotating and stretching the bends of its routes. */
export function dragPlace(sheet, id, spot) {
  const moved = movePlace(sheet, id, spot);
  if (moved === sheet) return sheet;
  const [old, now] = [placeOf(sheet, id), placeOf(moved, id)];
  const follow = (route) => {
    if (!route.via || (route.a !== id && route.b !== id)) return route;
    const other = placeOf(sheet, route.a === id ? route.b : route.a);
    if (!other || (isCountry(old) && route.country_end)) return route;
    const [ox, oy] = (isCountry(other) && route.country_end) || [other.x, other.y];
    const [via, was, is] = [route.via, [old.x, old.y], [now.x, now.y]].map(([x, y]) => [x - ox, y - oy]);
    const size = was[0] ** 2 + was[1] ** 2 || 1;
    // As complex numbers: via · is / was.
    const turn = [(is[0] * was[0] + is[1] * was[1]) / size, (is[1] * was[0] - is[0] * was[1]) / size];
    const bent = [ox + via[0] * turn[0] - via[1] * turn[1], oy + via[0] * turn[1] + via[1] * turn[0]];
    return { ...route, via: onCanvas(sheet, bent) };
  };
  return { ...moved, routes: moved.routes.map(follow) };
}

/** Change a place's id, also in its routes and tickets. */
export function renumberPlace(sheet, old, id) {
  if (old === id) return sheet;
  const follow = (item) =>
    item.a === old || item.b === old
      ? { ...item, a: item.a === old ? id : item.a, b: item.b === old ? id : item.b }
      : item;
  return numbered({
    ...sheet,
    places: sheet.places.map((place) => (place.id === old ? { ...place, id } : place)),
    routes: sheet.routes.map(follow),
    tickets: sheet.tickets.map(follow),
  });
}

/** Rename a place; its id changes, too, as long as no game can refer to it. */
export function renamePlace(sheet, id, name, keepsId) {
  const renamed = changePlace(sheet, id, { name });
  if (keepsId || !slug(name)) return [renamed, id];
  const wish = freeId(sheet, slug(name), id);
  return [renumberPlace(renamed, id, wish), wish];
}

/** Set a number of a place; remove it if it's empty or zero. */
export function setOnPlace(sheet, id, field, value) {
  const index = sheet.places.findIndex((place) => place.id === id);
  return put(sheet, ["places", index, field], value || undefined);
}

/** Remove a place, with its routes and tickets. */
export function removePlace(sheet, id) {
  const away = (item) => item.a !== id && item.b !== id;
  return numbered({
    ...sheet,
    places: sheet.places.filter((place) => place.id !== id),
    routes: sheet.routes.filter(away),
    tickets: sheet.tickets.filter(away),
  });
}

// -- Routes ---------------------------------------------------------------------------------------

/** Add a route, parallel to those that already join the two places. Returns its id, too. */
export function addRoute(sheet, a, b, fields) {
  const twins = sheet.routes.filter((other) => joins(other, a, b));
  const twin = twins.at(-1);
  const route = twin
    ? { ...twin, ...fields, length: twin.length }
    : { id: `${a}--${b}`, a, b, ...fields };
  delete route.verified;
  const index = twin ? sheet.routes.indexOf(twin) + 1 : sheet.routes.length;
  const routes = [...sheet.routes.slice(0, index), route, ...sheet.routes.slice(index)];
  const added = numbered({ ...sheet, routes });
  return [added, added.routes[index].id];
}

const changeRoutes = (sheet, some, fields) => {
  const ids = new Set(some.map((route) => route.id));
  const changed = (route) => {
    const copy = { ...route, ...fields };
    for (const key of Object.keys(fields)) if (fields[key] === undefined) delete copy[key];
    return copy;
  };
  return {
    ...sheet,
    routes: sheet.routes.map((route) => (ids.has(route.id) ? changed(route) : route)),
  };
};

export const colorRoute = (sheet, route, color) => changeRoutes(sheet, [route], { color });

/** Set the length of a route and its parallels: it's always the same. */
export const setLength = (sheet, route, length) =>
  changeRoutes(sheet, parallels(sheet, route), { length });

/** Bend a route and those drawn beside it through a point; without one, straighten them. */
export const bendRoute = (sheet, route, spot) =>
  changeRoutes(sheet, bundleOf(sheet, route), { via: spot && spot.map(whole) });

export const endRoute = (sheet, route, spot) =>
  changeRoutes(sheet, bundleOf(sheet, route), { country_end: spot && spot.map(whole) });

export function removeRoute(sheet, id) {
  return numbered({ ...sheet, routes: sheet.routes.filter((route) => route.id !== id) });
}

// -- Tickets --------------------------------------------------------------------------------------

export const ticketBetween = (sheet, a, b) =>
  sheet.tickets.find((ticket) => joins(ticket, a, b));

export function addTicket(sheet, a, b, points, deck) {
  const ticket = { id: `${a}--${b}`, a, b, points };
  if (sheet.ticket_decks.length > 1) ticket.deck = deck ?? sheet.ticket_decks[0].id;
  return [{ ...sheet, tickets: [...sheet.tickets, ticket] }, ticket.id];
}

export const removeTicket = (sheet, id) => ({
  ...sheet,
  tickets: sheet.tickets.filter((ticket) => ticket.id !== id),
});

/** The fewest spaces between two places, with the routes of that path; null if nothing joins them. */
export function shortest(sheet, start, goal) {
  const dead = new Set(sheet.places.filter(isCountry).map((place) => place.id));
  const best = new Map([[start, { spent: 0, hops: 0, way: [] }]]);
  const open = new Set([start]);
  while (open.size) {
    let here = null;
    for (const id of open) {
      const [a, b] = [best.get(id), here && best.get(here)];
      if (!b || a.spent < b.spent || (a.spent === b.spent && a.hops < b.hops)) here = id;
    }
    open.delete(here);
    const { spent, hops, way } = best.get(here);
    if (here === goal) return { spaces: spent, routes: way };
    if (dead.has(here) && here !== start) continue;
    for (const route of sheet.routes) {
      if (route.a !== here && route.b !== here) continue;
      const there = route.a === here ? route.b : route.a;
      const cost = spent + route.length;
      const earlier = best.get(there);
      if (!earlier || cost < earlier.spent || (cost === earlier.spent && hops + 1 < earlier.hops)) {
        best.set(there, { spent: cost, hops: hops + 1, way: [...way, route.id] });
        open.add(there);
      }
    }
  }
  return null;
}

// -- Many at once -------------------------------------------------------------------------------

/** Move places together, as far as all of them stay on the canvas; bends between them move along. */
export function movePlaces(sheet, ids, dx, dy) {
  const moved = sheet.places.filter(({ id }) => ids.has(id));
  if (!moved.length) return sheet;
  const [width, height] = sheet.canvas;
  const within = (step, values, most) =>
    whole(Math.min(Math.max(step, -Math.min(...values)), most - Math.max(...values)));
  const x = within(dx, moved.map((place) => place.x), width);
  const y = within(dy, moved.map((place) => place.y), height);
  if (!x && !y) return sheet;
  const shift = (point) => point && [point[0] + x, point[1] + y];
  const follow = (route) =>
    ids.has(route.a) && ids.has(route.b)
      ? withoutEmpty({ ...route, via: shift(route.via), country_end: shift(route.country_end) })
      : route;
  return {
    ...sheet,
    places: sheet.places.map((place) => (ids.has(place.id) ? { ...place, x: place.x + x, y: place.y + y } : place)),
    routes: sheet.routes.map(follow),
  };
}

const withoutEmpty = (item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

export const colorRoutes = (sheet, ids, color) =>
  changeRoutes(sheet, sheet.routes.filter(({ id }) => ids.has(id)), { color });

const idsOf = (items, kind) => new Set(items.filter((item) => item.kind === kind).map(({ id }) => id));

/** Remove items, and the routes and tickets of places; parallel routes are renumbered. */
export function removeItems(sheet, items) {
  const [places, routes, tickets] = ["place", "route", "ticket"].map((kind) => idsOf(items, kind));
  const leads = ({ a, b }) => places.has(a) || places.has(b);
  return numbered({
    ...sheet,
    places: sheet.places.filter(({ id }) => !places.has(id)),
    routes: sheet.routes.filter((route) => !routes.has(route.id) && !leads(route)),
    tickets: sheet.tickets.filter((ticket) => !tickets.has(ticket.id) && !leads(ticket)),
  });
}

/** Copy places and routes next to the originals: [sheet, the new items as {kind, id}]. */
export function addCopies(sheet, { places, routes }, off) {
  let now = sheet;
  const ids = new Map();
  for (const { id, name, x, y, kind } of places) {
    const [added, made] = addPlace(now, [Number(x) + off, Number(y) + off], freeName(now, String(name)));
    now = kind === "country" ? changePlace(added, made, { kind }) : added;
    ids.set(id, made);
  }
  const pasted = [...ids.values()].map((id) => ({ kind: "place", id }));
  for (const { a, b, length, color, via, tunnel, ferry } of routes) {
    const [from, to] = [a, b].map((end) => ids.get(end) ?? (placeOf(now, end) ? end : null));
    if (!from || !to || from === to) continue;
    const bend = via && ids.has(a) && ids.has(b) ? onCanvas(now, [via[0] + off, via[1] + off]) : undefined;
    const [added, id] = addRoute(now, from, to, withoutEmpty({ length, color, via: bend, tunnel, ferry }));
    now = added;
    pasted.push({ kind: "route", id });
  }
  return [now, pasted];
}

function freeName(sheet, name) {
  const taken = new Set(sheet.places.map((place) => place.name));
  for (let n = 1; ; n += 1) {
    const wish = n === 1 ? name : `${name} ${n}`;
    if (!taken.has(wish)) return wish;
  }
}

// -- Checked --------------------------------------------------------------------------------------

/** Mark an item as compared with the printed board, or not; the same as for the whole sheet isn't stored. */
export function toggleVerified(sheet, list, index) {
  const now = !(sheet[list][index].verified ?? sheet.verified);
  return put(sheet, [list, index, "verified"], now === sheet.verified ? undefined : now);
}

export const isVerified = (sheet, item) => item.verified ?? sheet.verified;

/** The same for several items. */
export function setVerified(sheet, items, verified) {
  const marked = (kind, list) => {
    const ids = idsOf(items, kind);
    return list.map((item) => {
      if (!ids.has(item.id) || isVerified(sheet, item) === verified) return item;
      const { verified: _old, ...rest } = item;
      return verified === sheet.verified ? rest : { ...rest, verified };
    });
  };
  const { places, routes, tickets } = sheet;
  return { ...sheet, places: marked("place", places), routes: marked("route", routes), tickets: marked("ticket", tickets) };
}

// -- Decks ----------------------------------------------------------------------------------------

/** Change the list of decks; every ticket stays in an existing one. `renamed` is [old id, new id]. */
export function setDecks(sheet, decks, renamed = []) {
  const first = sheet.ticket_decks[0]?.id;
  const deckIds = new Set(decks.map((deck) => deck.id));
  const tickets = sheet.tickets.map((ticket) => {
    let deck = ticket.deck ?? first;
    if (deck === renamed[0]) deck = renamed[1];
    if (!deckIds.has(deck)) deck = decks[0]?.id;
    const { deck: _old, ...rest } = ticket;
    const { verified, ...plain } = rest;
    if (decks.length < 2) return rest;
    return verified === undefined ? { ...plain, deck } : { ...plain, deck, verified };
  });
  return { ...sheet, ticket_decks: decks, tickets };
}
