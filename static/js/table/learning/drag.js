// Lets a host drag places on the drawing: on the screen, or on a phone while comparing.
//
// `data-drag-places` is on the board's container, with how much the drawing stretches the sheet. The form #move-place
// sends the new position. With `data-pushed` the page stays, and the new drawing is pushed.

const LEAST = 4; // minimum distance of a drag, in units of the drawing: less is a tap

const stage = document.querySelector("[data-drag-places]");
const form = document.getElementById("move-place");
let held = null;

/** The position of a pointer, in units of the drawing. */
function spot(svg, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
}

function middle(place) {
  const box = place.querySelector(".disc, .sign").getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function moved(event) {
  const to = spot(held.svg, event);
  return [to.x - held.from.x, to.y - held.from.y];
}

function send(place, x, y) {
  form.elements.place.value = place.dataset.place;
  form.elements.x.value = Math.max(0, Math.round(x / Number(stage.dataset.stretch)));
  form.elements.y.value = Math.max(0, Math.round(y / Number(stage.dataset.rise)));
  if (!("pushed" in form.dataset)) {
    form.submit();
    return;
  }
  const sent = { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" } };
  fetch(form.action, sent).then((answer) => {
    if (!answer.ok) place.removeAttribute("transform");
  });
}

function drop(event) {
  if (!held) return;
  const { place } = held;
  const [dx, dy] = moved(event);
  held = null;
  if (event.type === "pointercancel" || Math.hypot(dx, dy) < LEAST) {
    place.removeAttribute("transform");
    return;
  }
  const [x, y] = middle(place);
  send(place, x + dx, y + dy);
}

if (stage && form) {
  stage.addEventListener("pointerdown", (event) => {
    const place = event.target.closest("[data-place]");
    if (!place || event.button) return;
    const svg = place.ownerSVGElement;
    held = { place, svg, from: spot(svg, event) };
    stage.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  stage.addEventListener("pointermove", (event) => {
    if (held) held.place.setAttribute("transform", `translate(${moved(event).join(" ")})`);
  });
  stage.addEventListener("pointerup", drop);
  stage.addEventListener("pointercancel", drop);
}
