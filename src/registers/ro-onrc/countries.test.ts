import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from './firm.ts';

for (const [name, want] of [
  ['România', 'RO'],
  ['ROMANIA', 'RO'],
  ['Elveţia', 'CH'],
  ['ELVEȚIA', 'CH'],
  ['S.U.A.', 'US'],
  ['Regatul Unit al Marii Britanii şi Irlandei de Nord', 'GB'],
  ['Coreea', undefined],
  ['', undefined],
] as const) {
  test(`the country of ${JSON.stringify(name)} is ${want}`, () => assert.equal(COUNTRIES.findCode(name), want));
}
