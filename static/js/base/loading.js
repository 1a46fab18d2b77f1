// Whether everything a page runs on has arrived. This stands before all other scripts: it hears of
// those that do not come, nor what they import, and of those that fail while they start. Should it be
// missing itself, the style sheet shows the same notice after a while (templates/shared/not_loaded.html).

(() => {
  const page = document.documentElement;
  const starting = () => document.readyState !== "complete";

  addEventListener("error", (event) => {
    if (event.target instanceof HTMLScriptElement || (event.error && starting())) {
      page.dataset.scripts = "missing";
    }
  }, true);

  // By then every script has run or failed.
  document.addEventListener("DOMContentLoaded", () => {
    page.dataset.scripts ??= "loaded";
  });
})();
