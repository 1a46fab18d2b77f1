// Several places, routes and tickets at once: selected, moved, coloured, verified, copied, deleted.

import * as sheets from "./sheet.js";

const LIST = { place: "places", route: "routes", ticket: "tickets" };
const FIND = { place: sheets.placeOf, route: sheets.routeOf, ticket: sheets.ticketOf };
const SIGN = "stationmaster-items"; // marks copied items, so that other tabs recognise them

export class Group {
  constructor(desk) {
    this.desk = desk;
    this.items = []; // none, or at least two: a single one is desk.selected
    this.copied = null;
    document.addEventListener("copy", (event) => this.onCopy(event));
    document.addEventListener("paste", (event) => this.onPaste(event));
  }

  get size() {
    return this.items.length;
  }

  has(kind, id) {
    return this.items.some((item) => item.kind === kind && item.id === id);
  }

  ids(kind) {
    return new Set(this.items.filter((item) => item.kind === kind).map(({ id }) => id));
  }

  clear() {
    this.items = [];
  }

  /** After an edit some may be gone. */
  tidy() {
    if (!this.size) return;
    this.items = this.items.filter(({ kind, id }) => FIND[kind](this.desk.sheet, id));
    if (this.size === 1) [this.desk.selected] = this.items.splice(0);
  }

  choose(items) {
    const { desk } = this;
    desk.selected = items.length === 1 ? items[0] : null;
    this.items = items.length > 1 ? items : [];
    desk.history.rest();
    desk.redraw();
    if (this.size) desk.say(this.inWords());
  }

  inWords() {
    const count = (kind) => this.ids(kind).size;
    return this.desk.words.say("selected", { places: count("place"), routes: count("route"), tickets: count("ticket") });
  }

  /** Add an item, or remove it. */
  toggle(item) {
    const { selected } = this.desk;
    const all = this.size ? this.items : selected ? [selected] : [];
    const without = all.filter(({ kind, id }) => kind !== item.kind || id !== item.id);
    this.choose(without.length < all.length ? without : [...all, item]);
  }

  inBox([left, top, right, bottom], more) {
    const { sheet } = this.desk;
    const inside = new Set(
      sheet.places.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom).map(({ id }) => id),
    );
    const items = [
      ...[...inside].map((id) => ({ kind: "place", id })),
      ...sheet.routes.filter(({ a, b }) => inside.has(a) && inside.has(b)).map(({ id }) => ({ kind: "route", id })),
    ];
    const before = more ? this.items.filter(({ kind, id }) => !items.some((one) => one.kind === kind && one.id === id)) : [];
    this.choose([...before, ...items]);
  }

  /** Everything in the open list, or all places and routes. */
  all() {
    const { sheet, lists } = this.desk;
    const open = Object.keys(LIST).filter((kind) => LIST[kind] === lists.active);
    const kinds = open.length ? open : ["place", "route"];
    this.choose(kinds.flatMap((kind) => sheet[LIST[kind]].map(({ id }) => ({ kind, id }))));
  }

  // -- Edits --------------------------------------------------------------------------------------

  drag(dx, dy, drag) {
    drag.sheet ??= this.desk.sheet;
    this.desk.edit(sheets.movePlaces(drag.sheet, this.ids("place"), dx, dy), { gesture: drag, still: true });
  }

  nudge(dx, dy) {
    const { desk } = this;
    desk.edit(sheets.movePlaces(desk.sheet, this.ids("place"), dx, dy), { gesture: "nudge many" });
  }

  paint(color) {
    const { desk } = this;
    desk.edit(sheets.colorRoutes(desk.sheet, this.ids("route"), color));
  }

  lengthen(length) {
    const { desk } = this;
    const ids = this.ids("route");
    const routes = desk.sheet.routes.filter(({ id }) => ids.has(id));
    desk.edit(routes.reduce((sheet, route) => sheets.setLength(sheet, route, length), desk.sheet));
  }

  verify(verified = this.items.some(({ kind, id }) => !sheets.isVerified(this.desk.sheet, FIND[kind](this.desk.sheet, id)))) {
    const { desk } = this;
    desk.edit(sheets.setVerified(desk.sheet, this.items, verified));
  }

  remove() {
    const { desk } = this;
    const words = this.inWords();
    desk.edit(sheets.removeItems(desk.sheet, this.items), { select: null });
    desk.say(desk.words.say("deleted_many", { what: words }));
  }

  // -- Copies -------------------------------------------------------------------------------------

  copy() {
    const { desk } = this;
    const items = this.size ? this.items : desk.selected ? [desk.selected] : [];
    const some = (kind) => desk.sheet[LIST[kind]].filter(({ id }) => items.some((item) => item.kind === kind && item.id === id));
    const copied = { [SIGN]: 1, places: some("place"), routes: some("route") };
    if (!copied.places.length && !copied.routes.length) return null;
    this.copied = copied;
    desk.say(desk.words.copied);
    return copied;
  }

  paste(copied = this.copied) {
    const { desk } = this;
    if (!copied) return;
    const [sheet, items] = sheets.addCopies(desk.sheet, copied, desk.canvas.size.unit);
    desk.edit(sheet);
    this.choose(items);
  }

  onCopy(event) {
    if (isTyping(event.target) || String(window.getSelection())) return;
    const copied = this.copy();
    if (!copied) return;
    event.clipboardData.setData("text/plain", JSON.stringify(copied));
    event.preventDefault();
  }

  /** Our own copies become places and routes; lines of a spreadsheet are read as a table. */
  onPaste(event) {
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData.getData("text/plain");
    const copied = ours(text);
    if (copied) this.paste(copied);
    else if (/[\t;,]/.test(text)) this.desk.pasting.open(text);
    else return;
    event.preventDefault();
  }
}

const isTyping = (target) => Boolean(target.closest?.("input, textarea, select"));

function ours(text) {
  try {
    const copied = JSON.parse(text);
    return copied?.[SIGN] && Array.isArray(copied.places) && Array.isArray(copied.routes) ? copied : null;
  } catch {
    return null;
  }
}
