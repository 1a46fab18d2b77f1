// What the script says. The sentences come with the page, in the reader's language.

import { placeOf } from "./sheet.js";

export function speaker({ words, color_words: colors }) {
  const say = (key, filled = {}) =>
    words[key].replace(/\{(\w+)\}/g, (whole, name) => filled[name] ?? whole);
  const nameOf = (sheet, id) => placeOf(sheet, id)?.name || words.nowhere;
  const ends = (sheet, item) => ({ a: nameOf(sheet, item.a), b: nameOf(sheet, item.b) });
  return {
    ...words,
    say,
    nameOf,
    color: (color) => colors[color] ?? color,
    between: (sheet, item) => say("between", ends(sheet, item)),
    route: (sheet, route) =>
      say("route", { ...ends(sheet, route), color: colors[route.color] ?? route.color, length: route.length }),
    ticket: (sheet, ticket) => say("ticket", { ...ends(sheet, ticket), points: ticket.points }),
    place: (place) => say(place.kind === "country" ? "country" : "place", { name: place.name }),
  };
}
