// The lists next to the drawing: places, routes, tickets, and problems.

import { marksOf } from "./bonuses.js";

const KINDS = { places: "place", routes: "route", tickets: "ticket" };
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== "") element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const PHONE = window.matchMedia("(max-width: 600px)"); // as in narrow.css: the lists scroll with the form

export class Lists {
  constructor(root, desk) {
    this.root = root;
    this.desk = desk;
    this.tabs = [...root.querySelectorAll('[role="tab"]')];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab));
    root.querySelector('[role="tablist"]').addEventListener("keydown", (event) => this.turn(event));
    for (const input of root.querySelectorAll("[data-filter]")) {
      input.addEventListener("input", () => this.fill());
    }
    root.addEventListener("click", (event) => {
      const { kind, id, where } = event.target.closest("[data-kind], [data-where]")?.dataset ?? {};
      if (where !== undefined) desk.jump(where);
      else if (kind && (event.shiftKey || desk.tool === "many")) desk.group.toggle({ kind, id });
      else if (kind) desk.select({ kind, id }, { reveal: true });
    });
  }

  get active() {
    return this.tabs.find((tab) => tab.getAttribute("aria-selected") === "true").id.slice(4);
  }

  open(tab, focus = false) {
    const chosen = typeof tab === "string" ? this.tabs.find((one) => one.id === `tab-${tab}`) : tab;
    for (const one of this.tabs) {
      const on = one === chosen;
      one.setAttribute("aria-selected", on);
      one.tabIndex = on ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = !on;
    }
    if (focus) chosen.focus();
    this.desk.redraw();
  }

  turn(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const index = this.tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    this.open(this.tabs[(index + step + this.tabs.length) % this.tabs.length], true);
  }

  fill() {
    const { sheet } = this.desk;
    for (const kind of Object.keys(KINDS)) this.count(kind, sheet[kind].length);
    const kind = this.active;
    if (kind in KINDS) this.things(kind);
  }

  count(name, n, level = "") {
    const badge = this.root.querySelector(`[data-count="${name}"]`);
    badge.textContent = n;
    badge.className = level;
  }

  things(kind) {
    const { sheet, words, selected, group } = this.desk;
    const wanted = plain(this.root.querySelector(`[data-filter="${kind}"]`).value.trim());
    const one = KINDS[kind];
    const rows = sheet[kind].map((item) => {
      const name = one === "place" ? String(item.name) : words.between(sheet, item);
      return { item, name };
    });
    rows.sort((a, b) => a.name.localeCompare(b.name));
    const list = this.root.querySelector(`[data-things="${kind}"]`);
    list.replaceChildren(
      ...rows
        .filter(({ name }) => plain(name).includes(wanted))
        .map(({ item, name }) => {
          const chosen = (selected?.kind === one && selected.id === item.id) || group.has(one, item.id);
          const wrong = this.desk.wrong.get(`${one} ${item.id}`);
          return make("li", {}, make(
            "button",
            { type: "button", "data-kind": one, "data-id": item.id, "aria-current": chosen ? "true" : "", class: wrong },
            make("span", { class: "item-name" }, name),
            ...this.marks(one, item),
          ));
        }),
    );
    if (!PHONE.matches) list.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }

  marks(kind, item) {
    const { sheet, words } = this.desk;
    const marks = [];
    if (item.verified ?? sheet.verified) {
      marks.push(make("span", { class: "checked", title: words.checked, role: "img", "aria-label": words.checked }, "✓"));
    }
    if (kind === "place") {
      const { number, pieces } = marksOf(this.desk.setup.bonuses, sheet, item);
      if (number) marks.push(make("span", { class: "item-mark" }, `№ ${number}`));
      if (pieces) marks.push(make("span", { class: "item-mark" }, `${pieces} ●`));
    } else if (kind === "route") {
      marks.push(
        make("span", { class: "item-mark" }, words.color(item.color)),
        make("span", { class: "color-tile", "data-color": item.color, title: words.color(item.color) }, String(item.length)),
      );
    } else {
      const deck = sheet.ticket_decks.find(({ id }) => id === item.deck);
      if (deck) marks.push(make("span", { class: "item-mark" }, words.deck(deck)));
      marks.push(make("span", { class: "item-mark" }, String(item.points)));
    }
    return marks;
  }

  /** The problems; each line leads to the item it's about. */
  problems(problems, labelOf) {
    const { words } = this.desk;
    const errors = problems.filter((problem) => problem.error).length;
    this.count("problems", problems.length || "✓", errors ? "error" : problems.length ? "warning" : "fine");
    this.root.querySelector("#verdict").textContent = errors
      ? ""
      : problems.length ? words.warnings_only : words.no_problems;
    this.root.querySelector("#problems").replaceChildren(
      ...problems.map((problem) =>
        make("li", {}, make(
          "button",
          { type: "button", "data-where": problem.where, class: problem.error ? "error" : "warning" },
          make("strong", {}, labelOf(problem.where)),
          make("span", {}, problem.text),
        )),
      ),
    );
  }
}
