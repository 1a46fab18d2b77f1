// Shows times in this device's time zone. The server writes them in the installation's, which <html> names; if that's
// the same, they stay as they are.

const page = document.documentElement;
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const away = Boolean(here && page.dataset.zone && here !== page.dataset.zone);

const DAY = { day: "numeric", month: "long", year: "numeric" };
const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const language = page.lang === "en" ? "en-GB" : page.lang;
const shapes = {
  date: new Intl.DateTimeFormat(language, DAY),
  time: new Intl.DateTimeFormat(language, HOUR),
  datetime: new Intl.DateTimeFormat(language, { ...DAY, ...HOUR }),
};

/** French counts the first day of a month: “1er mars”. */
const counted = (words) => (language === "fr" ? words.replace(/^1(?=\s)/, "1er") : words);

/** Convert all times, including those just pushed. */
function tell() {
  for (const place of document.querySelectorAll("[data-shows]")) {
    const at = new Date(place.dateTime ?? place.dataset.at);
    const shape = shapes[place.dataset.shows];
    if (!shape || Number.isNaN(at.getTime())) continue;
    const words = counted(shape.format(at));
    if (place.textContent !== words) place.textContent = words;
  }
}

/** Give forms and pictures the same days as this page: `data-zoned` names the attribute, if any. */
function ask() {
  for (const place of document.querySelectorAll("[data-zoned]")) {
    const name = place.dataset.zoned;
    if (!name) {
      place.value = here;
      place.disabled = false;
      continue;
    }
    const address = new URL(place.getAttribute(name), location.href);
    address.searchParams.set("zone", here);
    place.setAttribute(name, address.pathname + address.search);
  }
}

if (away) {
  tell();
  ask();
  new MutationObserver(tell).observe(document.body, { childList: true, subtree: true, characterData: true });
}
