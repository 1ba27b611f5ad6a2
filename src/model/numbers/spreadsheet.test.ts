import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkNumber } from './check-rules.ts';
import { paddedReadings } from './lost-zeros.ts';
import { listReadings } from './readings.ts';
import { lostDigits, numberText } from './spreadsheet.ts';

suite('a number that passed through a spreadsheet', () => {
  for (const [text, whole] of [
    ['5560360793.0', '5560360793'],
    [' 13585628.00 ', '13585628'],
    ['1001686633,00', '1001686633'],
    ['1.001.686.633,00', '1.001.686.633'],
    ['1,001,686,633.0', '1,001,686,633'],
    ['1 001 686 633,0', '1 001 686 633'],
  ] as const)
    test(`"${text}" is ${whole}, as written without the fraction`, () => {
      assert.equal(numberText(text), whole);
      assert.deepEqual(listReadings(text), listReadings(whole));
      assert.deepEqual(paddedReadings(text), paddedReadings(whole));
      assert.deepEqual(checkNumber(text), checkNumber(whole));
    });

  for (const text of [
    '12.34.56.00',
    '0112038-0',
    '404.833.000',
    '12.0',
    '1234.5',
    '123.456.00',
    'SC1234.0',
    '5560360793',
  ])
    test(`"${text}" has no fraction`, () => {
      assert.equal(numberText(text), text);
    });

  for (const text of ['1.00168663E+9', '1,00169e+09', ' 5E+12', '7.32829e8'])
    test(`"${text}" lost digits and has no reading`, () => {
      assert.ok(lostDigits(text));
      assert.deepEqual(listReadings(text), []);
      assert.deepEqual(paddedReadings(text), []);
      assert.deepEqual(checkNumber(text), []);
    });

  for (const text of ['5560360793.0', 'E12345', '30435E', '12E45678', '8E49289F', 'FN 130824 E', ''])
    test(`"${text}" lost no digits`, () => {
      assert.ok(!lostDigits(text));
    });
});
