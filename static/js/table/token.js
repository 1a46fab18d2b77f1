// Parts pushed over the socket have no CSRF token: forms without htmx get the page's.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = "csrfmiddlewaretoken";
  input.value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  form.append(input);
}, true);
