// Keeps unsaved input of a form in the administration when people leave the page: it's stored for this tab, by item,
// and restored later. The sheet's value at that time is stored as well, so that only edits of fields that have been
// saved since are dropped, and not a whole list if a search shows and saves a part of it.

const form = document.querySelector("form[data-keep-edits]");
if (form) keepEdits(form);

function keepEdits(form) {
  const key = `stationmaster-edits ${window.location.pathname}`;
  const bar = document.getElementById("kept-edits");
  const fields = [...form.elements].filter((field) => field.name && field.type !== "hidden" && !field.matches("button"));
  // Rows are sorted and filtered, so a field in a list is identified by the id of its item.
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
      // The storage is full or blocked: edits are lost on leaving the page.
    }
  };
  const put = (field, value) => {
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
  };

  const edits = read(); // by field: the input, and the sheet's value
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
    // After an error the page repeats the input, not the sheet's value.
    const was = edits[name]?.was ?? first.get(target);
    if (valueOf(target) === was) delete edits[name];
    else edits[name] = { typed: valueOf(target), was };
    write();
  });
}
