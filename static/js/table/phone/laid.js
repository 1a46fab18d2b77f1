// Keeps the ticks at places of one's share of the set-up, across pushes, sheets and reloads.

const KEY = `laid ${location.pathname}`;
const done = new Set(JSON.parse(sessionStorage.getItem(KEY)) ?? []);

export function ready(root = document) {
  for (const box of root.querySelectorAll(".setup-share input")) box.checked = done.has(box.value);
}

export function watch() {
  document.addEventListener("change", ({ target }) => {
    if (!target.closest(".setup-share")) return;
    if (target.checked) done.add(target.value);
    else done.delete(target.value);
    sessionStorage.setItem(KEY, JSON.stringify([...done]));
  });
}
