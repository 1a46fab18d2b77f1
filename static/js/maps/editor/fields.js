// Form fields that show and change a part of the sheet. `data-field` is a path in the sheet, or in the item of the
// form (data-prefix); a path with “@.” is relative to the nearest data-prefix around it.

import { at, put, steps } from "./sheet.js";

export function pathOf(input, name = input.dataset.field) {
  if (name.startsWith("@")) {
    return input.parentElement.closest("[data-prefix]").dataset.prefix + name.slice(1);
  }
  const prefix = input.closest("form").dataset.prefix;
  return prefix ? `${prefix}.${name}` : name;
}

function shown(input, value) {
  if (input.dataset.type === "list") return (value ?? []).join(", ");
  return value === undefined ? "" : String(value);
}

/** The value of a field; null if it's invalid. */
function valueOf(input) {
  if (input.type === "checkbox") return input.checked;
  const text = input.value.trim();
  const none = "optional" in input.dataset ? undefined : null;
  if (input.dataset.type === "list") {
    const items = [...new Set(text.split(",").map((item) => item.trim()).filter(Boolean))];
    return items.length || none === null ? items : undefined;
  }
  if (!input.checkValidity()) return null;
  if (input.type === "number") return text === "" ? none : Number(text);
  if (text === "" && (input.required || none === undefined)) return none;
  return input.tagName === "TEXTAREA" ? input.value : text;
}

/** Set a value; an object that mustn't be empty is removed with its last entry. */
export function set(sheet, path, value) {
  const changed = put(sheet, path, value);
  const parent = steps(path).slice(0, -1);
  if (value === undefined && parent.at(-1) === "names" && !Object.keys(at(changed, parent.join(".")) ?? {}).length) {
    return put(changed, parent, undefined);
  }
  return changed;
}

export class Fields {
  /** @param special handlers for fields that need more than setting a value, by data-type or data-field */
  constructor(form, desk, special = {}) {
    this.form = form;
    this.desk = desk;
    this.special = special;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => this.changed(event.target));
    form.addEventListener("focusout", (event) => {
      desk.history.rest();
      if (event.target.matches("[data-field]")) this.show(event.target); // discard invalid input
    });
  }

  inputs() {
    return this.form.querySelectorAll("input[data-field], select[data-field], textarea[data-field]");
  }

  /** Show the current sheet, except in a field with the focus. */
  fill(all = false) {
    for (const input of this.inputs()) {
      if (all || input !== document.activeElement || input.type === "checkbox") this.show(input);
    }
    for (const input of this.form.querySelectorAll("input[data-member]")) {
      const list = at(this.desk.sheet, pathOf(input, input.dataset.member));
      input.checked = Array.isArray(list) && list.includes(input.value);
    }
  }

  show(input) {
    if (!input.closest("form")?.isConnected) return;
    const value = at(this.desk.sheet, pathOf(input));
    if (input.type === "checkbox") input.checked = value === true;
    else if (input.value !== shown(input, value)) input.value = shown(input, value);
    input.removeAttribute("aria-invalid");
  }

  changed(input) {
    if (input.dataset.member) this.toggle(input);
    if (!input.matches("[data-field]")) return;
    const value = valueOf(input);
    input.toggleAttribute("aria-invalid", value === null);
    if (value === null) return;
    const path = pathOf(input);
    const act = this.special[input.dataset.type] ?? this.special[input.dataset.field];
    const gesture = `field ${path}`;
    if (act) act(value, { path, gesture, input });
    else this.desk.edit(set(this.desk.sheet, path, value), { gesture });
  }

  /** Add a colour to a list, or remove it. */
  toggle(input) {
    const path = pathOf(input, input.dataset.member);
    const list = (at(this.desk.sheet, path) ?? []).filter((item) => item !== input.value);
    this.desk.edit(put(this.desk.sheet, path, input.checked ? [...list, input.value] : list));
  }
}
