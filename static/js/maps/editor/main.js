// The drawing board: one sheet, its history, the selection, and every command.

import { fieldsFor } from "./bonuses.js";
import { Canvas } from "./canvas.js";
import { COMMANDS } from "./commands.js";
import { uncompared } from "./comparing.js";
import { far, middle } from "./geometry.js";
import { Group } from "./group.js";
import { History } from "./history.js";
import { ItemPanel } from "./item.js";
import { UnsavedCopy } from "./unsaved_copy.js";
import { Keys } from "./keys.js";
import { Lists } from "./lists.js";
import { Pasting } from "./pasting.js";
import { Picture } from "./picture.js";
import { Pointer } from "./pointer.js";
import { Saving } from "./saving.js";
import { Server } from "./server.js";
import { SettingsPanel } from "./settings.js";
import * as sheets from "./sheet.js";
import { speaker } from "./words.js";

const PAUSE = 450; // milliseconds without an edit before the server checks the sheet
const ITEM = { places: "place", routes: "route", tickets: "ticket" };
const FIND = { place: sheets.placeOf, route: sheets.routeOf, ticket: sheets.ticketOf };

const SMALL = window.matchMedia("(max-width: 900px)"); // as in narrow.css
const TOUCH = window.matchMedia("(hover: none)"); // no keyboard beside it: hints name no keys

const byId = (id) => document.getElementById(id);
const fromPage = (id) => JSON.parse(byId(id).textContent);

class Desk {
  constructor() {
    this.setup = fromPage("board-setup");
    this.words = speaker(this.setup);
    this.server = new Server(this.setup, this.words);
    this.history = new History(fromPage("sheet-data"));
    this.saving = new Saving(this);
    this.kept = new Set(this.setup.kept_ids);
    this.selected = null; // one, or several in the group
    this.group = new Group(this);
    this.comparing = false; // whether items that haven't been compared are highlighted
    this.tool = "select";
    this.from = null; // the first place of a new route or ticket
    this.wrong = new Map(); // “place berlin” → “error” or “warning”
    this.color = "grey"; // of the next route
    this.deck = undefined; // of the next ticket
    this.asked = 0;
    this.side = document.querySelector(".side-panel");
    this.canvas = new Canvas(byId("canvas"), this.words, this.setup.bonuses);
    this.item_panel = new ItemPanel(document, this);
    this.settings = new SettingsPanel(byId("settings"), this);
    this.lists = new Lists(document.querySelector(".panel-tabs"), this);
    this.pointer = new Pointer(this.canvas, this);
    this.keys = new Keys(this);
    this.pasting = new Pasting(byId("pasting"), this);
    this.listen();
    this.canvas.sheet = this.sheet;
    this.canvas.fit();
    this.picture = new Picture(byId("tracing-picture"), byId("tracing"), this);
    this.kept_copy = new UnsavedCopy(this, byId("kept"));
    this.redraw({ all: true });
    this.check();
  }

  listen() {
    document.addEventListener("click", (event) => {
      const name = event.target.closest("[data-command]")?.dataset.command;
      if (!name) return;
      const listed = byId("commands").open;
      byId("commands").close();
      this.run(name, listed);
    });
    this.canvas.svg.addEventListener("focusin", ({ target }) => {
      const { place, route } = target.closest("[data-place], [data-route]")?.dataset ?? {};
      if (this.tool !== "select" || !(place || route) || this.pointer.keepsSelection) return;
      this.select(place ? { kind: "place", id: place } : { kind: "route", id: route });
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.saving.dirty) event.preventDefault();
    });
  }

  get sheet() {
    return this.history.sheet;
  }

  item() {
    return this.selected && FIND[this.selected.kind](this.sheet, this.selected.id);
  }

  /** Whether games may refer to a place's id. */
  keeps(id) {
    return this.kept.has(id);
  }

  run(name, byKey = false) {
    COMMANDS[name]?.(this, byKey);
  }

  // -- Editing ------------------------------------------------------------------------------------

  /** The only way to change the sheet. Steps of the same gesture are undone together. */
  edit(sheet, { gesture = null, select, still = false } = {}) {
    if (!this.history.add(sheet, gesture)) return;
    if (select !== undefined) {
      this.selected = select;
      this.group.clear();
    }
    this.redraw({ still });
    this.checkSoon();
    this.kept_copy.later();
  }

  /** After undo and redo: selected items may be gone. */
  moved(sentence) {
    if (!this.item()) this.selected = null;
    if (this.from && !sheets.placeOf(this.sheet, this.from)) this.from = null;
    this.say(sentence);
    this.redraw({ all: true });
    this.checkSoon();
    this.kept_copy.later();
  }

  redraw({ still = false, all = false } = {}) {
    if (!this.item()) this.selected = null;
    this.group.tidy();
    this.canvas.draw(this.sheet, {
      selected: this.selected,
      group: this.group,
      comparing: this.comparing,
      corners: this.tool === "picture" ? this.picture?.corners : null,
      from: this.from,
      wrong: this.wrong,
      tickets: this.tool === "ticket" || this.lists.active === "tickets",
      still,
    });
    this.item_panel.fill(all);
    if (still) return;
    this.settings.fill(all);
    this.lists.fill();
    this.status();
  }

  status() {
    const { words } = this;
    const { busy, dirty } = this.saving;
    byId("saved").textContent = busy ? words.saving : dirty ? words.unsaved : words.saved;
    byId("saved").classList.toggle("dirty", dirty);
    const { name, names } = this.sheet;
    document.querySelector('h1[data-shows="name"]').textContent =
      names?.[document.documentElement.lang] || name;
    for (const [name, can] of [["undo", this.history.canUndo], ["redo", this.history.canRedo]]) {
      for (const button of document.querySelectorAll(`[data-command="${name}"]`)) {
        button.setAttribute("aria-disabled", !can);
      }
    }
    for (const button of document.querySelectorAll('[data-command^="tool-"]')) {
      if (button.hasAttribute("aria-pressed")) {
        button.setAttribute("aria-pressed", button.dataset.command === `tool-${this.tool}`);
      }
    }
    this.canvas.svg.dataset.tool = this.tool;
    this.canvas.svg.toggleAttribute("data-comparing", this.comparing);
    for (const button of document.querySelectorAll('[data-command="comparing"]')) {
      button.setAttribute("aria-pressed", this.comparing);
    }
    byId("verified-next").hidden = !this.comparing;
    byId("hint").textContent = this.hint();
  }

  hint() {
    const { words, tool } = this;
    if (this.comparing && tool === "select") {
      const all = ["places", "routes", "tickets"].reduce((sum, list) => sum + this.sheet[list].length, 0);
      const name = TOUCH.matches ? "hint_comparing_touch" : "hint_comparing";
      return words.say(name, { done: all - uncompared(this.sheet).length, all });
    }
    if (this.group.size) return TOUCH.matches ? "" : words.hint_group;
    if (tool === "route" || tool === "ticket") {
      const name = this.from && words.nameOf(this.sheet, this.from);
      if (name) return words.say(`hint_${tool}_to`, { name });
    }
    if (tool === "select" && this.selected?.kind === "place" && !TOUCH.matches) {
      const fields = ["steps", "digits"].flatMap((keys) => fieldsFor(this.setup.bonuses, this.sheet, keys));
      return [words.hint_on_place, ...fields.map((field) => field.hint)].join(" ");
    }
    return (TOUCH.matches && words[`hint_${tool}_touch`]) || words[`hint_${tool}`];
  }

  select(item, { reveal = false, focus = false } = {}) {
    const same = !this.group.size && item?.kind === this.selected?.kind && item?.id === this.selected?.id;
    this.selected = item;
    this.group.clear();
    if (item?.kind === "route") this.color = this.item().color;
    if (item?.kind === "ticket") this.deck = this.item().deck;
    if (reveal && item) this.canvas.reveal(this.middleOf(item));
    if (!same || reveal) {
      this.history.rest();
      this.redraw();
      if (item) this.side.scrollTop = 0; // on phones the lists scroll together with the form above them
    }
    if (focus && item) this.canvas.focus(item.kind, item.id);
  }

  middleOf({ kind, id }) {
    const item = FIND[kind](this.sheet, id);
    if (kind === "place") return [item.x, item.y];
    const [a, b] = [item.a, item.b].map((end) => sheets.placeOf(this.sheet, end) ?? { x: 0, y: 0 });
    return item.via ?? [(a.x + b.x) / 2, (a.y + b.y) / 2];
  }

  /** Switch tools; routes and tickets may start at the selected place. */
  pick(tool, here = false) {
    this.tool = tool;
    this.from = here && this.selected?.kind === "place" ? this.selected.id : null;
    if (tool !== "picture" && SMALL.matches) this.picture.panel(false);
    this.redraw();
  }

  // -- Taps on the drawing --------------------------------------------------------------------------

  tap({ place, route, handle, many, spot }) {
    if (handle || this.tool === "picture") return;
    if (many && (place || route)) {
      this.group.toggle(place ? { kind: "place", id: place } : { kind: "route", id: route });
      return;
    }
    if (many) return; // next to everything: keep the selection
    if (this.tool === "place" && !place) this.newPlace(spot);
    else if (place && (this.tool === "route" || this.tool === "ticket")) this.join(place);
    else if (place) this.select({ kind: "place", id: place });
    else if (route) this.select({ kind: "route", id: route }, { focus: true });
    else {
      this.from = null;
      this.select(null);
      this.redraw();
    }
  }

  newPlace(spot) {
    const [sheet, id] = sheets.addPlace(this.sheet, spot, this.words.new_place);
    this.edit(sheet, { select: { kind: "place", id } });
    this.item_panel.focus();
  }

  /** The first or the second place of a route or ticket. */
  join(place) {
    if (!this.from) this.from = place;
    else if (this.from === place) this.say(this.words.same, true);
    else if (this.tool === "route") this.newRoute(this.from, place);
    else this.newTicket(this.from, place);
    this.redraw();
  }

  newRoute(a, b) {
    const [one, other] = [a, b].map((id) => sheets.placeOf(this.sheet, id));
    const { unit, disc } = this.canvas.size;
    const room = far([one.x, one.y], [other.x, other.y]) - 2 * disc;
    const longest = Math.max(1, ...Object.keys(this.sheet.points).map(Number));
    const length = Math.min(Math.max(1, Math.round(room / unit)), longest);
    const [sheet, id] = sheets.addRoute(this.sheet, a, b, { length, color: this.color });
    this.from = null;
    this.edit(sheet, { select: { kind: "route", id } });
    this.canvas.focus("route", id);
  }

  newTicket(a, b) {
    const existing = sheets.ticketBetween(this.sheet, a, b);
    this.from = null;
    if (existing) {
      this.say(this.words.exists, true);
      this.select({ kind: "ticket", id: existing.id });
      return;
    }
    const points = sheets.shortest(this.sheet, a, b)?.spaces ?? 1;
    const [sheet, id] = sheets.addTicket(this.sheet, a, b, points, this.deck);
    this.edit(sheet, { select: { kind: "ticket", id } });
    this.item_panel.focus();
  }

  dragPlace(id, dx, dy, drag) {
    const place = sheets.placeOf(this.sheet, id);
    drag.sheet ??= this.sheet;
    drag.at = [(drag.at?.[0] ?? place.x) + dx, (drag.at?.[1] ?? place.y) + dy];
    this.selected = { kind: "place", id };
    this.edit(sheets.dragPlace(drag.sheet, id, drag.at), { gesture: drag, still: true });
  }

  dragHandle(handle, spot) {
    const route = this.item();
    if (!route) return;
    const here = sheets.onCanvas(this.sheet, spot);
    const gesture = `handle ${route.id} ${handle}`;
    const bent = handle === "via" ? sheets.bendRoute : sheets.endRoute;
    const straight = handle === "via" && this.nearlyStraight(route, here);
    this.edit(bent(this.sheet, route, straight ? undefined : here), { gesture, still: true });
  }

  nearlyStraight(route, spot) {
    const [a, b] = [route.a, route.b].map((id) => this.canvas.places.get(id).spot);
    const chord = far(a, b) || 1;
    const off = Math.abs((b[0] - a[0]) * (a[1] - spot[1]) - (a[0] - spot[0]) * (b[1] - a[1])) / chord;
    return off < 5 * this.canvas.scale && far(middle([a, b]), spot) < chord / 2;
  }

  dropped() {
    this.history.rest();
    this.redraw();
  }

  /** Arrow keys: move the place, bend the route. */
  nudge(dx, dy) {
    if (this.group.size) {
      this.group.nudge(dx, dy);
      return;
    }
    const item = this.item();
    const { kind, id } = this.selected ?? {};
    const gesture = `nudge ${kind} ${id}`;
    if (kind === "place") {
      this.edit(sheets.movePlace(this.sheet, id, [item.x + dx, item.y + dy]), { gesture });
    } else if (kind === "route") {
      const [x, y] = this.middleOf(this.selected);
      this.edit(sheets.bendRoute(this.sheet, item, [x + dx, y + dy]), { gesture });
    }
  }

  // -- Routes, by keys and buttons ------------------------------------------------------------------

  paint(color) {
    this.color = color;
    if (this.group.size) this.group.paint(color);
    else this.edit(sheets.colorRoute(this.sheet, this.item(), color));
  }

  setOnRoute(field, value, gesture) {
    const index = this.sheet.routes.indexOf(this.item());
    this.edit(sheets.put(this.sheet, ["routes", index, field], value), { gesture });
  }

  /** Make a route a tunnel, a ferry or neither; fields that don't apply are removed. */
  setTunnel(tunnel) {
    this.setOnRoute("tunnel", tunnel || undefined);
  }

  setFerry(wilds, gesture) {
    const most = Math.min(wilds, this.item().length);
    this.setOnRoute("ferry", most > 0 ? most : undefined, gesture);
  }

  lengthen(length) {
    if (this.group.size) this.group.lengthen(length);
    else this.edit(sheets.setLength(this.sheet, this.item(), length));
  }

  double() {
    const route = this.item();
    if (this.selected?.kind !== "route") return;
    const used = new Set(sheets.parallels(this.sheet, route).map((one) => one.color));
    const cards = Object.keys(this.sheet.cards).filter((color) => color !== "wild");
    const color = route.color === "grey" ? "grey" : cards.find((one) => !used.has(one)) ?? route.color;
    const [sheet, id] = sheets.addRoute(this.sheet, route.a, route.b, { color });
    this.edit(sheet, { select: { kind: "route", id } });
    this.canvas.focus("route", id);
  }

  remove() {
    if (this.group.size) {
      this.group.remove();
      this.canvas.svg.focus();
      return;
    }
    const item = this.item();
    if (!item) return;
    const { kind, id } = this.selected;
    const { sheet, words } = this;
    if (kind === "place") {
      const left = sheets.removePlace(sheet, id);
      const gone = (list) => sheet[list].length - left[list].length;
      const counted = (list) => words.say(list, { n: gone(list) });
      this.say(words.say("deleted_place", { name: item.name, routes: counted("routes"), tickets: counted("tickets") }));
      this.edit(left, { select: null });
    } else {
      const without = kind === "route" ? sheets.removeRoute : sheets.removeTicket;
      this.say(words.say(`deleted_${kind}`, { name: words.between(sheet, item) }));
      this.edit(without(sheet, id), { select: null });
    }
    if (this.from === id) this.from = null;
    this.canvas.svg.focus();
  }

  // -- Problems -------------------------------------------------------------------------------------

  checkSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    clearTimeout(this.waiting);
    this.asked += 1;
    const asked = this.asked;
    const sheet = this.sheet;
    const answer = await this.server.check(sheet, this.previewing);
    if (asked !== this.asked) return;
    if (answer.error) this.say(answer.error, true);
    else this.judged(sheet, answer.problems);
    if (this.previewing) this.show(answer);
  }

  judged(sheet, problems) {
    this.wrong = new Map();
    for (const { where, error } of [...problems].reverse()) {
      const target = this.target(sheet, where);
      if (target) this.wrong.set(`${target.kind} ${target.id}`, error ? "error" : "warning");
    }
    this.problems = problems;
    this.lists.problems(problems, (where) => this.label(sheet, where));
    this.redraw();
  }

  /** The place, route or ticket a problem is about, or null. */
  target(sheet, where) {
    const [, list, index, field] = where.match(/^(places|routes|tickets)\[(\d+)\]\.?(.*)$/) ?? [];
    const item = list && sheet[list][Number(index)];
    return item ? { kind: ITEM[list], id: item.id, field } : null;
  }

  label(sheet, where) {
    const target = this.target(sheet, where);
    if (!target) return "";
    const item = FIND[target.kind](sheet, target.id);
    return target.kind === "place" ? item.name : this.words.between(sheet, item);
  }

  jump(where) {
    const target = this.target(this.sheet, where);
    if (target) {
      const { kind, id, field } = target;
      this.pick("select");
      this.select({ kind, id }, { reveal: true, focus: true });
      const input = field && this.item_panel.forms[kind].querySelector(`[data-field="${CSS.escape(field)}"]`);
      if (input) input.focus();
      return;
    }
    if (where === "routes" || where === "tickets" || where === "places") {
      this.lists.open(where, true);
      return;
    }
    this.lists.open("settings");
    const part = this.settings.fieldFor(where);
    part?.scrollIntoView({ block: "center" });
    (part?.matches("input, select, textarea") ? part : part?.querySelector("input, select, textarea"))?.focus();
  }

  // -- The finished drawing -------------------------------------------------------------------------

  get previewing() {
    return !byId("preview").hidden;
  }

  preview() {
    const on = !this.previewing;
    byId("preview").hidden = !on;
    this.canvas.svg.toggleAttribute("inert", on);
    for (const button of document.querySelectorAll('.bar [data-command="preview"]')) {
      button.setAttribute("aria-pressed", on);
    }
    byId("preview").replaceChildren();
    if (on) this.check();
  }

  show({ drawing, error }) {
    const room = byId("preview");
    room.classList.toggle("unsound", !drawing);
    if (drawing) room.innerHTML = drawing; // made by the server's own templates, names escaped
    else room.textContent = error ?? this.words.unsound;
  }

  // -- Messages -------------------------------------------------------------------------------------

  say(sentence, wrong = false) {
    const toast = byId("toast");
    const line = document.createElement("p");
    line.textContent = sentence;
    toast.classList.toggle("wrong", wrong);
    toast.replaceChildren(line);
    clearTimeout(this.hush);
    this.hush = setTimeout(() => toast.replaceChildren(), wrong ? 9000 : 3500);
  }
}

new Desk();
