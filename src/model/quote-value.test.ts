import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteValue } from './index.ts';

const QUOTED: [claim: string, value: unknown, want: string][] = [
  ['a text', 'Åbo "x"', String.raw`"Åbo \"x\""`],
  ['control characters as escapes', '\n\u001b[2J\u007f\u009b2J\u2028', String.raw`"\n\u001b[2J\u007f\u009b2J\u2028"`],
  ['nothing', undefined, 'undefined'],
  ['the ends of a long text', 'x'.repeat(99), `"${'x'.repeat(39)}…${'x'.repeat(39)}"`],
  [
    'the name of a file in a long path',
    `/srv/${'folder/'.repeat(20)}BasicCompanyData-2026-11-01.csv`,
    '"/srv/folder/folder/folder/folder/folder…/folder/BasicCompanyData-2026-11-01.csv"',
  ],
  ['no half of a surrogate pair', '😀'.repeat(50), `"${'😀'.repeat(19)}…${'😀'.repeat(19)}"`],
];
for (const [claim, value, want] of QUOTED) {
  test(`quoteValue gives ${claim}`, () => assert.equal(quoteValue(value), want));
}
