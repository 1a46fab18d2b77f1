// Buttons that copy an address: `data-copies` is the id of its element, `data-tells` of the one that confirms it. The
// clipboard API needs HTTPS: at home, over plain HTTP, the address is selected and copied the old way.

function select(element) {
  if (element.select) element.select();
  else getSelection().selectAllChildren(element);
}

async function copy(element) {
  if (navigator.clipboard?.writeText) {
    await navigator.clipboard.writeText(element.value ?? element.textContent);
    return;
  }
  select(element);
  if (!document.execCommand("copy")) throw new Error("copy");
}

for (const button of document.querySelectorAll("button[data-copies]")) {
  const address = document.getElementById(button.dataset.copies);
  const status = document.getElementById(button.dataset.tells);
  button.hidden = false;
  button.addEventListener("click", async () => {
    status.textContent = "";
    try {
      await copy(address);
      status.textContent = button.dataset.copied;
    } catch {
      select(address);
      status.textContent = button.dataset.failed;
    }
  });
}
