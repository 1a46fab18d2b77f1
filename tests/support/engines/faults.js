// Comes first in every page: whatever goes wrong there is told to the server of the tests (faults.py).
(() => {
  const tell = (what) => {
    const fault = `${what} (on ${location.pathname})`;
    navigator.sendBeacon("/faults", fault);
  };
  addEventListener("error", (event) => {
    if (event.target !== window && event.target?.tagName) {
      tell(`not loaded: ${event.target.src || event.target.href || event.target.tagName}`);
    } else {
      tell(`script: ${event.message} at ${event.filename}:${event.lineno}`);
    }
  }, true);
  addEventListener("unhandledrejection", (event) => tell(`promise: ${event.reason?.stack || event.reason}`));
  addEventListener("securitypolicyviolation", (event) =>
    tell(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  // Taps that were made, and those that the page took: it takes none for a moment after a change (once.js).
  // Pages are told apart by a number of our own: WebKit's performance.timeOrigin is not always the same.
  window.taps = { page: `${Date.now()} ${Math.random()}`, made: 0, taken: 0 };
  addEventListener("click", () => { window.taps.made += 1; }, true);
  document.addEventListener("click", () => { window.taps.taken += 1; }, true);
  const say = console.error.bind(console);
  console.error = (...words) => {
    tell(`console: ${words.map(String).join(" ")}`);
    say(...words);
  };
})();
