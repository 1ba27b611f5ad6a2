/** A point is inside the mark, or not. */
type Shape = (x: number, y: number) => boolean;

/** A colour as red, green and blue, and how opaque it is, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const ACCENT: Colour = [0x0b, 0x5a, 0x73, 255];
const WHITE: Colour = [255, 255, 255, 255];
const NOTHING: Colour = [0, 0, 0, 0];

/** The mark of icon.svg in its units: a square of 32 with round corners, and the letter in it. */
const SIZE = 32;
const RADIUS = 7;
const LETTER: readonly (readonly [left: number, top: number, right: number, bottom: number])[] = [
  [9, 8, 23, 12],
  [9, 8, 13, 26],
  [9, 16, 21, 20],
];

const isInLetter: Shape = (x, y) =>
  LETTER.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom);

const isInSquare: Shape = (x, y) => {
  const fromCorner = (at: number): number => Math.max(RADIUS - at, at - (SIZE - RADIUS), 0);
  return Math.hypot(fromCorner(x), fromCorner(y)) <= RADIUS && x >= 0 && y >= 0 && x <= SIZE && y <= SIZE;
};

/** Samples along each side of a pixel: their mean makes round corners smooth. */
const SMOOTH = 4;

/** A picture as bytes: four a pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Draws the mark over a whole picture; `hasCorners` fills its round corners, which some systems cut themselves. */
export function drawMark(size: number, hasCorners: boolean): Picture {
  const unit = SIZE / size;
  return draw(size, size, SMOOTH, (x, y) => {
    if (isInLetter(x * unit, y * unit)) return WHITE;
    return hasCorners || isInSquare(x * unit, y * unit) ? ACCENT : NOTHING;
  });
}

/** Draws the letter in the middle of a wide picture. */
export function drawPreview(width: number, height: number): Picture {
  const unit = SIZE / (height * 0.8);
  const [left, top] = [width / 2 - SIZE / unit / 2, height * 0.1];
  return draw(width, height, 1, (x, y) => (isInLetter((x - left) * unit, (y - top) * unit) ? WHITE : ACCENT));
}

function draw(width: number, height: number, samples: number, colourAt: (x: number, y: number) => Colour): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(meanColour(x, y, samples, colourAt), 4 * (y * width + x));
  return { width, height, pixels };
}

/** The mean of the samples of a pixel; transparent ones have no say in its colour. */
function meanColour(left: number, top: number, samples: number, colourAt: (x: number, y: number) => Colour): number[] {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < samples ** 2; i++) {
    const x = left + ((i % samples) + 0.5) / samples;
    const y = top + (Math.floor(i / samples) + 0.5) / samples;
    const [red, green, blue, alpha] = colourAt(x, y);
    for (const [channel, value] of [red * alpha, green * alpha, blue * alpha, alpha].entries())
      sums[channel] = (sums[channel] ?? 0) + value;
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sums;
  const opaque = Math.max(alpha, 1);
  return [red / opaque, green / opaque, blue / opaque, alpha / samples ** 2].map(Math.round);
}
