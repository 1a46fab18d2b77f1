// Says so if no answer comes to a move: it may have been logged all the same.

const SHOWN = 8000; // milliseconds
const body = document.body;

function tell() {
  if (document.getElementById("sheet")?.open) { // it covers everything else
    document.getElementById("sheet-wrong").textContent = body.dataset.unanswered;
    return;
  }
  const line = document.createElement("p");
  line.className = "wrong";
  line.textContent = body.dataset.unanswered;
  const toast = document.getElementById("toast");
  toast.classList.remove("dismissed");
  toast.replaceChildren(line);
  setTimeout(() => line.remove(), SHOWN);
}

// Not htmx:timeout: if a push has replaced the form in the meantime, its events don't reach the page.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig, xhr } = event.detail;
  if (requestConfig.verb === "get" || elt.hidden) return; // hidden forms send themselves
  xhr.addEventListener("timeout", tell);
  xhr.addEventListener("error", tell);
});
