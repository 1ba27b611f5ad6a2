import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasLuhnDigit, hasModulus11Digit } from './check-digits.ts';

for (const [claim, digits, want] of [
  ['accepts the right digit of an Estonian code', '19900019', true],
  ['accepts an Estonian one of the second weights', '19900090', true],
  ['accepts an Estonian zero where both sums leave ten', '19900210', true],
  ['refuses a wrong Estonian one', '19900010', false],
  ['accepts the right digit of a Lithuanian code', '300000010', true],
  ['accepts a Lithuanian one of the second weights', '300000053', true],
  ['accepts a Lithuanian zero where both sums leave ten', '300001280', true],
  ['refuses a wrong Lithuanian one', '300000011', false],
] as const) {
  test(`hasModulus11Digit ${claim}`, () => assert.equal(hasModulus11Digit(digits), want));
}

for (const [claim, digits, want] of [
  ['accepts the right last digit of an odd number of digits', '999999998', true],
  ['accepts the right last digit of an even number of digits', '5560125790', true],
  ['refuses a wrong one', '999999997', false],
] as const) {
  test(`hasLuhnDigit ${claim}`, () => assert.equal(hasLuhnDigit(digits), want));
}
