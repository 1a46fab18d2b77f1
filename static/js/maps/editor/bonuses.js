// Bonuses on the drawing board. None is named here: the page lists them, with their parameters and their field of
// places (games/rules/bonuses/base.py).

import { bonusOf } from "./sheet.js";

const colorsOf = (sheet) => Object.keys(sheet.cards).filter((color) => color !== "wild");
const nth = (colors, i) => colors[i % (colors.length || 1)] ?? "red";
const onPlaces = (sheet, field) => sheet.places.map((place) => place[field]).filter(Boolean);

/** The number of pieces on all places together. */
export const onBoard = (sheet, field) => onPlaces(sheet, field).reduce((sum, n) => sum + n, 0);

/** A row of a list: its number, a colour of cards, and points. */
function row({ columns }, number, i, sheet) {
  const value = ({ shape }) => (shape === "color" ? nth(colorsOf(sheet), i) : number);
  return Object.fromEntries(columns.map((column) => [column.name, value(column)]));
}

/** Add a row, with the first free number. */
export function another(parameter, list, sheet) {
  const taken = new Set(list.map((item) => item[parameter.columns[0].name]));
  let number = 1;
  while (taken.has(number)) number += 1;
  return row(parameter, number, list.length, sheet);
}

const FRESH = {
  number: ({ fresh }) => fresh,
  colors: ({ fresh }, sheet) => colorsOf(sheet).slice(0, fresh),
  counts: ({ place_field: field }, sheet) => ({ [nth(colorsOf(sheet), 0)]: onBoard(sheet, field) || 1 }),
  rows: (parameter, sheet) => {
    const numbers = [...new Set(onPlaces(sheet, parameter.place_field))].sort();
    return (numbers.length ? numbers : [1]).map((number, i) => row(parameter, number, i, sheet));
  },
};

/** A bonus that has just been switched on, with values that match the sheet. */
export function fresh({ kind, parameters }, sheet) {
  const values = parameters.map((parameter) => [parameter.name, FRESH[parameter.shape](parameter, sheet)]);
  return { kind, ...Object.fromEntries(values) };
}

/** The parameter with this list. */
export const rowsNamed = (bonuses, name) =>
  bonuses.flatMap((bonus) => bonus.parameters).find((one) => one.shape === "rows" && one.name === name);

/** The fields of places that these keys set; digits only where the sheet has the bonus. */
export const fieldsFor = (bonuses, sheet, keys) =>
  bonuses
    .filter(({ kind, place_field: field }) => field?.keys === keys && (keys === "steps" || bonusOf(sheet, kind)))
    .map((bonus) => bonus.place_field);

/** A place's appearance due to bonuses: the number and colour of its disc, and the number of pieces. */
export function marksOf(bonuses, sheet, place) {
  const marks = { number: undefined, color: undefined, pieces: 0, sight: false };
  for (const { kind, place_field: field, parameters } of bonuses) {
    const value = field && place[field.name];
    if (!value) continue;
    if (field.keys === "steps" && field.most === 1) marks.sight = true; // on or off
    else if (field.keys === "steps") marks.pieces += value;
    else {
      const rows = parameters.find(({ shape }) => shape === "rows");
      const list = (rows && bonusOf(sheet, kind)?.[rows.name]) ?? [];
      marks.number = value;
      marks.color = list.find((one) => one[rows.columns[0].name] === value)?.color;
    }
  }
  return marks;
}
