import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from '../../model/index.ts';
import europe from './europe.json' with { type: 'json' };

test('the drawing holds each of the 35 countries once, as an outline or a dot, and is small', () => {
  assert.deepEqual(Object.keys(europe.countries).toSorted(), [...COUNTRIES.keys()].toSorted());
  for (const [code, outline] of Object.entries<{ path?: string; dot?: number[]; label: number[] }>(europe.countries)) {
    assert.match(outline.path ?? `M${outline.dot?.join(' ')}z`, /^(M[\d.]+ [\d.]+(l[-\d ]+)?z)+$/, code);
    const [x = -1, y = -1] = outline.label;
    assert.ok(x > 0 && x < europe.width && y > 0 && y < europe.height, code);
  }
  assert.ok(JSON.stringify(europe).length < 25_000);
});
