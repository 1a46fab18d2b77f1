// The script's messages, which the page contains in the reader's language.

import { placeOf } from "./sheet.js";

export function speaker({ words, color_words: colors, deck_words: decks }) {
  const rules = new Intl.PluralRules(document.documentElement.lang || "en");
  // A message with a number comes in two forms: singular and plural.
  const form = (sentence, n) =>
    Array.isArray(sentence) ? sentence[rules.select(n) === "one" ? 0 : 1] : sentence;
  const say = (key, filled = {}) =>
    form(words[key], filled.n).replace(/\{(\w+)\}/g, (whole, name) => filled[name] ?? whole);
  const nameOf = (sheet, id) => placeOf(sheet, id)?.name || words.nowhere;
  const ends = (sheet, item) => ({ a: nameOf(sheet, item.a), b: nameOf(sheet, item.b) });
  return {
    ...words,
    say,
    nameOf,
    color: (color) => colors[color] ?? color,
    deck: ({ name }) => decks[name] ?? name,
    between: (sheet, item) => say("between", ends(sheet, item)),
    route: (sheet, route) => {
      const color = colors[route.color] ?? route.color;
      const phrases = [say("route", { ...ends(sheet, route), color, length: route.length })];
      if (route.tunnel) phrases.push(words.tunnel);
      if (route.ferry) phrases.push(say("ferry", { n: route.ferry }));
      return phrases.join(", ");
    },
    ticket: (sheet, ticket) => say("ticket", { ...ends(sheet, ticket), n: ticket.points }),
    place: (place) => say(place.kind === "country" ? "country" : "place", { name: place.name }),
  };
}
