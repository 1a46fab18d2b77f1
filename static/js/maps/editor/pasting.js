// Pastes a table of places, routes and tickets: the server interprets every line, then all of it is added as a single
// undo step.

const PAUSE = 500; // milliseconds without typing before it's sent to the server

export class Pasting {
  constructor(dialog, desk) {
    this.dialog = dialog;
    this.desk = desk;
    this.form = dialog.querySelector("form");
    this.lines = dialog.querySelector("[data-lines]");
    this.button = dialog.querySelector('[value="take"]');
    this.sheet = null;
    this.asked = 0;
    this.form.addEventListener("input", () => {
      this.button.disabled = true;
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.look(), PAUSE);
    });
    this.lines.addEventListener("click", (event) => {
      const { line, typed, meant } = event.target.closest("[data-line], [data-typed]")?.dataset ?? {};
      if (line) this.jump(Number(line));
      if (typed) this.replace(typed, meant);
    });
    dialog.addEventListener("close", () => dialog.returnValue === "take" && this.take());
  }

  open(text = "") {
    const { text: field, add_places: add } = this.form.elements;
    if (text) field.value = text;
    add.checked = !this.desk.sheet.places.length;
    this.dialog.returnValue = "";
    this.dialog.showModal();
    field.focus();
    this.look();
  }

  /** Select a line of the text, by its number, and bring it into view. */
  jump(number) {
    const { text: field } = this.form.elements;
    const lines = field.value.split("\n");
    const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
    field.focus();
    field.setSelectionRange(start, start + lines[number - 1].length);
    field.scrollTop = (field.scrollHeight * (number - 1)) / lines.length - field.clientHeight / 2;
  }

  /** Write the name that was meant wherever a cell has the one that was typed. */
  replace(typed, meant) {
    const { text: field } = this.form.elements;
    const name = typed.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\s+");
    const cell = new RegExp(`(^|[\\t;,"]|\\s[-–—→]\\s)(\\s*)${name}(?=\\s*(?:$|[\\t;,"]|\\s[-–—→]\\s))`, "gmu");
    field.value = field.value.replace(cell, (_all, before, space) => before + space + meant);
    field.focus();
    this.look();
  }

  async look() {
    clearTimeout(this.waiting);
    this.asked += 1;
    const { asked } = this;
    const { text, add_places: add } = this.form.elements;
    this.sheet = null;
    this.button.disabled = true;
    if (!text.value.trim()) {
      this.lines.replaceChildren();
      return;
    }
    const answer = await this.desk.server.paste(this.desk.sheet, text.value, add.checked);
    if (asked !== this.asked) return;
    if (answer.error) this.lines.textContent = answer.error;
    else this.lines.innerHTML = answer.lines; // made by the server's own templates, cells escaped
    this.sheet = answer.sheet ?? null;
    this.button.disabled = !this.sheet;
  }

  take() {
    if (!this.sheet) return;
    this.desk.edit(this.sheet, { select: null });
    this.desk.canvas.fit();
    this.form.reset();
    this.lines.replaceChildren();
    this.desk.say(this.desk.words.taken_over);
  }
}
