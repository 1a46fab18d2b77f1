// Fingers and mice on the drawing: tap, drag, pan, pinch.

const STILL = { mouse: 4, pen: 6, touch: 10 }; // pixels one may move and still mean a tap

export class Pointer {
  constructor(canvas, desk) {
    this.canvas = canvas;
    this.desk = desk;
    this.down = new Map();
    this.drag = null;
    const { svg } = canvas;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", (event) => this.release(event, true));
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("dblclick", (event) => {
      if (event.target.closest('[data-handle="via"]')) desk.run("straighten");
    });
  }

  press(event) {
    if (event.button > 0 && event.button !== 1) return;
    // After a finger browsers play a mouse, which would take the focus from what the tap has opened.
    if (event.pointerType !== "mouse") event.preventDefault();
    this.down.set(event.pointerId, event);
    this.canvas.svg.setPointerCapture(event.pointerId);
    if (this.down.size === 2) {
      this.finish(true);
      return;
    }
    const part = (name) => event.target.closest(`[data-${name}]`)?.dataset[name];
    this.drag = {
      from: event,
      last: this.canvas.spot(event),
      handle: part("handle"),
      place: part("place"),
      route: part("route"),
      moving: false,
    };
  }

  move(event) {
    if (!this.down.has(event.pointerId)) return;
    if (this.down.size === 2) {
      this.pinch(event);
      return;
    }
    this.down.set(event.pointerId, event);
    const { drag } = this;
    if (!drag) return;
    const far = Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY);
    if (!drag.moving && far < (STILL[event.pointerType] ?? 6)) return;
    drag.moving = true;
    const spot = this.canvas.spot(event);
    const [dx, dy] = [spot[0] - drag.last[0], spot[1] - drag.last[1]];
    if (this.desk.tool === "picture") this.desk.picture.move(dx, dy);
    else if (drag.handle) this.desk.dragHandle(drag.handle, spot);
    else if (drag.place && this.desk.tool !== "route" && this.desk.tool !== "ticket") {
      this.desk.dragPlace(drag.place, dx, dy, drag);
    } else {
      this.canvas.pan(dx, dy);
      return; // the point under the finger stays the same
    }
    drag.last = spot;
  }

  pinch(event) {
    const [one, other] = [...this.down.values()];
    const fixed = one.pointerId === event.pointerId ? other : one;
    const before = this.down.get(event.pointerId);
    const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
    this.canvas.zoom(apart(before, fixed) / apart(event, fixed), this.canvas.spot(fixed));
    this.down.set(event.pointerId, event);
  }

  release(event, lost = false) {
    this.down.delete(event.pointerId);
    const { drag } = this;
    if (!drag) return;
    if (drag.moving || lost) this.finish(lost);
    else {
      this.drag = null;
      this.desk.tap({ place: drag.place, route: drag.route, handle: drag.handle, spot: this.canvas.spot(event) });
    }
  }

  finish() {
    const moved = this.drag?.moving;
    this.drag = null;
    if (moved) this.desk.dropped();
  }

  wheel(event) {
    event.preventDefault();
    this.canvas.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) * 0.0016), this.canvas.spot(event));
  }
}
