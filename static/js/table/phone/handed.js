// A host's phone handed to another player: hides the tickets and goes back after a time without touches.

import * as peek from "./peek.js";
import * as pick from "./pick.js";

const IDLE = 60000;
const back = document.body.dataset.back;
let timer = 0;

function away() {
  clearTimeout(timer);
  timer = setTimeout(() => location.replace(back), IDLE);
}

peek.watch();
pick.watch();
peek.READING.forEach((name) => window.addEventListener(name, away, { capture: true, passive: true }));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") location.replace(back);
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.replace(back);
});
away();
