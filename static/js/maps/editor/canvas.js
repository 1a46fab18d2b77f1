// The canvas of the drawing board: places, routes, the selection, and the view.

import { marksOf } from "./bonuses.js";
import * as geo from "./geometry.js";
import { bundleOf, isCountry, isVerified, placeOf, routeOf, shortest, ticketOf } from "./sheet.js";

const SVG = "http://www.w3.org/2000/svg";
const CLOSEST = 0.08; // the smallest part of the canvas that fills the view

function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export class Canvas {
  constructor(svg, words, bonuses) {
    this.svg = svg;
    this.words = words;
    this.bonuses = bonuses;
    this.layer = Object.fromEntries(
      [...svg.querySelectorAll("[data-layer]")].map((layer) => [layer.dataset.layer, layer]),
    );
    this.drawn = new Map(); // element by “place berlin”, “route berlin--dresden”
    this.view = null;
    this.size = null;
    this.labels = new Map();
    this.onlook = () => {}; // lets the picture below follow the view
  }

  // -- The view -----------------------------------------------------------------------------------

  /** Show the whole canvas. */
  fit() {
    const [width, height] = this.sheet.canvas;
    const rim = 0.07 * Math.max(width, height);
    this.look([-rim, -rim, width + 2 * rim, height + 2 * rim]);
  }

  look(view) {
    this.view = view;
    this.svg.setAttribute("viewBox", view.map(geo.short).join(" "));
    this.onlook();
  }

  /** A point of the screen as a point of the canvas. */
  spot(event) {
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  /** Canvas units in a pixel. */
  get scale() {
    return 1 / this.svg.getScreenCTM().a;
  }

  zoom(by, around = null) {
    const [x, y, w, h] = this.view;
    const whole = 1.6 * Math.max(...this.sheet.canvas);
    const factor = Math.min(
      Math.max(by, (CLOSEST * Math.min(...this.sheet.canvas)) / Math.min(w, h)),
      Math.max(1, whole / Math.max(w, h)),
    );
    const [cx, cy] = around ?? [x + w / 2, y + h / 2];
    this.look([cx - (cx - x) * factor, cy - (cy - y) * factor, w * factor, h * factor]);
  }

  pan(dx, dy) {
    const [x, y, w, h] = this.view;
    this.look([x - dx, y - dy, w, h]);
  }

  /** Move the view so that a point is well inside it. */
  reveal([px, py]) {
    const [x, y, w, h] = this.view;
    const inside = px > x + 0.1 * w && px < x + 0.9 * w && py > y + 0.1 * h && py < y + 0.9 * h;
    if (!inside) this.look([px - w / 2, py - h / 2, w, h]);
  }

  // -- Drawing ------------------------------------------------------------------------------------

  /**
   * Draw a sheet. `still` keeps sizes and names unchanged during a drag.
   * @param {{selected: ?{kind: string, id: string}, group: Group, from: ?string, tickets: boolean,
   *   wrong: Map<string, string>, comparing: boolean, corners: ?number[][], still: boolean}} how
   */
  draw(sheet, how) {
    this.sheet = sheet;
    const places = sheet.places.map((place) => ({
      id: place.id,
      name: String(place.name ?? ""),
      spot: [Number(place.x) || 0, Number(place.y) || 0],
      country: isCountry(place),
      source: place,
    }));
    this.places = new Map(places.map((place) => [place.id, place]));
    const drawable = sheet.routes.filter(
      (route) => this.places.has(route.a) && this.places.has(route.b) && route.length >= 1,
    );
    if (!how.still || !this.size) {
      this.size = geo.sizes({ ...sheet, routes: drawable }, (id) => this.places.get(id)?.spot);
    }
    this.svg.setAttribute("font-size", this.size.font);
    this.svg.dataset.theme = sheet.theme;
    this.frame(sheet);
    const laid = this.layRoutes(sheet, drawable);
    if (!how.still) {
      const bars = [...laid.values()].flatMap(({ spaces }) => spaces.flatMap(threePoints));
      this.labels = geo.labels(places, bars, this.size, sheet.canvas);
    }
    const drawn = new Set();
    for (const route of drawable) this.route(route, laid.get(route), how, drawn);
    for (const place of places) this.place(place, sheet, how, drawn);
    for (const [key, element] of this.drawn) {
      if (!drawn.has(key)) {
        element.remove();
        this.drawn.delete(key);
      }
    }
    this.posts(laid);
    this.overlay(sheet, how);
  }

  frame(sheet) {
    const [width, height] = sheet.canvas;
    const frame = this.layer.frame;
    frame.setAttribute("width", width);
    frame.setAttribute("height", height);
    for (const ground of this.svg.querySelectorAll("[data-ground]")) {
      ground.classList.toggle("away", ground.dataset.ground !== sheet.theme);
    }
  }

  layRoutes(sheet, routes) {
    const laid = new Map();
    for (const route of routes) {
      if (laid.has(route)) continue;
      const bundle = bundleOf(sheet, route).filter((one) => one.length >= 1);
      const { tracks, ...common } = geo.lay(bundle, this.places, this.size);
      bundle.forEach((one, i) => laid.set(one, { ...common, ...tracks[i] }));
    }
    return laid;
  }

  /** The element of an item, rebuilt only if it has changed. */
  element(key, looks, layer, drawn, build) {
    drawn.add(key);
    const sign = JSON.stringify(looks);
    let group = this.drawn.get(key);
    if (!group) {
      group = make("g", { tabindex: "0", role: "button" });
      this.drawn.set(key, group);
    }
    if (group.parentNode !== layer) layer.append(group);
    if (group.looks !== sign) {
      group.looks = sign;
      group.replaceChildren(...build());
    }
    return group;
  }

  route(route, { line, spaces }, how, drawn) {
    const size = this.size;
    const wilds = Math.min(Number(route.ferry) || 0, spaces.length);
    const kind = route.tunnel ? "tunnel" : wilds ? "ferry" : undefined;
    const looks = [route.color, spaces, size.width, size.unit, kind, wilds];
    const group = this.element(`route ${route.id}`, looks, this.layer.routes, drawn, () => {
      const d = geo.path(line);
      const parts = [
        make("path", { class: "halo", d, "stroke-width": geo.short(1.9 * size.width) }),
        make("path", { class: "touch", d, "stroke-width": geo.short(1.2 * size.width) }),
      ];
      if (kind) parts.push(make("path", { class: "bore", d, "stroke-width": geo.short(1.5 * size.width) }));
      const sign = 0.78 * size.width;
      for (const [i, space] of spaces.entries()) {
        const turn = `translate(${geo.short(space.x)} ${geo.short(space.y)})rotate(${geo.short(space.angle)})`;
        parts.push(
          make("path", { class: "b-space", d: geo.plate(space.length, size.width), transform: turn }),
        );
        if (i < wilds || route.color !== "grey") {
          parts.push(
            make("use", {
              class: i < wilds ? "y w" : "y",
              href: `#sym-${i < wilds ? "wild" : route.color}`,
              x: geo.short(space.x - sign / 2),
              y: geo.short(space.y - sign / 2),
              width: geo.short(sign),
              height: geo.short(sign),
            }),
          );
        }
      }
      return parts;
    });
    group.dataset.route = route.id;
    group.dataset.color = route.color;
    group.dataset.owner = "";
    if (kind) group.dataset.kind = kind;
    else delete group.dataset.kind;
    group.setAttribute("class", `route${this.state("route", route, how)}`);
    group.setAttribute("aria-label", this.words.route(this.sheet, route));
  }

  state(kind, item, how) {
    const { id } = item;
    const chosen = (how.selected?.kind === kind && how.selected.id === id) || how.group.has(kind, id);
    const wrong = how.wrong.get(`${kind} ${id}`);
    const left = how.comparing && !isVerified(this.sheet, item);
    return `${chosen ? " chosen" : ""}${wrong ? ` ${wrong}` : ""}${left ? " uncompared" : ""}`;
  }

  place(place, sheet, how, drawn) {
    const size = this.size;
    const { number, color, pieces, sight } = marksOf(this.bonuses, sheet, place.source);
    const label = this.labels.get(place.id) ?? { dx: size.disc * 1.4, dy: 0, anchor: "start" };
    const looks = [place.name, place.country, number, color, pieces, sight, size.unit, size.font,
      label.dx, label.dy, label.anchor];
    const key = `place ${place.id}`;
    const group = this.element(key, looks, this.layer.places, drawn, () =>
      place.country ? this.sign(place, pieces) : this.disc(place, { number, color, pieces, sight }, label),
    );
    group.dataset.place = place.id;
    group.setAttribute("transform", `translate(${geo.short(place.spot[0])} ${geo.short(place.spot[1])})`);
    const from = how.from === place.id ? " from" : "";
    group.setAttribute(
      "class",
      `place${place.country ? " country" : ""}${from}${this.state("place", place.source, how)}`,
    );
    group.setAttribute("aria-label", this.words.place(place.source));
  }

  disc(place, { number: inside, color, pieces, sight }, label) {
    const { disc, dot, font } = this.size;
    const parts = [
      make("circle", { class: "halo", r: geo.short(1.35 * disc), "stroke-width": geo.short(0.6 * disc) }),
      make("circle", { class: "touch", r: geo.short(1.4 * disc) }),
    ];
    if (sight) parts.push(make("path", { class: "b-sight", d: geo.rosette(1.45 * disc) }));
    parts.push(make("circle", { class: "disc", r: geo.short(disc), "data-color": color }));
    if (inside) {
      const number = make("text", { class: "district", dy: ".36em", "font-size": geo.short(1.25 * disc) });
      number.textContent = inside;
      if (color) number.dataset.color = color;
      parts.push(number);
    } else parts.push(make("circle", { class: "dot", r: geo.short(dot) }));
    // On the side away from the name.
    const [left, below] = [label.dx > 0, label.dy < 0 && label.anchor === "middle"];
    if (pieces) parts.push(this.waiting(pieces, left ? -disc : disc, below ? disc : -disc));
    const name = make("text", {
      class: "name",
      x: geo.short(label.dx),
      y: geo.short(label.dy + 0.33 * font),
      "text-anchor": label.anchor,
    });
    name.textContent = place.name;
    parts.push(name);
    return parts;
  }

  sign(place, pieces) {
    const { font } = this.size;
    const [w, h] = geo.signOf(place.name, font);
    const rect = (more, name) =>
      make("rect", {
        class: name,
        x: geo.short(-w / 2 - more),
        y: geo.short(-h / 2 - more),
        width: geo.short(w + 2 * more),
        height: geo.short(h + 2 * more),
        rx: 6,
      });
    const text = make("text", { dy: ".34em" });
    text.textContent = place.name;
    const parts = [rect(0.25 * font, "halo"), rect(0, "country-sign"), rect(-0.09 * font, "rim"), text];
    if (pieces) parts.push(this.waiting(pieces, w / 2, -h / 2));
    return parts;
  }

  /** The number of pieces here: a plate with a figure and the number. */
  waiting(count, x, y) {
    const tall = 0.62 * this.size.font;
    const number = make("text", { class: "waiting-count", x: geo.short(0.35 * tall), dy: ".36em", "font-size": geo.short(tall) });
    number.textContent = count;
    const box = { x: geo.short(-0.8 * tall), y: geo.short(-0.55 * tall), width: geo.short(1.7 * tall), height: geo.short(1.1 * tall) };
    return make(
      "g",
      { class: "pieces-waiting", transform: `translate(${geo.short(x)} ${geo.short(y)})` },
      make("rect", { ...box, rx: geo.short(0.3 * tall) }),
      make("use", {
        href: "#passenger",
        x: geo.short(-0.7 * tall),
        y: geo.short(-0.45 * tall),
        width: geo.short(0.7 * tall),
        height: geo.short(0.9 * tall),
      }),
      number,
    );
  }

  posts(laid) {
    const parts = [];
    const { post } = this.size;
    for (const [route, { end, post: has }] of laid) {
      if (!has) continue;
      const country = this.places.get(isCountry(placeOf(this.sheet, route.b)) ? route.b : route.a);
      const [x, y] = end.map(geo.short);
      parts.push(make("path", { class: "tether", d: geo.path([end, country.spot]) }));
      const d = `M-${post} 0L0-${post} ${post} 0 0 ${post}z`;
      parts.push(make("path", { class: "b-post", d, transform: `translate(${x} ${y})` }));
    }
    this.layer.posts.replaceChildren(...parts);
  }

  // -- On top of it: tickets, handles ---------------------------------------------------------------

  overlay(sheet, how) {
    const parts = [];
    const line = (ticket, name) => {
      const [a, b] = [this.places.get(ticket.a), this.places.get(ticket.b)];
      if (a && b) parts.push(make("path", { class: name, d: geo.path([a.spot, b.spot]) }));
    };
    const { kind, id } = how.selected ?? {};
    if (how.tickets && kind !== "ticket") for (const ticket of sheet.tickets) line(ticket, "ticket");
    if (kind === "ticket") {
      const ticket = ticketOf(sheet, id);
      line(ticket, "ticket chosen");
      const way = new Set(shortest(sheet, ticket.a, ticket.b)?.routes ?? []);
      for (const [key, element] of this.drawn) {
        if (key.startsWith("route ")) element.classList.toggle("onway", way.has(key.slice(6)));
      }
    }
    const route = kind === "route" && routeOf(sheet, id);
    if (route && this.places.has(route.a) && this.places.has(route.b)) {
      const { start, end, post } = geo.ends(route, this.places, this.size);
      const spot = route.via ?? geo.middle([start, end]);
      parts.push(this.handle("via", spot, route.via ? "set" : ""));
      if (post) parts.push(this.handle("end", end, route.country_end ? "set" : ""));
    }
    for (const [i, corner] of (how.corners ?? []).entries()) parts.push(this.handle(`corner-${i}`, corner, "set"));
    this.layer.overlay.replaceChildren(...parts);
  }

  /** While several are being selected: the box from one corner to the other. */
  box([x0, y0], [x1, y1]) {
    const [x, y, width, height] = [Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)];
    this.boxing?.remove();
    this.boxing = make("rect", { class: "box", x, y, width, height });
    this.boxing.bounds = [x, y, x + width, y + height];
    this.layer.overlay.append(this.boxing);
  }

  /** Its left, top, right and bottom once it's drawn; null if there's none. */
  boxed() {
    const bounds = this.boxing?.bounds ?? null;
    this.boxing?.remove();
    this.boxing = null;
    return bounds;
  }

  handle(name, [x, y], state) {
    const r = Math.max(0.2 * this.size.unit, 7 * this.scale);
    return make(
      "g",
      { class: `handle ${name} ${state}`, "data-handle": name, transform: `translate(${geo.short(x)} ${geo.short(y)})` },
      make("circle", { class: "touch", r: geo.short(Math.max(r * 1.6, 16 * this.scale)) }),
      make("circle", { class: "knob", r: geo.short(r) }),
    );
  }

  focus(kind, id) {
    this.drawn.get(`${kind} ${id}`)?.focus({ preventScroll: true });
  }
}

const threePoints = ({ x, y, angle, length }) => {
  const turn = (angle * Math.PI) / 180;
  const [dx, dy] = [(Math.cos(turn) * length) / 3, (Math.sin(turn) * length) / 3];
  return [[x - dx, y - dy], [x, y], [x + dx, y + dy]];
};
