// A copy of what is not saved yet, in this browser: after a crash it is offered again.

const PAUSE = 400; // milliseconds without an edit before it is written

export class KeptCopy {
  constructor(desk, bar) {
    this.desk = desk;
    this.bar = bar;
    this.key = `stationmaster-unsaved ${window.location.pathname}`;
    this.found = this.read();
    if (this.found) this.offer();
  }

  read() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key));
      const differs = found?.sheet && JSON.stringify(found.sheet) !== JSON.stringify(this.desk.sheet);
      return differs && found.sheet.slug === this.desk.sheet.slug ? found : null;
    } catch {
      return null;
    }
  }

  offer() {
    const { words, setup } = this.desk;
    const at = new Date(this.found.at).toLocaleString(document.documentElement.lang);
    const why = this.found.seen === setup.seen ? "kept_copy" : "kept_old_copy";
    this.bar.querySelector("p").textContent = words.say(why, { at });
    this.bar.hidden = false;
  }

  take() {
    if (!this.found) return;
    this.desk.edit(this.found.sheet, { select: null });
    this.answered();
    this.later();
  }

  away() {
    this.answered();
    this.forget();
  }

  answered() {
    this.found = null;
    this.bar.hidden = true;
  }

  /** While the question is open, the copy stays what it was. */
  later() {
    if (this.found) return;
    clearTimeout(this.waiting);
    if (this.desk.sheet === this.desk.saved) {
      this.forget(); // at once: anyone who leaves right after saving has nothing to restore
      return;
    }
    this.waiting = setTimeout(() => {
      const { sheet, seen } = this.desk;
      this.write({ sheet, seen, at: Date.now() });
    }, PAUSE);
  }

  write(copy) {
    try {
      localStorage.setItem(this.key, JSON.stringify(copy));
    } catch {
      // Full, or not allowed: then there is none.
    }
  }

  forget() {
    clearTimeout(this.waiting);
    try {
      localStorage.removeItem(this.key);
    } catch {
      // Nothing was kept, then.
    }
  }
}
