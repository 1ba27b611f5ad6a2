import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteValue } from './index.ts';

const QUOTED: [claim: string, value: unknown, want: string][] = [
  ['a text', 'Åbo "x"', String.raw`"Åbo \"x\""`],
  ['control characters as escapes', '\n\u001b[2J\u007f\u009b2J\u2028', String.raw`"\n\u001b[2J\u007f\u009b2J\u2028"`],
  ['nothing', undefined, 'undefined'],
  ['a long text, cut', 'x'.repeat(99), `"${'x'.repeat(79)}…`],
];
for (const [claim, value, want] of QUOTED) {
  test(`quoteValue gives ${claim}`, () => assert.equal(quoteValue(value), want));
}
