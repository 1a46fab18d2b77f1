// A picture under the drawing, for tracing. It stays in this browser: nothing here sends anything.

export class Picture {
  constructor(image, form, desk) {
    this.image = image;
    this.form = form;
    this.desk = desk;
    this.url = null;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => {
      if (event.target.name === "picture") this.take(event.target.files[0]);
      else this.lay();
    });
  }

  take(file) {
    if (!file) return;
    const url = URL.createObjectURL(file);
    const probe = new Image();
    probe.onload = () => {
      this.away();
      this.url = url;
      const [width, height] = this.desk.sheet.canvas;
      const scale = Math.min(width / probe.naturalWidth, height / probe.naturalHeight);
      this.natural = [probe.naturalWidth, probe.naturalHeight];
      this.width = probe.naturalWidth * scale;
      this.height = probe.naturalHeight * scale;
      this.x = (width - this.width) / 2;
      this.y = (height - this.height) / 2;
      this.form.elements.size.value = 100;
      this.form.querySelector("fieldset").disabled = false;
      this.image.setAttribute("href", url);
      this.lay();
    };
    probe.onerror = () => {
      URL.revokeObjectURL(url);
      this.desk.say(this.desk.words.not_a_picture, true);
    };
    probe.src = url;
  }

  lay() {
    const { size, opacity } = this.form.elements;
    const scale = size.value / 100;
    const [w, h] = [this.width * scale, this.height * scale];
    const places = { x: this.x - (w - this.width) / 2, y: this.y - (h - this.height) / 2, width: w, height: h };
    for (const [name, value] of Object.entries(places)) this.image.setAttribute(name, value);
    this.image.setAttribute("opacity", opacity.value / 100);
  }

  move(dx, dy) {
    if (!this.url) return;
    this.x += dx;
    this.y += dy;
    this.lay();
  }

  /** The canvas gets the shape of the picture, which then covers it exactly. */
  shape() {
    if (!this.url) return null;
    const [width] = this.desk.sheet.canvas;
    const height = Math.round((width * this.natural[1]) / this.natural[0]);
    Object.assign(this, { x: 0, y: 0, width, height });
    this.form.elements.size.value = 100;
    this.lay();
    return [width, Math.min(Math.max(height, 100), 10_000)];
  }

  away() {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = null;
    this.image.removeAttribute("href");
    this.form.querySelector("fieldset").disabled = true;
  }
}
