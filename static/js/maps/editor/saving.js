// Saves the sheet, publishes it, or downloads it as a file.

const byId = (id) => document.getElementById(id);

export class Saving {
  constructor(desk) {
    this.desk = desk;
    this.saved = desk.sheet; // the version on the server
    this.seen = desk.setup.seen; // its number: saving over a newer one is refused
    this.busy = false;
  }

  /** Whether there are unsaved changes. */
  get dirty() {
    return this.desk.sheet !== this.saved;
  }

  async save() {
    const { desk } = this;
    if (this.busy) return false;
    const sheet = desk.sheet;
    this.busy = true;
    desk.status();
    const answer = await desk.server.save(sheet, this.seen);
    this.busy = false;
    byId("stuck").hidden = answer.code !== "stale";
    if (answer.error) {
      byId("stuck-why").textContent = answer.error;
      if (answer.code !== "stale") desk.say(answer.error, true);
    } else {
      this.saved = sheet;
      this.seen = answer.seen;
      desk.kept_copy.later();
      desk.judged(sheet, answer.problems);
      desk.say(desk.words.was_saved);
    }
    desk.status();
    return !answer.error;
  }

  async publish() {
    const { desk } = this;
    if (this.dirty && !(await this.save())) return;
    await desk.check();
    if (desk.problems?.some((problem) => problem.error)) {
      desk.lists.open("problems", true);
      desk.say(desk.words.not_yet, true);
      return;
    }
    const { summary, error } = await desk.server.summary(desk.sheet);
    if (error) {
      desk.say(error, true);
      return;
    }
    byId("publish-summary").innerHTML = summary; // made by the server's own templates, names escaped
    const ask = byId("ask-publish");
    ask.returnValue = "";
    ask.showModal();
    ask.addEventListener("close", () => ask.returnValue === "yes" && this.release(), { once: true });
  }

  async release() {
    const { desk } = this;
    const answer = await desk.server.publish(this.seen);
    if (answer.problems) desk.judged(desk.sheet, answer.problems);
    if (answer.error) desk.say(answer.error, true);
    else window.location.assign(answer.to);
  }

  /** The sheet as a file, even if it has errors or the server is down. */
  download() {
    const { desk } = this;
    const file = new Blob([`${JSON.stringify(desk.sheet, null, 2)}\n`], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `${desk.sheet.slug}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}
