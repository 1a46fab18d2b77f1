// Forms that are filled in with the thumb: tickets to keep, wilds to pay with.

const plain = (words) =>
  words.normalize("NFKD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();

/** How many tickets are ticked; the button waits until they are enough. */
export function count(form) {
  const ticked = [...form.querySelectorAll("[name=kept]:checked")];
  const least = Number(form.dataset.least || 1);
  const most = Number(form.dataset.most || 99);
  const button = form.querySelector("[data-keep-button]");
  button.disabled = ticked.length < least || ticked.length > most;
  button.querySelector(".kept-count").textContent = ticked.length || "";
}

function find(input) {
  const wanted = plain(input.value.trim());
  const form = input.closest("form");
  for (const row of form.querySelectorAll("[data-words]")) {
    const words = plain(row.dataset.words);
    const hit = !wanted || words.startsWith(wanted) || words.includes(` ${wanted}`);
    row.hidden = !hit && !row.querySelector(":checked");
  }
}

function pay(form) {
  const input = form.elements.wilds;
  const most = Number(input.max);
  const wilds = Math.max(0, Math.min(most, Number(input.value) || 0));
  const cards = form.querySelectorAll(".card");
  cards.forEach((card, i) => card.classList.toggle("wild", i >= cards.length - wilds));
  const [less, more] = form.querySelectorAll("[data-step]");
  less.disabled = wilds === 0;
  more.disabled = wilds === most;
  const grey = form.querySelector("[name=color]:checked");
  if (grey) form.querySelector(".cards").dataset.color = grey.value;
  for (const keep of form.querySelectorAll("[data-needs-card]")) {
    // Paid with wilds only, there is no card to keep.
    const none = wilds === Number(form.dataset.length);
    if (none && !keep.disabled) keep.checked = false;
    if (!none && keep.disabled) keep.checked = true;
    keep.disabled = none;
  }
}

/** Make new forms ready: what scripts fill in is not in the page as it comes. */
export function ready(root = document) {
  root.querySelectorAll("form.offer, form.picker").forEach(count);
  root.querySelectorAll("form.claim").forEach(pay);
}

export function watch() {
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (event.target.name === "kept") {
      count(form);
      const search = form.querySelector("[data-find]");
      if (search?.value) {
        search.value = "";
        find(search);
      }
    }
    if (form?.matches(".claim")) pay(form);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]")) find(event.target);
    if (event.target.name === "wilds") pay(event.target.form);
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
