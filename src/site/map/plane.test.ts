import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from '../../model/index.ts';
import europe from './europe.json' with { type: 'json' };
import { areaOf, centreOf, clip, isAround, project, simplify, type Point } from './plane.ts';

const SQUARE: readonly Point[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

test('the drawing holds each of the 35 countries once, as an outline or a dot, and is small', () => {
  assert.deepEqual(Object.keys(europe.countries).toSorted(), [...COUNTRIES.keys()].toSorted());
  for (const [code, outline] of Object.entries<{ path?: string; dot?: number[]; label: number[] }>(europe.countries)) {
    assert.match(outline.path ?? `M${outline.dot?.join(' ')}z`, /^(M[\d.]+ [\d.]+(l[-\d ]+)?z)+$/, code);
    const [x = -1, y = -1] = outline.label;
    assert.ok(x > 0 && x < europe.width && y > 0 && y < europe.height, code);
  }
  assert.ok(JSON.stringify(europe).length < 25_000);
});

test('north is up, east is right, and areas are kept', () => {
  const [x, y] = project([12, 53.2]);
  assert.ok(project([12, 60])[1] < y && project([20, 53.2])[0] > x);
  const areaAt = (latitude: number): number => {
    const corners: readonly Point[] = [
      [20, latitude],
      [20.1, latitude],
      [20.1, latitude + 0.1],
      [20, latitude + 0.1],
    ];
    return areaOf(corners.map(project)) / Math.cos(((latitude + 0.05) * Math.PI) / 180);
  };
  assert.ok(Math.abs(areaAt(36) / areaAt(68) - 1) < 0.001);
});

test('simplifying a line removes the smallest corners first, and never its ends', () => {
  const line: readonly Point[] = [
    [0, 0],
    [5, 0.1],
    [10, 0],
    [10, 10],
  ];
  assert.deepEqual(simplify(line, 1), [line[0], line[2], line[3]]);
  assert.deepEqual(simplify(line, 1000), [line[0], line[3]]);
});

test('a ring has an area, a centre and an inside, and is clipped at the edge of the drawing', () => {
  assert.equal(areaOf(SQUARE), 100);
  assert.deepEqual(centreOf(SQUARE), [5, 5]);
  assert.ok(isAround(SQUARE, [5, 5]) && !isAround(SQUARE, [15, 5]));
  assert.equal(areaOf(clip(SQUARE, 4, 6)), 24);
  assert.deepEqual(
    clip(
      SQUARE.map(([x, y]) => [x + 50, y]),
      20,
      20,
    ),
    [],
  );
});
