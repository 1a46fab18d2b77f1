// The settings of the sheet: fields, lists of rows, bonuses.

import { another, fresh, onBoard, rowsNamed } from "./bonuses.js";
import { Fields, pathOf } from "./fields.js";
import { at, put, setDecks, steps } from "./sheet.js";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

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

  /** The actual number, next to the expected one. */
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
    for (const part of this.form.querySelectorAll('[data-shows="in-row"]')) {
      const row = at(sheet, part.closest("[data-prefix]").dataset.prefix);
      const { placeField, number } = part.dataset;
      tell(part, sheet.places.filter((place) => place[placeField] && place[placeField] === row?.[number]).length);
    }
    for (const part of this.form.querySelectorAll('[data-shows="on-board"]')) {
      const counts = Object.values(at(sheet, pathOf(part, part.dataset.counts)) ?? {});
      part.textContent = words.say("on_board", {
        bag: counts.reduce((sum, n) => sum + n, 0),
        board: onBoard(sheet, part.dataset.placeField),
      });
    }
  }

  /** The field closest to a problem. */
  fieldFor(where) {
    const wanted = steps(where);
    let best = null;
    for (const part of this.form.querySelectorAll("[data-field], [data-rows]")) {
      const path = steps(pathOf(part, part.dataset.field ?? part.dataset.rows));
      const fits = path.every((step, i) => step === wanted[i]);
      if (fits && path.length > (best?.depth ?? 0)) best = { part, depth: path.length };
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
      const parameter = rowsNamed(desk.setup.bonuses, kind);
      desk.edit(put(desk.sheet, path, [...list, another(parameter, list, desk.sheet)]));
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
    if (on) bonuses = [...bonuses, fresh(desk.setup.bonuses.find((bonus) => bonus.kind === kind), sheet)];
    else if (sheet.tie_breaks.includes(kind)) {
      changed = { ...sheet, tie_breaks: sheet.tie_breaks.filter((name) => name !== kind) };
    }
    desk.edit({ ...changed, bonuses });
  }
}
