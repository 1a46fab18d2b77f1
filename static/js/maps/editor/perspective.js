// Perspective: puts the four corners of a flat picture anywhere.

/**
 * The CSS matrix3d that puts the corners of a picture of this size (top left, top right, bottom
 * right, bottom left) on four points. Null if that's impossible.
 */
export function matrix3d([width, height], corners) {
  if (!isConvex(corners)) return null;
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [a, d] = [x1 - x0 + g * x1, y1 - y0 + g * y1].map((value) => value / width);
  const [b, e] = [x3 - x0 + h * x3, y3 - y0 + h * y3].map((value) => value / height);
  return [a, d, 0, g / width, b, e, 0, h / height, 0, 0, 1, 0, x0, y0, 0, 1];
}

/** Whether four corners, in this order, form a convex shape. */
export function isConvex(corners) {
  const turns = corners.map(([x, y], i) => {
    const [[ax, ay], [bx, by]] = [corners[(i + 1) % 4], corners[(i + 2) % 4]];
    return (ax - x) * (by - ay) - (ay - y) * (bx - ax);
  });
  return turns.every((turn) => turn > 1e-6) || turns.every((turn) => turn < -1e-6);
}

export function middleOf(corners) {
  return [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
}

/** The corners rotated and scaled around their centre. */
export function turned(corners, degrees, factor = 1) {
  const [mx, my] = middleOf(corners);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * factor, Math.sin(angle) * factor];
  return corners.map(([x, y]) => [
    mx + (x - mx) * cos - (y - my) * sin,
    my + (x - mx) * sin + (y - my) * cos,
  ]);
}
