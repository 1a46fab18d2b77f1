// The head of the sheet: fields, lists of rows, bonuses.

import { Fields, pathOf } from "./fields.js";
import { at, bonusOf, put, setDecks, steps } from "./sheet.js";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function freeNumber(list, key) {
  const taken = new Set(list.map((item) => item[key]));
  let n = 1;
  while (taken.has(n)) n += 1;
  return n;
}

export class SettingsPanel {
  constructor(form, desk) {
    this.form = form;
    this.desk = desk;
    this.fields = new Fields(form, desk, {
      "deck-id": (value, { path, gesture }) => this.renameDeck(value, path, gesture),
      id: (value, { path, gesture }) =>
        SLUG.test(value) && desk.edit(put(desk.sheet, path, value), { gesture }),
    });
    form.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button?.dataset.add) this.add(pathOf(button, button.dataset.add));
      if (button && "remove" in button.dataset) this.remove(button.closest("[data-prefix]").dataset.prefix);
    });
    form.addEventListener("change", ({ target }) => {
      if (target.dataset.hasBonus) this.switchBonus(target.dataset.hasBonus, target.checked);
    });
  }

  // -- Showing ------------------------------------------------------------------------------------

  fill(all) {
    const { sheet } = this.desk;
    for (const part of this.form.querySelectorAll("[data-bonus]")) {
      const index = sheet.bonuses.findIndex((bonus) => bonus.kind === part.dataset.bonus);
      part.querySelector("[data-has-bonus]").checked = index >= 0;
      part.querySelector(".inner").hidden = index < 0;
      part.dataset.prefix = `bonuses[${index}]`;
    }
    for (const rows of this.form.querySelectorAll("[data-rows]")) this.fillRows(rows);
    this.fields.fill(all);
    this.count();
  }

  fillRows(rows) {
    const path = pathOf(rows, rows.dataset.rows);
    const list = at(this.desk.sheet, path) ?? [];
    const template = this.form.querySelector(`template[data-row="${steps(path).at(-1)}"]`);
    while (rows.children.length > list.length) rows.lastElementChild.remove();
    while (rows.children.length < list.length) rows.append(template.content.cloneNode(true));
    [...rows.children].forEach((row, i) => {
      row.dataset.prefix = `${path}[${i}]`;
    });
  }

  /** How many there really are, beside how many there should be. */
  count() {
    const { sheet, words } = this.desk;
    const first = sheet.ticket_decks[0]?.id;
    const tell = (part, n) => {
      part.textContent = words.say("here", { n });
    };
    for (const part of this.form.querySelectorAll('[data-shows="in-deck"]')) {
      const deck = at(sheet, part.closest("[data-prefix]").dataset.prefix);
      tell(part, sheet.tickets.filter((ticket) => (ticket.deck ?? first) === deck?.id).length);
    }
    for (const part of this.form.querySelectorAll('[data-shows="in-district"]')) {
      const district = at(sheet, part.closest("[data-prefix]").dataset.prefix);
      tell(part, sheet.places.filter((place) => place.district === district?.number).length);
    }
    const bag = Object.values(bonusOf(sheet, "passengers")?.bag ?? {});
    const board = sheet.places.reduce((sum, place) => sum + (place.passengers ?? 0), 0);
    this.form.querySelector('[data-shows="on-board"]').textContent = words.say("on_board", {
      bag: bag.reduce((sum, n) => sum + n, 0),
      board,
    });
  }

  /** The field a problem is about: the closest one there is. */
  fieldFor(where) {
    const wanted = steps(where);
    let best = null;
    for (const part of this.form.querySelectorAll("[data-field], [data-rows]")) {
      const found = steps(pathOf(part, part.dataset.field ?? part.dataset.rows));
      const fits = found.every((step, i) => step === wanted[i]);
      if (fits && found.length > (best?.depth ?? 0)) best = { part, depth: found.length };
    }
    return best?.part ?? null;
  }

  // -- Lists --------------------------------------------------------------------------------------

  add(path) {
    const { desk } = this;
    const list = at(desk.sheet, path) ?? [];
    const id = (base) => {
      const taken = new Set(list.map((item) => item.id));
      let n = list.length + 1;
      while (taken.has(`${base}-${n}`)) n += 1;
      return `${base}-${n}`;
    };
    const kind = steps(path).at(-1);
    if (kind === "ticket_decks") {
      const deck = { id: id("deck"), name: `${desk.words.deck} ${list.length + 1}`, size: 1 };
      desk.edit(setDecks(desk.sheet, [...list, deck]));
    } else if (kind === "final_round") {
      const edition = { id: id("edition"), name: `${desk.words.edition} ${list.length + 1}`, at: 2, languages: [] };
      desk.edit(put(desk.sheet, path, [...list, edition]));
    } else {
      const colors = Object.keys(desk.sheet.cards).filter((color) => color !== "wild");
      const number = freeNumber(list, "number");
      const district = { number, color: colors[list.length % (colors.length || 1)] ?? "red", points: number };
      desk.edit(put(desk.sheet, path, [...list, district]));
    }
  }

  remove(path) {
    const { desk } = this;
    const [, list, index] = path.match(/^(.*)\[(\d+)\]$/);
    const left = at(desk.sheet, list).filter((_item, i) => i !== Number(index));
    desk.edit(list === "ticket_decks" ? setDecks(desk.sheet, left) : put(desk.sheet, list, left));
  }

  renameDeck(id, path, gesture) {
    const { desk } = this;
    const index = Number(path.match(/\[(\d+)\]/)[1]);
    const decks = desk.sheet.ticket_decks;
    if (!SLUG.test(id) || decks.some((deck, i) => deck.id === id && i !== index)) return;
    const renamed = decks.map((deck, i) => (i === index ? { ...deck, id } : deck));
    desk.edit(setDecks(desk.sheet, renamed, [decks[index].id, id]), { gesture });
  }

  // -- Bonuses ------------------------------------------------------------------------------------

  switchBonus(kind, on) {
    const { desk } = this;
    const { sheet } = desk;
    let bonuses = sheet.bonuses.filter((bonus) => bonus.kind !== kind);
    let changed = sheet;
    if (on) bonuses = [...bonuses, this.fresh(kind)];
    else if (sheet.tie_breaks.includes(kind)) {
      changed = { ...sheet, tie_breaks: sheet.tie_breaks.filter((name) => name !== kind) };
    }
    desk.edit({ ...changed, bonuses });
  }

  fresh(kind) {
    const { sheet } = this.desk;
    const colors = Object.keys(sheet.cards).filter((color) => color !== "wild");
    if (kind === "flags") return { kind, colors: colors.slice(0, 3), points: 4 };
    if (kind === "globetrotter") return { kind, points: 10 };
    if (kind === "passengers") {
      const waiting = sheet.places.reduce((sum, place) => sum + (place.passengers ?? 0), 0);
      return { kind, bag: { [colors[0] ?? "red"]: waiting || 1 }, first: 10, second: 5 };
    }
    const numbers = [...new Set(sheet.places.map((place) => place.district).filter(Boolean))].sort();
    const districts = (numbers.length ? numbers : [1]).map((number, i) => ({
      number,
      color: colors[i % (colors.length || 1)] ?? "red",
      points: number,
    }));
    return { kind, districts };
  }
}

