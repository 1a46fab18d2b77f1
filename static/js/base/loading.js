// Shows a notice if a script of the page doesn't load or fails. It's loaded before all others, so it notices scripts
// (and imports) that don't load, and those that fail on startup. If it doesn't load itself, the style sheet shows the
// notice after a while (templates/shared/not_loaded.html).

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
