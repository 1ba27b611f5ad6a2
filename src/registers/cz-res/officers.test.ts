import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasOfficers } from './officers.ts';

for (const [organ, want] of [
  ['Statutární orgán - představenstvo', true],
  ['Statutární orgán zřizovatele - zahraniční osoby', false],
  ['Společníci - komplementáři', true],
  ['Společníci - komanditisté', false],
  ['Společníci', false],
  ['DOZORČÍ RADA', true],
  ['Dozorčí radač', undefined],
  ['Jediný akcionář', false],
  ['Rada starších', undefined],
] as const) {
  test(`hasOfficers returns ${want} for ${organ}`, () => assert.equal(hasOfficers(organ), want));
}
