// The keyboard. Commands and their keys are in the list of commands (templates/maps/editor/commands.html). Lower-case
// letters set colours, digits lengths and numbers of bonuses, and arrow keys move.

import { fieldsFor } from "./bonuses.js";
import { setOnPlace } from "./sheet.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** “ctrl+shift+z”, “f2”, “?”: shift is left out if it just makes another character. */
function nameOf(event) {
  const sign = event.key.length === 1 && event.key.toLowerCase() === event.key.toUpperCase();
  return [
    event.ctrlKey || event.metaKey ? "ctrl+" : "",
    event.shiftKey && !sign ? "shift+" : "",
    event.key.toLowerCase(),
  ].join("");
}

const ON_ITEM = new Set(["delete", "double", "tunnel", "straighten", "rename", "verify"]);
const IN_TEXT = new Set(["ctrl+a"]); // while typing, this is for the text

const typing = (target) =>
  target.matches("textarea, select, input:not([type=checkbox]):not([type=range]):not([type=file])");

export class Keys {
  constructor(desk) {
    this.desk = desk;
    this.commands = new Map();
    for (const button of document.querySelectorAll("[data-keys]")) {
      for (const keys of button.dataset.keys.split(" ")) this.commands.set(keys, button.dataset.command);
    }
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    const inText = typing(event.target);
    const onDrawing = event.target === document.body || this.desk.canvas.svg.contains(event.target);
    if (inText && event.key === "Escape") {
      event.target.blur();
      event.preventDefault();
      return;
    }
    const name = nameOf(event);
    const command = this.commands.get(name);
    if (ON_ITEM.has(command) && !this.desk.group.size && event.target.matches(":focus-visible")) this.take(event.target);
    const done =
      (command && (!inText || (name.startsWith("ctrl+") && !IN_TEXT.has(name)) || /^f\d/.test(name)) && this.run(command)) ||
      (!inText && !event.ctrlKey && !event.metaKey && this.sign(event)) ||
      (onDrawing && this.onDrawing(event));
    if (done) event.preventDefault();
  }

  /** While a tool is active, Tab doesn't select anything, so commands apply to the focused item. */
  take(target) {
    const { place, route } = target.closest("[data-place], [data-route]")?.dataset ?? {};
    if (place) this.desk.select({ kind: "place", id: place });
    else if (route) this.desk.select({ kind: "route", id: route });
  }

  run(command) {
    this.desk.run(command, true);
    return true;
  }

  /** Digits, letters, plus and minus. */
  sign(event) {
    const { desk } = this;
    const kind = desk.group.ids("route").size ? "route" : desk.selected?.kind;
    if (kind === "route" && /^[1-9]$/.test(event.key)) {
      desk.lengthen(Number(event.key));
      return true;
    }
    const color = kind === "route" && !event.shiftKey && this.colorOf(event.key);
    if (color) {
      desk.paint(color);
      return true;
    }
    const more = { "+": 1, "-": -1, "−": -1 }[event.key];
    if (kind === "route" && more && desk.selected) {
      const { id, ferry } = desk.item();
      desk.setFerry(Math.max(0, (ferry ?? 0) + more), `ferry ${id}`);
      return true;
    }
    if (kind !== "place" || !desk.selected) return false;
    const { id } = desk.selected;
    const [numbered] = fieldsFor(desk.setup.bonuses, desk.sheet, "digits");
    if (/^\d$/.test(event.key) && numbered) {
      desk.edit(setOnPlace(desk.sheet, id, numbered.name, Number(event.key)));
      return true;
    }
    const [counted] = fieldsFor(desk.setup.bonuses, desk.sheet, "steps");
    if (!more || !counted) return false;
    const count = Math.min(counted.most, Math.max(0, (desk.item()[counted.name] ?? 0) + more));
    desk.edit(setOnPlace(desk.sheet, id, counted.name, count), { gesture: `${counted.name} ${id}` });
    return true;
  }

  /** The letters on the colours, in the reader's language; 0 is always grey. If no card is green, the
   *  English G is grey, too. No command may be a single letter except X, which no colour has. */
  colorOf(key) {
    if (key === "0") return "grey";
    const color = this.desk.setup.letters[key];
    return color === "green" && key === "g" && !("green" in this.desk.sheet.cards) ? "grey" : color;
  }

  onDrawing(event) {
    const { desk } = this;
    const arrow = ARROWS[event.key];
    if (arrow && (event.ctrlKey || event.metaKey)) return this.towards(arrow);
    if (arrow && (desk.selected || desk.group.size)) {
      const step = event.shiftKey ? 10 : 1;
      desk.nudge(arrow[0] * step, arrow[1] * step);
      return true;
    }
    if (arrow) return this.towards(arrow);
    if (event.key === "Enter" || event.key === " ") return this.tap(event.target);
    return false;
  }

  /** Like a tap on the focused item. */
  tap(target) {
    const { desk } = this;
    const { place, route } = target.closest?.("[data-place], [data-route]")?.dataset ?? {};
    if (desk.tool === "place") {
      const [x, y, w, h] = desk.canvas.view;
      const near = desk.selected?.kind === "place" ? desk.item() : null;
      const room = 2 * desk.canvas.size.unit;
      const spot = near ? [near.x + room, near.y] : [x + w / 2, y + h / 2];
      desk.canvas.reveal(spot); // after a tap it's in view already, and mustn't jump away
      desk.newPlace(spot);
    } else desk.tap({ place, route });
    return true;
  }

  /** The nearest place in a direction. */
  towards([dx, dy]) {
    const { desk } = this;
    const focused = document.activeElement?.dataset?.place;
    const start = desk.canvas.places.get(focused) ?? desk.canvas.places.get(desk.selected?.id);
    const [x, y, w, h] = desk.canvas.view;
    const [sx, sy] = start?.spot ?? [x + w / 2, y + h / 2];
    let best = null;
    for (const place of desk.canvas.places.values()) {
      const [ax, ay] = [place.spot[0] - sx, place.spot[1] - sy];
      const along = ax * dx + ay * dy;
      const across = Math.abs(ax * dy) + Math.abs(ay * dx);
      if (place === start || along <= 0 || across > 2 * along) continue;
      const cost = along + 1.5 * across;
      if (!best || cost < best.cost) best = { cost, place };
    }
    if (best) {
      desk.canvas.reveal(best.place.spot);
      desk.canvas.focus("place", best.place.id);
    }
    return Boolean(best);
  }
}
