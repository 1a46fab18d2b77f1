// Corrections of the board: picks two places by two taps, and marks names that are new.

/** Put a tapped place into the empty field; if both are filled, it replaces the second. */
function pickPlace(chip) {
  const form = chip.closest("form");
  const [a, b] = form.querySelectorAll("[data-end]");
  const name = chip.dataset.placeName;
  if (a.value === name) a.value = "";
  else if (b.value === name) b.value = "";
  else if (a.value) b.value = name;
  else a.value = name;
  mark(form);
  sayNew(form);
}

function mark(form) {
  const chosen = [...form.querySelectorAll("[data-end]")].map((input) => input.value);
  for (const chip of form.querySelectorAll("[data-place-name]")) {
    chip.setAttribute("aria-pressed", chosen.includes(chip.dataset.placeName) ? "true" : "false");
  }
}

/** A name without accents, capitals and punctuation, as the server compares names. */
function plain(name) {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** Mark a name that isn't on the map as new: a typo would make another place. */
function sayNew(form) {
  const note = form.querySelector("[data-new-places]");
  if (!note) return;
  const fields = [...form.querySelectorAll("input[list]")];
  const onMap = new Set(fields.flatMap((input) => [...input.list.options].map((option) => plain(option.value))));
  const names = fields.map((input) => input.value.trim()).filter((name) => name && !onMap.has(plain(name)));
  note.hidden = !names.length;
  note.querySelector("b").textContent = [...new Set(names)].join(", ");
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest?.("[data-place-name]");
  if (chip) pickPlace(chip);
});

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-end]")) mark(event.target.form);
});

// Not while a name is being typed: half a name is never known.
document.addEventListener("change", (event) => {
  if (event.target.matches("input[list]")) sayNew(event.target.form);
});
