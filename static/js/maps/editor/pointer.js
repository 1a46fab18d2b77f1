// Touch and mouse on the drawing: tap, drag, select several, pan, pinch.

const STILL = { mouse: 4, pen: 6, touch: 10 }; // pixels a pointer may move during a tap
const SAME_GESTURE = 400; // milliseconds between two steps of the same wheel gesture

export class Pointer {
  constructor(canvas, desk) {
    this.canvas = canvas;
    this.desk = desk;
    this.down = new Map();
    this.drag = null;
    this.scrolled = { at: 0, pad: false };
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
    // After a touch, browsers simulate a mouse, which would take the focus from what the tap has opened.
    if (event.pointerType !== "mouse") event.preventDefault();
    this.down.set(event.pointerId, event);
    this.canvas.svg.setPointerCapture(event.pointerId);
    if (this.down.size === 2) {
      this.finish(true);
      return;
    }
    // A new place may go where another's name is: the name will give way.
    const onName = this.desk.tool === "place" && event.target.matches(".name");
    const part = (name) => event.target.closest(`[data-${name}]`)?.dataset[name];
    this.drag = {
      from: event,
      start: this.canvas.spot(event),
      last: this.canvas.spot(event),
      handle: part("handle"),
      place: onName ? undefined : part("place"),
      route: part("route"),
      many: event.shiftKey || this.desk.tool === "many",
      moving: false,
    };
  }

  /** Whether this press mustn't replace the selection. */
  get keepsSelection() {
    const { drag, desk } = this;
    return Boolean(drag && (drag.many || (drag.place && desk.group.has("place", drag.place))));
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
    const { desk } = this;
    if (drag.handle?.startsWith("corner-")) desk.picture.drag(Number(drag.handle.slice(7)), spot);
    else if (desk.tool === "picture") desk.picture.move(dx, dy);
    else if (drag.handle) desk.dragHandle(drag.handle, spot);
    else if (drag.place && desk.group.has("place", drag.place)) desk.group.drag(spot[0] - drag.start[0], spot[1] - drag.start[1], drag);
    else if (drag.many && !drag.place) this.canvas.box(drag.start, spot);
    else if (drag.place && desk.tool !== "route" && desk.tool !== "ticket") desk.dragPlace(drag.place, dx, dy, drag);
    else {
      this.canvas.pan(dx, dy);
      return; // the point under the finger stays there
    }
    drag.last = spot;
  }

  /** Two fingers: keep the drawing under both of them. */
  pinch(event) {
    const [one, other] = [...this.down.values()];
    const fixed = one.pointerId === event.pointerId ? other : one;
    const before = this.down.get(event.pointerId);
    const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
    const between = (a, b) => this.canvas.spot({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
    const middle = between(before, fixed);
    this.canvas.zoom(apart(before, fixed) / apart(event, fixed), middle);
    const [x, y] = between(event, fixed);
    this.canvas.pan(x - middle[0], y - middle[1]);
    this.down.set(event.pointerId, event);
  }

  release(event, lost = false) {
    this.down.delete(event.pointerId);
    const { drag } = this;
    if (!drag) return;
    if (drag.moving || lost) this.finish(lost);
    else {
      this.drag = null;
      const { place, route, handle, many } = drag;
      this.desk.tap({ place, route, handle, many, spot: this.canvas.spot(event) });
    }
  }

  finish(lost = false) {
    const { drag } = this;
    this.drag = null;
    const box = this.canvas.boxed();
    if (box && !lost) this.desk.group.inBox(box, drag.from.shiftKey);
    if (drag?.moving) this.desk.dropped();
  }

  /** A trackpad scrolls in both directions, and zooms when pinched; the wheel of a mouse zooms. */
  wheel(event) {
    event.preventDefault();
    const { deltaX, deltaY } = event;
    const { scale } = this.canvas;
    if (event.shiftKey && !event.ctrlKey) this.canvas.pan(-(deltaX || deltaY) * scale, 0);
    else if (!event.ctrlKey && !event.metaKey && this.isPad(event)) this.canvas.pan(-deltaX * scale, -deltaY * scale);
    else {
      const step = Math.sign(deltaY) * Math.min(Math.abs(deltaY), 120);
      this.canvas.zoom(Math.exp(step * (event.ctrlKey ? 0.008 : 0.0016)), this.canvas.spot(event));
    }
  }

  /** Wheels turn in large, whole steps and never sideways. A gesture never changes its kind. */
  isPad({ deltaX, deltaY, deltaMode, timeStamp }) {
    const goesOn = timeStamp - this.scrolled.at < SAME_GESTURE;
    const small = deltaMode === 0 && (deltaX !== 0 || !Number.isInteger(deltaY) || Math.abs(deltaY) < 50);
    this.scrolled = { at: timeStamp, pad: small || (goesOn && this.scrolled.pad) };
    return this.scrolled.pad;
  }
}
