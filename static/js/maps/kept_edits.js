// What was typed into a form of the administration stays when one leaves the page without saving: it
// is kept in this tab, by the item it belongs to, and is back in the form when one returns.

const form = document.querySelector("form[data-keep-edits]");
if (form) keepEdits(form);

function keepEdits(form) {
  const key = `stationmaster-edits ${window.location.pathname}`;
  const seen = form.elements.seen.value;
  const bar = document.getElementById("kept-edits");
  const fields = [...form.elements].filter((field) => field.name && field.type !== "hidden" && !field.matches("button"));
  // Rows are sorted and searched, so a field of a list is known by the id of its item.
  const nameOf = (field) => {
    const [, row, name] = field.name.match(/^row-(\d+)-(.+)$/) ?? [];
    return name ? `${form.elements[`row-${row}-id`].value} ${name}` : field.name;
  };
  const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.value);
  const first = new Map(fields.map((field) => [field, valueOf(field)]));

  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key)) ?? null;
    } catch {
      return null;
    }
  };
  const write = (edits) => {
    try {
      if (Object.keys(edits).length) sessionStorage.setItem(key, JSON.stringify({ seen, edits }));
      else sessionStorage.removeItem(key);
    } catch {
      // Full, or not allowed: then they are lost when one leaves.
    }
  };

  let kept = read();
  // Once the sheet is another one, it was saved, here or elsewhere: what was typed is in it or is stale.
  if (kept && kept.seen !== seen) {
    write({});
    kept = null;
  }
  const edits = kept?.edits ?? {};
  let back = false;
  if (!document.querySelector(".errornote")) {
    for (const field of fields) {
      const value = edits[nameOf(field)];
      if (value === undefined || value === valueOf(field)) continue;
      if (field.type === "checkbox") field.checked = value;
      else field.value = value;
      back = true;
    }
  }
  bar.hidden = !back;
  bar.querySelector("button").addEventListener("click", () => {
    write({});
    for (const [field, value] of first) {
      if (field.type === "checkbox") field.checked = value;
      else field.value = value;
    }
    bar.hidden = true;
  });
  form.addEventListener("input", ({ target }) => {
    if (!first.has(target)) return;
    if (valueOf(target) === first.get(target)) delete edits[nameOf(target)];
    else edits[nameOf(target)] = valueOf(target);
    write(edits);
  });
}
