// Keeps the join page up to date: colours taken by others in the meantime can no longer be picked.

const EVERY = 3000;
const form = document.querySelector("form.join");

function update(page) {
  for (const fresh of page.querySelectorAll("fieldset.colors input[name=color]")) {
    const old = form.querySelector(`fieldset.colors input[value="${CSS.escape(fresh.value)}"]`);
    if (!old || old.disabled === fresh.disabled) continue;
    const picked = old.checked;
    const label = fresh.closest("label");
    label.querySelector("input").checked = picked && !fresh.disabled;
    old.closest("label").replaceWith(label);
  }
  for (const id of ["there", "no-room", "sit"]) {
    const fresh = page.getElementById(id);
    const old = document.getElementById(id);
    if (fresh && old && !old.isEqualNode(fresh)) old.replaceWith(fresh);
  }
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(form.dataset.fresh, { headers: { Accept: "text/html" } });
    if (answer.redirected) location.assign(answer.url); // the game has started
    else if (answer.ok) update(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // No connection: try again later.
  }
}

// Saves a tap: after picking a colour, the name gets the focus (only a tap may open the keyboard); after typing the
// name, Enter scrolls to the colours.
const name = document.getElementById("name");
form.addEventListener("change", (event) => {
  if (event.target.name === "color" && !name.value.trim()) name.focus();
});
name.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || form.querySelector("[name=color]:checked")) return;
  event.preventDefault();
  name.blur();
});

setInterval(look, EVERY);
