// A picture that is panned and pinched with the fingers: what lies under them stays under them.
//
// What is shown is one point of the drawing, in its own units, in the middle of the room, and how many pixels a
// unit has. Both survive a room of another size: the reader finds the map where they put it.

const STEP = 1.5; // of a button
const MOST = 6; // times the size at which the whole drawing fits
const BESIDE = 72; // pixels by which it can be pulled out from under the buttons on the right

/**
 * @param {HTMLElement} room what the picture is seen through
 * @param {HTMLElement} picture fills the room, and holds an SVG that fits into it
 * @param {() => void} moved called when somebody moved it
 */
export function zoomable(room, picture, moved) {
  const view = picture.querySelector("svg").viewBox.baseVal;
  const fingers = new Map(); // where each pointer was seen last
  picture.style.transformOrigin = "0 0";
  let now = null; // { k: pixels per unit, x, y: the point in the middle }

  const fit = () => Math.min(room.clientWidth / view.width, room.clientHeight / view.height);
  const within = (value, least, most) => Math.min(Math.max(value, least), most);

  /** The middle of a side: never so far out that the drawing ends before the room does, or `more` pixels before. */
  function middle(value, start, length, pixels, more = 0) {
    const half = pixels / 2 / now.k;
    if (length <= 2 * half) return start + length / 2;
    return within(value, start + half, start + length - half + more / now.k);
  }

  function show(next) {
    const whole = fit();
    if (!whole) return; // not to be seen right now
    now = { ...next, k: within(next.k, whole, MOST * whole) };
    const { clientWidth: width, clientHeight: height } = room;
    now.x = middle(now.x, view.x, view.width, width, BESIDE);
    now.y = middle(now.y, view.y, view.height, height);
    // In pixels: while a page is laid out its rooms have other sizes for a moment, and a picture that fills its room
    // would have its thousands of shapes laid out and painted for each of them.
    picture.style.width = `${width}px`;
    picture.style.height = `${height}px`;
    const scale = now.k / whole;
    const left = width / 2 - now.k * (now.x - view.x) - (scale * (width - view.width * whole)) / 2;
    const top = height / 2 - now.k * (now.y - view.y) - (scale * (height - view.height * whole)) / 2;
    picture.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }

  /** Make the point that was at `from` lie at `to`, `times` as large. */
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

  /** The point between the fingers, and how far apart they are. */
  function grip() {
    const [a, b = a] = fingers.values();
    return [[(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], Math.hypot(a[0] - b[0], a[1] - b[1])];
  }

  room.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    if (event.isPrimary) fingers.clear(); // a finger whose end nobody heard of
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
