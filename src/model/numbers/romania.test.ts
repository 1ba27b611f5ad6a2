import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuiForms, isCui, isRegistrationNumber, lastingNumber, registrationNumberForms } from './romania.ts';

for (const [number, want] of [
  ['J52/750/2012', 'J2012000750528'],
  ['J2012000750528', 'J2012000750528'],
  ['J08/7/2007', 'J2007000007088'],
  ['J8/7/2007', 'J2007000007088'],
  [' j8 / 7 / 2007\u00a0', 'J2007000007088'],
  ['J/40/999010', 'J/40/999010'],
  // The check digit is wrong: the right number is unknown.
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
  test(`isRegistrationNumber returns ${want} for ${number}`, () => assert.equal(isRegistrationNumber(number), want));
}

for (const [cui, want] of [
  ['18547290', true],
  ['18547291', false],
  ['19', true],
  ['0018547290', false],
  ['RO18547290', false],
  ['1', false],
] as const) {
  test(`isCui returns ${want} for ${cui}`, () => assert.equal(isCui(cui), want));
}

for (const [number, want] of [
  ['J40/15812/2017', ['J2017015812405', 'ROONRC.J40/15812/2017', 'ROONRC.J2017015812405']],
  ['J2017015812405', ['J40/15812/2017', 'ROONRC.J2017015812405', 'ROONRC.J40/15812/2017']],
  ['J8/7/2007', ['J2007000007088', 'J08/7/2007', 'ROONRC.J8/7/2007', 'ROONRC.J2007000007088', 'ROONRC.J08/7/2007']],
  // Registered after the old form ended.
  ['J2025048519000', ['ROONRC.J2025048519000']],
  // The check digit is wrong.
  ['J2012000750529', ['ROONRC.J2012000750529']],
  ['J/40/999010', ['ROONRC.J/40/999010']],
] as const) {
  test(`${number} is also written ${want.join(', ')}`, () => assert.deepEqual(registrationNumberForms(number), want));
}

for (const [cui, want] of [
  ['38218844', ['RO38218844']],
  ['RO38218844', ['38218844']],
  ['RO 38218844', ['38218844']],
  ['', []],
] as const) {
  test(`the CUI ${cui} is also written ${want.join(', ') || 'in no way'}`, () => assert.deepEqual(cuiForms(cui), want));
}
