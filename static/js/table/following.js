// Keeps an open sheet that logs a turn up to date: the turns it would fill in, and what's still free.
//
// It's requested again with every change. Input stays as long as its field is still there. If the sheet has changed,
// a tap meant for what it showed before doesn't count (once.js).

import * as once from "./once.js";

const body = document.body;
const content = document.getElementById("sheet-body");
let asking = null;
let behind = false; // the table changed while a move was being sent

const fields = () => [...content.querySelectorAll("input:not([type=hidden]), select")];
const ticks = (field) => ["checkbox", "radio"].includes(field.type);
const changed = (field) =>
  ticks(field) ? field.checked !== field.defaultChecked : field.value !== (field.defaultValue ?? "");

/** The fields by key; several with the same name and value are numbered. */
function byKey() {
  const numbered = new Map();
  for (const field of fields()) {
    const key = [field.name, field.id, ticks(field) ? field.value : ""].join(" ");
    let nth = 0;
    while (numbered.has(`${key} ${nth}`)) nth += 1;
    numbered.set(`${key} ${nth}`, field);
  }
  return numbered;
}

function filledIn() {
  return [...byKey()].filter(([, field]) => changed(field)).map(([key, { value, checked }]) => [key, value, checked]);
}

function fillIn(before) {
  const now = byKey();
  for (const [key, value, checked] of before) {
    const field = now.get(key);
    if (!field || field.disabled) continue;
    if (ticks(field)) field.checked = checked;
    else if (field.value !== value) field.value = value;
    if (!ticks(field)) field.dispatchEvent(new Event("input", { bubbles: true })); // in case it filters a list
  }
}

/** Request the open sheet again; `ready` is called if it has changed. */
export async function follow(ready) {
  behind = "moving" in body.dataset;
  const address = once.openSheet();
  const still = () => address && address === once.openSheet() && !("moving" in body.dataset);
  if (!still() || !content.querySelector(".whose")) return;
  if (body.dataset.stage !== "turns") return; // turns are over, so the sheet is obsolete
  asking?.abort();
  asking = new AbortController();
  let html = "";
  try {
    const since = content.querySelector("[data-since]")?.dataset.since; // it doesn't know of later entries
    const asked = new URL(address, location.href);
    if (since) asked.searchParams.set("since", since);
    const reply = await fetch(asked, { headers: { "HX-Request": "true" }, signal: asking.signal });
    html = reply.ok ? await reply.text() : "";
  } catch { /* the next change asks again; what is sent meanwhile is judged by what the sheet says */ }
  if (!html || !still()) return;
  const before = filledIn();
  const textBefore = content.innerText;
  // Only for fields: a focused button (just tapped, without an answer) would keep its old words.
  const typing = Boolean(document.activeElement?.matches("input, select, textarea"));
  window.Idiomorph.morph(content, html, { morphStyle: "innerHTML", ignoreActiveValue: typing });
  window.htmx.process(content);
  fillIn(before);
  ready(content);
  if (content.innerText !== textBefore) once.settle();
}

/** After a move was answered, or wasn't: a sheet that's still open may have missed a change. */
export function catchUp(ready) {
  if (behind) follow(ready);
}
