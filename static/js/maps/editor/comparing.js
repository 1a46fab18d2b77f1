// Comparing with the printed board: highlights what hasn't been compared yet; one key goes on to the next item.

import { isVerified, setVerified } from "./sheet.js";

const LIST = { place: "places", route: "routes", ticket: "tickets" };

/** Everything that hasn't been compared yet, as {kind, id}. */
export function uncompared(sheet) {
  return ["route", "place", "ticket"].flatMap((kind) =>
    sheet[LIST[kind]].filter((item) => !isVerified(sheet, item)).map(({ id }) => ({ kind, id })),
  );
}

/** Mark the selected items as verified, and select the nearest one that hasn't been compared. */
export function verifiedNext(desk) {
  const { selected } = desk;
  const here = selected ? desk.middleOf(selected) : null;
  desk.comparing = true;
  if (selected) desk.edit(setVerified(desk.sheet, [selected], true));
  const left = uncompared(desk.sheet);
  if (!left.length) {
    desk.redraw();
    desk.say(desk.words.all_compared);
    return;
  }
  const same = left.filter(({ kind }) => kind === selected?.kind);
  const drawn = left.filter(({ kind }) => kind !== "ticket");
  const among = same.length ? same : drawn.length ? drawn : left;
  const far = (item) => {
    const [x, y] = desk.middleOf(item);
    return here ? Math.hypot(x - here[0], y - here[1]) : y + x / 10;
  };
  const next = among.reduce((best, item) => (far(item) < far(best) ? item : best));
  desk.select(next, { reveal: true, focus: next.kind !== "ticket" });
}
