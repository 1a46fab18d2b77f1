// Keeps a copy of unsaved work in this browser, and offers it again after a crash.

const PAUSE = 400; // milliseconds without an edit before the copy is written

const { lang } = document.documentElement;
const WHEN = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "long", timeStyle: "short" });

export class UnsavedCopy {
  constructor(desk, bar) {
    this.desk = desk;
    this.bar = bar;
    this.key = `stationmaster-unsaved ${window.location.pathname}`;
    this.copy = this.read();
    if (this.copy) this.offer();
  }

  read() {
    try {
      const copy = JSON.parse(localStorage.getItem(this.key));
      const differs = copy?.sheet && JSON.stringify(copy.sheet) !== JSON.stringify(this.desk.sheet);
      return differs && copy.sheet.slug === this.desk.sheet.slug ? copy : null;
    } catch {
      return null;
    }
  }

  offer() {
    const { words, setup } = this.desk;
    const at = WHEN.format(new Date(this.copy.at));
    const why = this.copy.seen === setup.seen ? "kept_copy" : "kept_old_copy";
    this.bar.querySelector("p").textContent = words.say(why, { at });
    this.bar.hidden = false;
  }

  take() {
    if (!this.copy) return;
    this.desk.edit(this.copy.sheet, { select: null });
    this.answered();
    this.later();
  }

  away() {
    this.answered();
    this.forget();
  }

  answered() {
    this.copy = null;
    this.bar.hidden = true;
  }

  /** While the question is open, the copy doesn't change. */
  later() {
    if (this.copy) return;
    clearTimeout(this.waiting);
    if (!this.desk.saving.dirty) {
      this.forget(); // at once: anyone who leaves right after saving has nothing to restore
      return;
    }
    this.waiting = setTimeout(() => {
      const { sheet, saving } = this.desk;
      this.write({ sheet, seen: saving.seen, at: Date.now() });
    }, PAUSE);
  }

  write(copy) {
    try {
      localStorage.setItem(this.key, JSON.stringify(copy));
    } catch {
      // The storage is full or blocked: don't keep a copy.
    }
  }

  forget() {
    clearTimeout(this.waiting);
    try {
      localStorage.removeItem(this.key);
    } catch {
      // The storage is blocked: there's no copy.
    }
  }
}
