import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { drawMark, drawPreview, type Picture } from './drawing.ts';
import { png } from './png.ts';

const served = (name: string): Buffer => readFileSync(join(import.meta.dirname, '..', 'served', name));

/** The pixels of a PNG that `png` wrote: one IDAT, rows without filters. */
function pixelsOf(image: Buffer): Buffer {
  const at = image.indexOf('IDAT');
  const rows = inflateSync(image.subarray(at + 4, at + 4 + image.readUInt32BE(at - 4)));
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  return Buffer.concat(Array.from({ length: height }, (_, y) => rows.subarray(1 + y * (4 * width + 1)).subarray(0, 4 * width))); // prettier-ignore
}

const icons: readonly (readonly [name: string, start: number, picture: () => Picture])[] = [
  ['favicon.ico', 22, () => drawMark(32, false)],
  ['touch-icon.png', 0, () => drawMark(180, true)],
  ['preview.png', 0, () => drawPreview(600, 315)],
];
for (const [name, start, picture] of icons) {
  test(`${name} is what write-icons.ts draws`, () => {
    const { pixels } = picture();
    // What deflate makes of them differs between versions of zlib.
    assert.ok(pixelsOf(served(name).subarray(start)).equals(pixels));
  });
}

test('the mark is a rounded square in the accent, with a white letter', () => {
  const { width, pixels } = drawMark(32, false);
  const at = (x: number, y: number): number[] => [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
  assert.deepEqual(at(0, 0), [0, 0, 0, 0]);
  assert.deepEqual(at(16, 2), [0x0b, 0x5a, 0x73, 255]);
  assert.deepEqual(at(10, 10), [255, 255, 255, 255]);
  assert.deepEqual(png(drawMark(1, true)).subarray(1, 4).toString(), 'PNG');
});
