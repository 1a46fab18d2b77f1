// Keeps what was typed into a form of the administration when the page is left without saving: it is
// stored in this tab by the item it belongs to, and is back in the form later. The sheet's value of then is
// stored with it, so that only edits of fields that were saved meanwhile are dropped, not all of a list of
// which a search shows and saves a part.

const form = document.querySelector("form[data-keep-edits]");
if (form) keepEdits(form);

function keepEdits(form) {
  const key = `stationmaster-edits ${window.location.pathname}`;
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
      return JSON.parse(sessionStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  };
  const write = () => {
    try {
      if (Object.keys(edits).length) sessionStorage.setItem(key, JSON.stringify(edits));
      else sessionStorage.removeItem(key);
    } catch {
      // The storage is full or not allowed: then edits are lost when the page is left.
    }
  };
  const put = (field, value) => {
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
  };

  const edits = read(); // by field: what was typed, and what the sheet said
  let back = false;
  if (!document.querySelector(".errornote")) {
    for (const field of fields) {
      const { typed, was } = edits[nameOf(field)] ?? {};
      if (typed === undefined) continue;
      if (was === valueOf(field) && typed !== was) {
        put(field, typed);
        back = true;
      } else delete edits[nameOf(field)];
    }
    write();
  }
  bar.hidden = !back;
  bar.querySelector("button").addEventListener("click", () => {
    for (const field of fields) {
      delete edits[nameOf(field)];
      put(field, first.get(field));
    }
    write();
    bar.hidden = true;
  });
  form.addEventListener("input", ({ target }) => {
    if (!first.has(target)) return;
    const name = nameOf(target);
    // After a refused form the page repeats what was typed, not what the sheet says.
    const was = edits[name]?.was ?? first.get(target);
    if (valueOf(target) === was) delete edits[name];
    else edits[name] = { typed: valueOf(target), was };
    write();
  });
}
