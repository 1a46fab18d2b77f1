// Shows a notice if a script of the page is missing or fails. It is loaded before all others, so it
// notices those that do not arrive (or whose imports do not), and those that fail while they start. If it
// is missing itself, the style sheet shows the notice after a while (templates/shared/not_loaded.html).

(() => {
  const page = document.documentElement;
  const starting = () => document.readyState !== "complete";

  addEventListener("error", (event) => {
    if (event.target instanceof HTMLScriptElement || (event.error && starting())) {
      page.dataset.scripts = "missing";
    }
  }, true);

  // By now every script has run or failed.
  document.addEventListener("DOMContentLoaded", () => {
    page.dataset.scripts ??= "loaded";
  });
})();
