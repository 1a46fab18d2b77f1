// The form for the selected item: a place, a route or a ticket.

import { Fields } from "./fields.js";
import * as sheets from "./sheet.js";

const LISTS = { place: "places", route: "routes", ticket: "tickets" };
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export class ItemPanel {
  constructor(root, desk) {
    this.desk = desk;
    this.forms = Object.fromEntries(
      [...root.querySelectorAll("form[data-item]")].map((form) => [form.dataset.item, form]),
    );
    const verified = (value, { path, gesture }) =>
      desk.edit(sheets.put(desk.sheet, path, value === "" ? undefined : value === "true"), { gesture });
    this.fields = {
      place: new Fields(this.forms.place, desk, {
        verified,
        name: (value, { gesture }) => this.rename(value, gesture),
        id: (value, { gesture }) => this.renumber(value, gesture),
        kind: (value, { path }) =>
          desk.edit(sheets.put(desk.sheet, path, value === "country" ? value : undefined)),
        "on-place": (value, { gesture, input }) =>
          desk.edit(sheets.setOnPlace(desk.sheet, desk.selected.id, input.dataset.field, value), { gesture }),
      }),
      route: new Fields(this.forms.route, desk, {
        verified,
        tunnel: (value) => desk.setTunnel(value),
        ferry: (value, { gesture }) => desk.setFerry(value ?? 0, gesture),
        length: (value, { gesture }) =>
          desk.edit(sheets.setLength(desk.sheet, desk.item(), value), { gesture }),
      }),
      ticket: new Fields(this.forms.ticket, desk, {
        verified,
        deck: (value, { path }) => desk.edit(sheets.put(desk.sheet, path, value)),
      }),
    };
    for (const form of [this.forms.route, this.forms.many]) {
      form.addEventListener("click", ({ target }) => {
        const { paint, length } = target.closest("button")?.dataset ?? {};
        if (paint) desk.paint(paint);
        if (length) desk.lengthen(Number(length));
      });
    }
    this.forms.place.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.dataset.field === "name") {
        desk.canvas.focus("place", desk.selected.id); // it has a name: go on with the next one
      }
    });
  }

  rename(name, gesture) {
    const { desk } = this;
    const { id } = desk.selected;
    const [sheet, now] = sheets.renamePlace(desk.sheet, id, name, desk.keeps(id));
    desk.edit(sheet, { gesture, select: { kind: "place", id: now } });
  }

  renumber(id, gesture) {
    const { desk } = this;
    const own = desk.selected.id;
    const wrong = this.forms.place.querySelector('[data-shows="id-wrong"]');
    const taken = id !== own && sheets.placeOf(desk.sheet, id);
    wrong.textContent = taken ? desk.words.id_taken : SLUG.test(id) ? "" : desk.words.id_shape;
    if (wrong.textContent) return;
    desk.edit(sheets.renumberPlace(desk.sheet, own, id), { gesture, select: { kind: "place", id } });
  }

  fill(all) {
    const { desk } = this;
    const kind = desk.group.size ? "many" : desk.selected?.kind ?? "none";
    for (const [name, form] of Object.entries(this.forms)) form.hidden = name !== kind;
    if (kind === "many") this.many(this.forms.many);
    if (kind === "none" || kind === "many") return;
    const form = this.forms[kind];
    const item = desk.item();
    const prefix = `${LISTS[kind]}[${desk.sheet[LISTS[kind]].indexOf(item)}]`;
    const another = form.dataset.prefix !== prefix || this.shown !== item.id;
    form.dataset.prefix = prefix;
    this.shown = item.id;
    if (kind === "ticket") this.offerDecks();
    this.fields[kind].fill(all || (another && !form.contains(document.activeElement)));
    this[kind](form, item);
  }

  show(form, name, text) {
    const element = form.querySelector(`[data-shows="${name}"]`);
    if (element.textContent !== text) element.textContent = text;
  }

  place(form, place) {
    const id = form.querySelector('[data-field="id"]');
    id.readOnly = this.desk.keeps(place.id);
    const kind = form.querySelector('[data-field="kind"]');
    kind.value = place.kind ?? "city";
    if (id !== document.activeElement) this.show(form, "id-wrong", "");
  }

  route(form, route) {
    const { sheet, words } = this.desk;
    const count = sheets.parallels(sheet, route).length;
    this.show(form, "title", words.between(sheet, route));
    this.show(form, "id", route.id);
    this.show(form, "parallel", count > 1 ? words.say("parallel", { n: count }) : "");
    for (const button of form.querySelectorAll("[data-paint]")) {
      const color = button.dataset.paint;
      button.setAttribute("aria-pressed", color === route.color);
      button.classList.toggle("rare", color !== "grey" && !(color in sheet.cards));
    }
    for (const button of form.querySelectorAll("[data-length]")) {
      button.setAttribute("aria-pressed", Number(button.dataset.length) === route.length);
    }
    form.querySelector('[data-field="ferry"]').max = route.length;
    form.querySelector('[data-command="straighten"]').hidden = !route.via;
    form.querySelector('[data-command="free-end"]').hidden = !route.country_end;
  }

  many(form) {
    const { group, sheet } = this.desk;
    this.show(form, "title", group.inWords());
    const none = !group.ids("route").size;
    for (const part of form.querySelectorAll("[data-of-routes]")) part.hidden = none;
    for (const button of form.querySelectorAll("[data-paint]")) {
      const color = button.dataset.paint;
      button.classList.toggle("rare", color !== "grey" && !(color in sheet.cards));
    }
  }

  ticket(form, ticket) {
    const { sheet, words } = this.desk;
    const way = sheets.shortest(sheet, ticket.a, ticket.b);
    this.show(form, "title", words.between(sheet, ticket));
    this.show(form, "shortest", way ? words.say("shortest", { n: way.spaces }) : words.no_path);
    form.querySelector('[data-command="value"]').hidden = !way || way.spaces === ticket.points;
  }

  offerDecks() {
    const decks = this.desk.sheet.ticket_decks;
    this.forms.ticket.querySelector("[data-decks]").hidden = decks.length < 2;
    const select = this.forms.ticket.querySelector('[data-field="deck"]');
    select.replaceChildren(...decks.map((deck) => new Option(this.desk.words.deck(deck), deck.id)));
  }

  /** The field that people most likely want to type in. */
  focus() {
    const form = this.forms[this.desk.selected?.kind];
    const input = form?.querySelector('[data-field="name"], [data-field="points"], [data-field="length"]');
    input?.focus();
    input?.select();
  }
}
