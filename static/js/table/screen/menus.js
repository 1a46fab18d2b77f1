// Opens and closes the menu of tools and dialogs.

const byId = (id) => document.getElementById(id);

export function closeTools() {
  const tools = byId("tools");
  if (tools) tools.open = false;
}

document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-opens]");
  if (opens) byId(opens.dataset.opens)?.showModal();
  const closes = event.target.closest("[data-closes]");
  if (closes) byId(closes.dataset.closes)?.close();
  if (!event.target.closest("#tools")) closeTools();
});

for (const dialog of ["options", "placing"]) {
  byId(dialog)?.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr.status === 200) byId(dialog).close();
  });
}
