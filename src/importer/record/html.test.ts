import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutEntities } from './values.ts';

for (const [text, want] of [
  ['', ''],
  ['Brez znakov', 'Brez znakov'],
  ['HMELJ &amp; HMELJ', 'HMELJ & HMELJ'],
  ['&quot;ZVEZDA&quot;, d.o.o.', '"ZVEZDA", d.o.o.'],
  ['O&#39;LIPA &#x10D;', "O'LIPA č"],
  ['&scaron;&Ccaron;&nbsp;x', 'šČ\u00A0x'],
  ['AT&T, R&amp, &bogus; & co', 'AT&T, R&amp, &bogus; & co'],
  ['once only: &amp;quot;', 'once only: &quot;'],
] as const) {
  test(`withoutEntities returns ${JSON.stringify(want)} for ${JSON.stringify(text)}`, () => {
    assert.equal(withoutEntities(text), want);
  });
}
