/** Longitude and latitude in degrees, or a point of the drawing, x to the right and y down. */
export type Point = readonly [x: number, y: number];

/** The centre of the projection on the globe and in the drawing, and the radius of the earth in units of the drawing. */
const CENTRE: Point = [12, 53.2];
const OFFSET: Point = [470, 475];
const SCALE = 1420;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Lambert's azimuthal equal-area projection. */
export function project([longitude, latitude]: Point): Point {
  const [λ, φ, φ0] = [radians(longitude - CENTRE[0]), radians(latitude), radians(CENTRE[1])];
  const cosine = Math.sin(φ0) * Math.sin(φ) + Math.cos(φ0) * Math.cos(φ) * Math.cos(λ);
  // The far side of the earth would be infinitely far; the drawing is clipped anyway.
  const k = SCALE * Math.sqrt(2 / Math.max(1 + cosine, 0.05));
  const up = Math.cos(φ0) * Math.sin(φ) - Math.sin(φ0) * Math.cos(φ) * Math.cos(λ);
  return [OFFSET[0] + k * Math.cos(φ) * Math.sin(λ), OFFSET[1] - k * up];
}

/** Removes corners that change a line by less than an area (Visvalingam's algorithm); keeps its ends. */
export function simplify(line: readonly Point[], cornerAreaMin: number): Point[] {
  const left = [...line];
  while (left.length > 2) {
    const areas = left.slice(1, -1).map((point, i) => areaOf([left[i] ?? point, point, left[i + 2] ?? point]));
    const least = Math.min(...areas);
    if (least >= cornerAreaMin) break;
    left.splice(areas.indexOf(least) + 1, 1);
  }
  return left;
}

/** Clips a ring to the drawing (Sutherland–Hodgman). */
export function clip(ring: readonly Point[], width: number, height: number): Point[] {
  const edges: readonly (readonly [axis: 0 | 1, bound: number, sign: 1 | -1])[] = [
    [0, 0, 1],
    [0, width, -1],
    [1, 0, 1],
    [1, height, -1],
  ];
  return edges.reduce<Point[]>(
    (points, [axis, bound, sign]) => {
      const isIn = (point: Point): boolean => (point[axis] - bound) * sign >= 0;
      return points.flatMap((point, i) => {
        const before = points.at(i - 1) ?? point;
        const share = (bound - before[axis]) / (point[axis] - before[axis]);
        const crossing: Point = [
          before[0] + share * (point[0] - before[0]),
          before[1] + share * (point[1] - before[1]),
        ];
        return [...(isIn(point) === isIn(before) ? [] : [crossing]), ...(isIn(point) ? [point] : [])];
      });
    },
    [...ring],
  );
}

/** Whether a point lies inside a ring: a ray to the right crosses the ring an odd number of times. */
export function isAround(ring: readonly Point[], [x, y]: Point): boolean {
  return ring.reduce((isInside, [x2, y2], i) => {
    const [x1, y1] = ring.at(i - 1) ?? [x2, y2];
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !isInside : isInside;
  }, false);
}

/** The area of a ring, in square units. */
export function areaOf(ring: readonly Point[]): number {
  return Math.abs(doubleArea(ring)) / 2;
}

/** The centre of gravity of a ring, in whole units. */
export function centreOf(ring: readonly Point[]): Point {
  const [sumX, sumY] = ring.reduce(
    ([x, y], [x2, y2], i) => {
      const [x1, y1] = ring.at(i - 1) ?? [0, 0];
      const cross = x1 * y2 - x2 * y1;
      return [x + (x1 + x2) * cross, y + (y1 + y2) * cross];
    },
    [0, 0],
  );
  const whole = 3 * doubleArea(ring);
  return [Math.round(sumX / whole), Math.round(sumY / whole)];
}

function doubleArea(ring: readonly Point[]): number {
  return ring.reduce((sum, [x2, y2], i) => {
    const [x1, y1] = ring.at(i - 1) ?? [0, 0];
    return sum + (x1 * y2 - x2 * y1);
  }, 0);
}
