import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCui, isRegistrationNumber, lastingNumber } from './number.ts';

for (const [number, want] of [
  ['J52/750/2012', 'J2012000750528'],
  ['J2012000750528', 'J2012000750528'],
  ['J08/7/2007', 'J2007000007088'],
  ['J8/7/2007', 'J2007000007088'],
  [' j8 / 7 / 2007\u00a0', 'J2007000007088'],
  ['J/40/999010', 'J/40/999010'],
  // The check digit is wrong: nobody knows what the right number is.
  ['J2012000750529', 'J2012000750529'],
] as const) {
  test(`lastingNumber of ${JSON.stringify(number)} is ${want}`, () => assert.equal(lastingNumber(number), want));
}

for (const [number, want] of [
  ['J52/750/2012', true],
  ['J2012000750528', true],
  ['J2012000750529', false],
  ['52/750/2012', false],
  ['J52/750/22.11.2012', false],
] as const) {
  test(`isRegistrationNumber says ${want} of ${number}`, () => assert.equal(isRegistrationNumber(number), want));
}

for (const [cui, want] of [
  ['18547290', true],
  ['18547291', false],
  ['19', true],
  ['0018547290', false],
  ['RO18547290', false],
  ['1', false],
] as const) {
  test(`isCui says ${want} of ${cui}`, () => assert.equal(isCui(cui), want));
}
