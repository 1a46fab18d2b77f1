// Pans and zooms a picture by touch: points under the fingers stay under them.
//
// The view is the point of the drawing in the middle of the room, in the drawing's units, and the pixels per unit.
// Both stay when the room is resized, so people find the map where they left it.

const STEP = 1.5; // of a button
const MOST = 6; // maximum zoom, relative to the whole drawing
const BESIDE = 72; // pixels it can be pulled away from the buttons at its side
const EDGE = 24; // pixels it can be pulled away from other edges, so that it follows two fingers that zoom in

/**
 * @param {HTMLElement} room the visible area
 * @param {HTMLElement} picture fills the room, and holds an SVG that fits into it
 * @param {() => void} moved called when somebody has moved it
 */
export function zoomable(room, picture, moved) {
  const view = picture.querySelector("svg").viewBox.baseVal;
  const fingers = new Map(); // the last position of each pointer
  picture.style.transformOrigin = "0 0";
  let now = null; // { k: pixels per unit, x, y: the point in the middle }

  const fit = () => Math.min(room.clientWidth / view.width, room.clientHeight / view.height);
  const within = (value, least, most) => Math.min(Math.max(value, least), most);

  /**
   * Limit the middle along one axis: the drawing fills the room, except for some pixels at its ends, or stays inside it.
   * A drawing that is shown whole is in the middle.
   */
  function middle(value, start, length, pixels, before = EDGE, after = EDGE) {
    const half = pixels / 2 / now.k;
    const ends = now.k > fit() ? [start + half, start + length - half] : [start + length / 2];
    return within(value, Math.min(...ends) - before / now.k, Math.max(...ends) + after / now.k);
  }

  function show(next) {
    const whole = fit();
    if (!whole) return; // hidden right now
    now = { ...next, k: within(next.k, whole, MOST * whole) };
    const { clientWidth: width, clientHeight: height } = room;
    const buttons = room.dataset.buttons ?? "right";
    const beside = buttons.endsWith("row") ? 2 * BESIDE : BESIDE;
    const free = buttons.startsWith("left") ? [beside, EDGE] : [EDGE, beside];
    now.x = middle(now.x, view.x, view.width, width, ...free);
    now.y = middle(now.y, view.y, view.height, height);
    // In pixels: during a layout the room briefly has other sizes, and a picture sized relative to it would lay out
    // and paint its thousands of shapes for each of them.
    picture.style.width = `${width}px`;
    picture.style.height = `${height}px`;
    const scale = now.k / whole;
    const left = width / 2 - now.k * (now.x - view.x) - (scale * (width - view.width * whole)) / 2;
    const top = height / 2 - now.k * (now.y - view.y) - (scale * (height - view.height * whole)) / 2;
    picture.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }

  /** Move the point at `from` to `to`, scaling by `times`. */
  function carry(from, to, times) {
    if (!now) return;
    const k = within(now.k * times, fit(), MOST * fit());
    const middleOf = [room.clientWidth / 2, room.clientHeight / 2];
    const [x, y] = [now.x, now.y].map(
      (at, i) => at + (from[i] - middleOf[i]) / now.k - (to[i] - middleOf[i]) / k,
    );
    show({ k, x, y });
    moved();
  }

  function at(event) {
    const box = room.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** The point between the fingers, and their distance. */
  function grip() {
    const [a, b = a] = fingers.values();
    return [[(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], Math.hypot(a[0] - b[0], a[1] - b[1])];
  }

  room.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    if (event.isPrimary) fingers.clear(); // forget fingers whose end we missed
    if (fingers.size < 2) fingers.set(event.pointerId, at(event));
  });
  addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [from, apart] = grip();
    fingers.set(event.pointerId, at(event));
    const [to, apartNow] = grip();
    carry(from, to, apart && apartNow ? apartNow / apart : 1);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  room.addEventListener("wheel", (event) => {
    event.preventDefault();
    carry(at(event), at(event), Math.exp(-event.deltaY / 400));
  }, { passive: false });

  return {
    fit,
    show,
    seen: () => now,
    step(larger) {
      const center = [room.clientWidth / 2, room.clientHeight / 2];
      carry(center, center, larger ? STEP : 1 / STEP);
    },
  };
}
