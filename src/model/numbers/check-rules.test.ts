import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkDigitsOf, hasRightDigits, type CheckedNumber } from './check-rules.ts';

/** Invented numbers whose check digits are right, each in a form in which people write it. */
const RIGHT: readonly (readonly [kind: CheckedNumber, number: string])[] = [
  ['LEI', '549300AAAAAAAAAAAA24'],
  ['BE ondernemingsnummer', '0999.000.094'],
  ['BE ondernemingsnummer', 'BE 0999.000.094'],
  ['CH UID', 'CHE-999.900.006 MWST'],
  ['CZ IČO', '99990007'],
  ['DK CVR', 'DK 99 99 00 07'],
  ['FI Y-tunnus', '0999999-2'],
  ['FI Y-tunnus', 'FI09999992'],
  ['FR SIREN', '999 000 019'],
  ['NO organisasjonsnummer', 'NO 911 000 695 MVA'],
  ['RO CUI', 'RO38218844'],
  ['RO număr de ordine', 'J2017015812405'],
];

/** The number with another last digit, or with another digit before the letters behind it. */
function wrong(number: string): string {
  return number.replace(/(\d)(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

suite('check digits', () => {
  for (const [kind, number] of RIGHT) {
    test(`of ${number} are right as ${kind}, and wrong with another digit`, () => {
      assert.ok(hasRightDigits(kind, number));
      assert.ok(!hasRightDigits(kind, wrong(number)));
    });
  }

  test('are told for every kind of number that has the form, and no other', () => {
    const kindsOf = (number: string): string[] =>
      checkDigitsOf(number).map(({ country_scope: country = '', name }) => `${country} ${name}`.trim());
    assert.deepEqual(
      kindsOf('0999999-2'),
      [
        'CZ IČO',
        'DK CVR',
        'EE registrikood',
        'FI Y-tunnus',
        'RO CUI',
        'SI davčna številka',
        'SK IČO',
        'UA код ЄДРПОУ',
      ].filter((kind) => !kind.startsWith('RO') && !kind.startsWith('SI')),
    );
    assert.deepEqual(kindsOf('FI09999992'), ['FI Y-tunnus']);
    assert.deepEqual(kindsOf('HRB 12345'), []);
    assert.deepEqual(kindsOf('549300AAAAAAAAAAAA24'), ['LEI']);
  });

  test('of nobody but who has a rule: a Serbian number, whose rule nobody published, is not judged', () => {
    assert.ok(checkDigitsOf('12345678').every(({ country_scope: country }) => country !== 'RS'));
  });

  test('of a number that may be a person are not judged as an organisation number', () => {
    assert.ok(checkDigitsOf('8112189876').every(({ country_scope: country }) => country !== 'SE'));
  });
});
