// Forms on the phone: tickets to keep, wild cards to pay with.

// The same as in games/folding.py: lower case without accents.
const LETTERS = {
  ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i",
};
const plain = (words) =>
  words.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^a-z]/g, (c) => LETTERS[c] ?? c);

/** The number of empty fields of a ticket that isn't in the list, and the hint next to it. */
function lacks(row) {
  const fields = [...row.querySelectorAll("[data-new-ticket]")];
  const begun = fields.some((input) => input.value.trim() || input.validity.badInput);
  const lacking = fields.filter((input) => !input.value.trim() || !input.validity.valid);
  for (const hint of row.querySelectorAll("[data-lacks]")) {
    const points = hint.dataset.lacks === "points";
    hint.hidden = !begun || !lacking.some((input) => (input.name === "new-points") === points);
  }
  return begun ? lacking.length : null;
}

/** Count the ticked tickets; the button is disabled until there are enough. */
export function count(form) {
  const rows = [...form.querySelectorAll(".new-ticket")].map(lacks).filter((lacking) => lacking !== null);
  const written = rows.filter((lacking) => !lacking);
  const ticked = [...form.querySelectorAll("[name=kept]:checked"), ...written];
  const least = Number(form.dataset.least || 1);
  const most = Number(form.dataset.most || 99);
  const button = form.querySelector("[data-keep-button]");
  button.disabled = ticked.length < least || ticked.length > most || written.length < rows.length;
  button.querySelector(".kept-count").textContent = ticked.length || "";
}

/** Show the rows that match every typed word by its beginning: “fr kö” finds Frankfurt – Köln. */
function find(input) {
  const wanted = plain(input.value).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const list = document.querySelector(input.dataset.find);
  let none = true;
  for (const row of list.querySelectorAll("[data-words]")) {
    const words = ` ${row.dataset.words}`;
    const hit = wanted.every((word) => words.includes(` ${word}`));
    row.hidden = !hit && !row.querySelector(":checked");
    none &&= row.hidden;
  }
  const nothing = list.querySelector("[data-nothing]");
  if (nothing) nothing.hidden = !none;
}

/** Move a ticket that was searched for to the top, where it stays in sight when the whole list is back. */
function lift(box) {
  const row = box.closest("[data-words]");
  row.parentElement.prepend(row);
  box.focus({ preventScroll: true }); // moving takes it away
}

const PAYING = "say how it was paid"; // remembered for people who always do

/** The cards paid are sent only if that part of the sheet is unfolded. */
function unfold(details) {
  details.querySelector("fieldset").disabled = !details.open;
  pay(details.closest("form"));
}

function pay(form) {
  const input = form.elements.wilds;
  const most = Number(input.max);
  const unfolded = form.querySelector(".paying").open;
  const wilds = unfolded ? Math.max(0, Math.min(most, Number(input.value) || 0)) : 0;
  const cards = form.querySelectorAll(".card");
  cards.forEach((card, i) => card.classList.toggle("wild", i >= cards.length - wilds));
  const [less, more] = form.querySelectorAll("[data-step]");
  less.disabled = wilds === 0;
  more.disabled = wilds === most;
  const grey = form.querySelector("[name=color]:checked");
  if (grey) form.querySelector(".cards").dataset.color = grey.value;
  for (const keep of form.querySelectorAll("[data-needs-card]")) {
    // If it was paid only with wild cards, there's no card to keep.
    const none = wilds === Number(form.dataset.length);
    if (none && !keep.disabled) keep.checked = false;
    if (!none && keep.disabled) keep.checked = true;
    keep.disabled = none;
  }
}

/** Set up new forms: the state that scripts add isn't in the HTML. */
export function ready(root = document) {
  root.querySelectorAll("form.offer, form.picker").forEach(count);
  root.querySelectorAll(".paying").forEach((details) => {
    if (root !== document) details.open = Boolean(localStorage.getItem(PAYING));
    unfold(details);
  });
}

/** Show our own message at an unanswered question: the browser's bubble would hide the answers. */
function ask(input) {
  const question = input.closest("fieldset");
  question.querySelector(".unanswered").hidden = false;
  if (input !== input.form.querySelector("input:invalid")) return; // only the first one is scrolled to
  input.focus({ preventScroll: true });
  question.scrollIntoView({ block: "center" });
}

export function watch() {
  document.addEventListener("invalid", (event) => {
    if (!event.target.closest("fieldset")?.querySelector(".unanswered")) return;
    event.preventDefault();
    ask(event.target);
  }, true); // it does not bubble
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    const unanswered = event.target.closest("fieldset")?.querySelector(".unanswered");
    if (unanswered) unanswered.hidden = true;
    if (event.target.name === "kept") {
      count(form);
      const search = form.querySelector("[data-find]");
      if (search?.value) {
        search.value = "";
        find(search);
        if (event.target.checked) lift(event.target);
      }
    }
    if (form?.matches(".claim")) pay(form);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]")) find(event.target);
    if (event.target.matches("[data-new-ticket]")) count(event.target.form);
    if (event.target.name === "wilds") pay(event.target.form);
  });
  document.addEventListener("toggle", (event) => {
    if (!event.target.matches?.(".paying")) return;
    if (event.target.open) localStorage.setItem(PAYING, "1");
    else localStorage.removeItem(PAYING);
    unfold(event.target);
  }, true); // it does not bubble
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".search")) return;
    event.preventDefault(); // the search is live
    document.activeElement?.blur();
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("[data-step]");
    if (!step) return;
    const input = step.closest("form").elements.wilds;
    input.value = Math.max(0, Math.min(Number(input.max), Number(input.value) + Number(step.dataset.step)));
    pay(step.closest("form"));
  });
  ready();
}
