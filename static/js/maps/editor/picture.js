// A picture under the drawing, for tracing. A photo taken by hand is fitted by its four corners. The picture stays in
// this browser, even after the page is closed; nothing is sent anywhere.

import { isConvex, matrix3d, turned } from "./perspective.js";
import * as pictureStore from "./picture_store.js";

const PAUSE = 300; // milliseconds without a change before it's stored

export class Picture {
  constructor(image, form, desk) {
    this.image = image;
    this.form = form;
    this.desk = desk;
    this.url = null;
    this.corners = null;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => this.changed(event.target));
    new ResizeObserver(() => this.lay()).observe(desk.canvas.svg);
    desk.canvas.onlook = () => this.lay();
    this.restore();
  }

  get map() {
    return this.desk.sheet.slug;
  }

  /** The controls for fitting it, next to the drawing; on a small screen they cover those of other tools. */
  panel(open) {
    this.form.hidden = !open;
    document.querySelector('.toolbox [data-command="picture"]').setAttribute("aria-expanded", open);
  }

  changed({ name, files, value }) {
    if (name === "picture") this.take(files[0]);
    else if (name === "size" || name === "turn") {
      const { size, turn } = this.form.elements;
      const degrees = Number(turn.value) - this.turn;
      this.fit(turned(this.corners, degrees, Number(size.value) / this.size));
      [this.turn, this.size] = [Number(turn.value), Number(size.value)];
    } else if (name === "opacity") {
      this.image.style.opacity = value / 100;
      this.keepSoon();
    }
  }

  /** Show a chosen file, as large as fits on the canvas. */
  async take(file) {
    if (!file) return;
    const size = await this.show(file);
    if (!size) {
      this.desk.say(this.desk.words.not_a_picture, true);
      return;
    }
    const [width, height] = this.desk.sheet.canvas;
    const scale = Math.min(width / size[0], height / size[1]);
    const [w, h] = size.map((side) => side * scale);
    const [x, y] = [(width - w) / 2, (height - h) / 2];
    this.fit([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]);
    this.desk.pick("picture");
  }

  /** Show the picture from the last visit, in the same position. */
  async restore() {
    const stored = await pictureStore.load(this.map);
    if (!stored || this.url || !(await this.show(stored.blob))) return;
    this.form.elements.opacity.value = stored.opacity;
    this.image.style.opacity = stored.opacity / 100;
    this.fit(stored.corners);
  }

  /** Its size in pixels once it has loaded; null if it isn't a picture. */
  show(blob) {
    const url = URL.createObjectURL(blob);
    return new Promise((resolve) => {
      const probe = new Image();
      probe.onload = () => {
        if (this.url) URL.revokeObjectURL(this.url);
        this.url = url;
        this.blob = blob;
        this.natural = [probe.naturalWidth, probe.naturalHeight];
        this.image.src = url;
        this.image.hidden = false;
        this.image.style.opacity = this.form.elements.opacity.value / 100;
        this.image.parentElement.classList.add("traced");
        this.form.querySelector("fieldset").disabled = false;
        this.reset();
        resolve(this.natural);
      };
      probe.onerror = () => {
        URL.revokeObjectURL(url);
        resolve(null);
      };
      probe.src = url;
    });
  }

  /** The sliders hold the rotation and scale since it was placed. */
  reset() {
    [this.turn, this.size] = [0, 100];
    this.form.elements.turn.value = 0;
    this.form.elements.size.value = 100;
  }

  fit(corners) {
    if (!this.url || !isConvex(corners)) return;
    this.corners = corners;
    this.lay();
    this.desk.redraw({ still: true });
    this.keepSoon();
  }

  /** Position it on the screen from its corners on the canvas. */
  lay() {
    const matrix = this.desk.canvas.svg.getScreenCTM();
    if (!this.corners || !matrix) return;
    const room = this.image.parentElement.getBoundingClientRect();
    const onScreen = this.corners.map(([x, y]) => {
      const point = new DOMPoint(x, y).matrixTransform(matrix);
      return [point.x - room.left, point.y - room.top];
    });
    const fitted = matrix3d(this.natural, onScreen);
    if (fitted) this.image.style.transform = `matrix3d(${fitted.join(",")})`;
  }

  move(dx, dy) {
    if (this.corners) this.fit(this.corners.map(([x, y]) => [x + dx, y + dy]));
  }

  drag(corner, spot) {
    this.fit(this.corners.map((old, i) => (i === corner ? spot : old)));
  }

  /** Give the canvas the shape of the picture, which then covers it exactly. */
  shape() {
    if (!this.url) return null;
    const [width] = this.desk.sheet.canvas;
    const height = Math.min(Math.max(Math.round((width * this.natural[1]) / this.natural[0]), 100), 10_000);
    this.reset();
    this.fit([[0, 0], [width, 0], [width, height], [0, height]]);
    return [width, height];
  }

  keepSoon() {
    clearTimeout(this.waiting);
    delete this.image.dataset.kept;
    this.waiting = setTimeout(async () => {
      const { blob, corners } = this;
      if (!blob) return;
      await pictureStore.save(this.map, { blob, corners, opacity: Number(this.form.elements.opacity.value) });
      this.image.dataset.kept = "";
    }, PAUSE);
  }

  away() {
    clearTimeout(this.waiting);
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = this.blob = this.corners = null;
    this.image.removeAttribute("src");
    this.image.hidden = true;
    this.image.parentElement.classList.remove("traced");
    this.form.querySelector("fieldset").disabled = true;
    pictureStore.remove(this.map);
  }
}
