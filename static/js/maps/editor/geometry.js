// Lays out the lines and spaces of routes like games/maps/drawing, but without moving anything to avoid overlaps. The
// toggle “as players see it” shows the finished drawing.

const { hypot, min, max } = Math;

/** All sizes are derived from the length of a space: games/maps/drawing/plan.py. */
export function sizes(sheet, spotOf) {
  const [width, height] = sheet.canvas;
  const rooms = [];
  for (const route of sheet.routes) {
    const a = spotOf(route.a);
    const b = route.country_end ?? spotOf(route.b);
    if (!a || !b) continue;
    const room = route.via ? far(a, route.via) + far(route.via, b) : far(a, b);
    rooms.push(room / (route.length + 0.8));
  }
  rooms.sort((a, b) => a - b);
  let unit = rooms.length ? rooms[Math.floor(rooms.length / 8)] : width / 14;
  unit = max(min(unit, min(width, height) / 9), min(width, height) / 60);
  const font = max(24.8 / min(1350 / width, 1080 / height), 0.36 * unit);
  return {
    unit,
    disc: 0.34 * unit,
    dot: 0.13 * unit,
    post: 0.15 * unit,
    width: 0.29 * unit,
    gap: 0.06 * unit,
    joint: 0.08 * unit,
    clear: 0.08 * unit,
    longest: 1.12 * unit,
    font: Math.round(font * 2) / 2,
  };
}

export const far = (a, b) => hypot(a[0] - b[0], a[1] - b[1]);

/** The curve from a to b through `via`, where it runs parallel to the straight line. */
export function curve(a, via, b) {
  if (!via) return [a, b];
  const chord = far(a, b) || 1;
  const [tx, ty] = [(b[0] - a[0]) / chord, (b[1] - a[1]) / chord];
  const before = far(via, a) / 2;
  const after = far(via, b) / 2;
  return [
    a,
    ...parabola(a, [via[0] - tx * before, via[1] - ty * before], via),
    ...parabola(via, [via[0] + tx * after, via[1] + ty * after], b),
  ];
}

function parabola(a, control, b, count = 14) {
  const points = [];
  for (let i = 1; i <= count; i += 1) {
    const t = i / count;
    const [p, q, r] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
    points.push([p * a[0] + q * control[0] + r * b[0], p * a[1] + q * control[1] + r * b[1]]);
  }
  return points;
}

/** The line moved sideways. */
function beside(line, by) {
  if (!by) return line;
  const last = line.length - 1;
  return line.map(([x, y], i) => {
    const [before, after] = [line[max(i - 1, 0)], line[min(i + 1, last)]];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const off = by / (hypot(dx, dy) || 1);
    return [x - dy * off, y + dx * off];
  });
}

function marksOf(line) {
  const marks = [0];
  for (let i = 1; i < line.length; i += 1) marks.push(marks[i - 1] + far(line[i - 1], line[i]));
  return marks;
}

/** The point on a line at this distance from its start. */
function walk(line, marks, way) {
  let i = 1;
  while (i < line.length - 1 && marks[i] < way) i += 1;
  const t = (way - marks[i - 1]) / (marks[i] - marks[i - 1] || 1);
  return [
    line[i - 1][0] + (line[i][0] - line[i - 1][0]) * t,
    line[i - 1][1] + (line[i][1] - line[i - 1][1]) * t,
  ];
}

export function middle(line) {
  const marks = marksOf(line);
  return walk(line, marks, marks.at(-1) / 2);
}

function leaves(line, spot, radius) {
  let way = 0;
  for (let i = 1; i < line.length; i += 1) {
    const step = far(line[i - 1], line[i]);
    const [d0, d1] = [far(line[i - 1], spot), far(line[i], spot)];
    if (d1 >= radius) return way + (step * max(0, radius - d0)) / (d1 - d0 || 1);
    way += step;
  }
  return way;
}

/** The line of a route's bundle: from place to place, or to the post before a country. */
export function ends(route, places, size) {
  let [a, b] = [places.get(route.a), places.get(route.b)];
  if (a.country && !b.country) [a, b] = [b, a];
  const start = a.spot;
  let end = b.spot;
  if (b.country) end = route.country_end ?? edgeOfSign(route.via ?? start, end, size);
  return { start, end, post: b.country };
}

function edgeOfSign(start, sign, size) {
  const [dx, dy] = [start[0] - sign[0], start[1] - sign[1]];
  const away = min(1, (1.6 * size.unit) / (hypot(dx, dy) || 1));
  return [sign[0] + dx * away, sign[1] + dy * away];
}

/** The spaces of every route of a bundle: [{x, y, angle, length}], one list per route. */
export function lay(bundle, places, size) {
  const route = bundle[0];
  const { start, end, post } = ends(route, places, size);
  const line = curve(start, route.via, end);
  const marks = marksOf(line);
  const total = marks.at(-1);
  const from = leaves(line, start, size.disc + size.clear);
  const back = leaves([...line].reverse(), end, (post ? size.post : size.disc) + size.clear);
  const to = max(total - back, from + 1);
  const between = [walk(line, marks, from)];
  line.forEach((point, i) => marks[i] > from && marks[i] < to && between.push(point));
  between.push(walk(line, marks, to));
  const pitch = size.width + size.gap;
  const tracks = bundle.map((one, i) => {
    const track = beside(between, (i - (bundle.length - 1) / 2) * pitch);
    return { line: track, spaces: spaces(track, one.length, size) };
  });
  return { start, end, post, line, tracks };
}

function spaces(line, count, size) {
  const marks = marksOf(line);
  const total = marks.at(-1);
  const length = max(1, min(size.longest, (total - (count - 1) * size.joint) / count));
  const slack = (total - count * length - (count - 1) * size.joint) / (count + 1);
  const rectangles = [];
  let way = slack;
  for (let i = 0; i < count; i += 1) {
    const [a, m, b] = [0, length / 2, length].map((more) => walk(line, marks, way + more));
    rectangles.push({
      x: (a[0] + b[0] + 2 * m[0]) / 4,
      y: (a[1] + b[1] + 2 * m[1]) / 4,
      angle: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI,
      length,
    });
    way += length + size.joint + slack;
  }
  return rectangles;
}

export const short = (number) => String(Math.round(number * 10) / 10);
export const path = (points) => `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`;

/** A space: a rectangle with round corners around the origin. */
export function plate(length, width) {
  const inset = 0.1 * width;
  const [w, h] = [length - inset, width - 2 * inset];
  const r = min(0.14 * width, w / 2);
  const arc = (x, y) => `a${short(r)} ${short(r)} 0 0 1 ${short(x)} ${short(y)}`;
  return (
    `M${short(-w / 2 + r)} ${short(-h / 2)}h${short(w - 2 * r)}${arc(r, r)}v${short(h - 2 * r)}` +
    `${arc(-r, r)}h${short(2 * r - w)}${arc(-r, -r)}v${short(2 * r - h)}${arc(r, -r)}z`
  );
}

// -- Names ----------------------------------------------------------------------------------------

const SIDES = [
  [1, 0, "start"],
  [-1, 0, "end"],
  [0, 1, "middle"],
  [0, -1, "middle"],
  [0.75, -0.75, "start"],
  [0.75, 0.75, "start"],
  [-0.75, -0.75, "end"],
  [-0.75, 0.75, "end"],
];
const GAPS = [0.14, 0.5]; // next to the disc, or a little further away

const roomOf = (name, font) => max(1, [...name].length) * 0.44 * font;

/** The size of a country's sign: [width, height]. */
export const signOf = (name, font) => [roomOf(name, font) + 0.8 * font, 1.4 * font];

/** Positions of names: next to their place, covering as little as possible. */
export function labels(places, bars, size, canvas) {
  const taken = places.filter((place) => place.country).map(({ name, spot: [x, y] }) => {
    const [w, h] = signOf(name, size.font);
    return [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
  });
  const labelled = new Map();
  for (const place of places) {
    if (place.country) continue;
    let best = null;
    for (const spot of around(place, size)) {
      const cost = spot.bother + costOf(spot.box, place, places, bars, taken, size, canvas);
      if (!best || cost < best.cost) best = { ...spot, cost };
    }
    taken.push(best.box);
    labelled.set(place.id, best);
  }
  return labelled;
}

function* around({ name, spot }, size) {
  const wide = roomOf(name, size.font);
  const height = 0.8 * size.font;
  for (const [ring, gap] of GAPS.entries()) {
    const away = size.disc + gap * size.unit;
    for (const [i, [sx, sy, anchor]] of SIDES.entries()) {
      const [dx, dy] = [sx * away, sy * (away + (sx ? 0 : height / 2))];
      const left = spot[0] + dx - { start: 0, middle: wide / 2, end: wide }[anchor];
      const top = spot[1] + dy - height / 2;
      yield { dx, dy, anchor, bother: 0.05 * i + 0.9 * ring, box: [left, top, left + wide, top + height] };
    }
  }
}

function costOf([left, top, right, bottom], own, places, bars, taken, size, [width, height]) {
  const within = (x, y, by) => x > left - by && x < right + by && y > top - by && y < bottom + by;
  let cost = 0;
  for (const [x, y] of bars) if (within(x, y, 0.5 * size.width)) cost += 1;
  for (const place of places) {
    if (place !== own && within(place.spot[0], place.spot[1], size.disc)) cost += 4;
  }
  for (const [l, t, r, b] of taken) {
    if (l < right && left < r && t < bottom && top < b) cost += 5;
  }
  const beyond = max(0, -left, right - width) + max(0, -top, bottom - height);
  return cost + (2 * beyond) / size.unit;
}

/** A round seal with a wavy edge, around the origin. */
export function rosette(radius, waves = 10) {
  const points = Array.from({ length: 2 * waves }, (_, i) => {
    const away = radius * (i % 2 ? 1 : 0.82);
    return [away * Math.sin((Math.PI * i) / waves), -away * Math.cos((Math.PI * i) / waves)];
  });
  const between = ([x, y], [u, v]) => `${short((x + u) / 2)} ${short((y + v) / 2)}`;
  const steps = points.map(([x, y], i) => {
    return `Q${short(x)} ${short(y)} ${between([x, y], points[(i + 1) % points.length])}`;
  });
  return `M${between(points.at(-1), points[0])}${steps.join("")}z`;
}
