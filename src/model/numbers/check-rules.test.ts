import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import rules from './check-rules.json' with { type: 'json' };
import type { CompanyIdentifier } from '../resources.ts';
import { checkNumber, hasRightDigits, type CheckedNumber } from './check-rules.ts';
import { byValue, findReading, listReadings } from './readings.ts';
import { foldNumber } from '../folding/rules.ts';

/** Invented numbers whose check digits are right, each in a form in which people write it. */
const RIGHT: readonly (readonly [kind: CheckedNumber, number: string])[] = [
  ['LEI', '549300 AAAAAAAAAAAA 08'],
  ['AT Firmenbuchnummer', 'FN 999901 v'],
  ['BE ondernemingsnummer', '1999.000.150'],
  ['BE ondernemingsnummer', 'BE 1999.000.150'],
  ['BG ЕИК', '999000017'],
  ['BG ЕИК', '999000161'],
  ['BG ЕИК', '999000070 0015'],
  ['CH UID', 'CHE-999.900.006'],
  ['CZ IČO', '99990008'],
  ['DK CVR', 'DK 99 99 00 07'],
  ['EE registrikood', '99990002'],
  ['EE KMKR', 'EE999990001'],
  ['ES NIF', 'ES B99990004'],
  ['ES NIF', 'B-99990004'],
  ['FI Y-tunnus', '0999900-9'],
  ['FI Y-tunnus', 'FI09999009'],
  ['FR SIREN', '999 000 011'],
  ['FR SIRET', '999 000 011 00000'],
  ['FR SIRET', '35600000049837'],
  ['FR TVA', 'FR44732829320'],
  ['GR ΑΦΜ', 'EL 999990009'],
  ['GR ΑΦΜ', 'GR 999990009'],
  ['GR ΑΦΜ', '999000020'],
  ['HR OIB', '99999000016'],
  ['IT codice fiscale', 'IT99999000005'],
  ['LT kodas', '999990003'],
  ['LV reģistrācijas numurs', 'LV49999990016'],
  ['MD IDNO', '1000999000017'],
  ['NO organisasjonsnummer', 'NO 999 990 002 MVA'],
  ['PL NIP', 'PL 999-000-00-08'],
  ['PL REGON', '999900017'],
  ['PL REGON', '99990001700000'],
  ['PL REGON of a unit', '99990001700014'],
  ['PT NIPC', 'PT 999 000 004'],
  ['RO CUI', 'RO99990004'],
  ['RO număr de ordine', 'J2017015812405'],
  ['SE organisationsnummer', '559999-0008'],
  ['SE momsregistreringsnummer', 'SE559999000801'],
  ['SI davčna številka', 'SI99990008'],
  ['SK IČO', '99990008'],
  ['UA ЄДРПОУ', '99990002'],
];

/** Returns the number with its last digit changed; letters may follow that digit. */
function wrong(number: string): string {
  return number.replace(/(\d)(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

/** The words of letterheads in front of each kind of number, or behind it. */
const WRITTEN: readonly (readonly [text: string, kinds: readonly string[]])[] = [
  ['N° SIRET 732 829 320 00074', ['FR SIREN']],
  ['R.C.S. Luxembourg B 123456', []],
  ['J52/750/10.02.2012', []],
  ['J52/750/2012', []],
  ['Amtsgericht Ulm HRB 123', []],
  ['Registered No. 14990009 England', []],
  ['FN 999901 v HG Wien', ['AT Firmenbuchnummer']],
  ['FIFPRO.0999900-9', ['FI Y-tunnus']],
  ['0192:999990002', ['NO organisasjonsnummer']],
  ['99990009-2-41', []],
];

suite('check digits', () => {
  for (const [kind, number] of RIGHT) {
    test(`of ${number} are right as ${kind}, and wrong with another digit`, () => {
      assert.ok(hasRightDigits(kind, number));
      assert.ok(!hasRightDigits(kind, wrong(number)));
    });
  }

  for (const [kind, number] of RIGHT) {
    test(`of ${number} are right, so a look-up finds that ${kind}`, () => {
      const { scheme, form, ...rule } = rules[kind];
      const [, value = ''] = new RegExp(form).exec(foldNumber(number)) ?? [];
      const { country_scope: scope } = rule as { country_scope?: string };
      // A VAT number may be stored with its letters only.
      const found = [value, foldNumber(number)].some((stored) => {
        const identifier = { scheme, value: stored, ...(scope !== undefined && { country_scope: scope }) };
        return findReading(identifier as CompanyIdentifier, byValue(listReadings(number))) !== undefined;
      });
      assert.ok(found);
    });
  }

  for (const [text, kinds] of WRITTEN) {
    test(`of ${text} are those of the number, not of the words`, () => {
      const found = checkNumber(text).map(({ country_scope: country = '', name }) => `${country} ${name}`.trim());
      assert.deepEqual(found, kinds);
    });
  }

  test('are checked for every kind of number that has the form, and no other', () => {
    const listKinds = (number: string): string[] =>
      checkNumber(number).map(({ country_scope: country = '', name }) => `${country} ${name}`.trim());
    const eightDigits = ['CZ IČO', 'DK CVR', 'EE registrikood', 'FI Y-tunnus', 'SK IČO', 'UA код ЄДРПОУ'];
    assert.deepEqual(listKinds('0999900-9'), eightDigits);
    assert.deepEqual(listKinds('FI09999009'), ['FI Y-tunnus']);
    assert.deepEqual(listKinds('CHE-999.900.006 MWST'), ['CH UID']);
    assert.deepEqual(listKinds('CHE-999.900.006 HR'), ['CH UID']);
    assert.deepEqual(listKinds('Y-tunnus: 0999900-9'), ['FI Y-tunnus']);
    assert.deepEqual(listKinds('IČO 99990008'), ['CZ IČO', 'SK IČO']);
    assert.deepEqual(listKinds('NIP PL 999-000-00-08'), ['PL NIP']);
    assert.deepEqual(listKinds('LEI: 549300AAAAAAAAAAAA08'), ['LEI']);
    assert.deepEqual(listKinds('HRB 12345'), []);
    assert.deepEqual(listKinds('549300AAAAAAAAAAAA08'), ['LEI']);
  });

  test('are checked only by a rule: a Serbian number, which has none, is not checked', () => {
    assert.ok(checkNumber('12345678').every(({ country_scope: country }) => country !== 'RS'));
  });

  test('of a Spanish number may be a letter instead', () => {
    assert.ok(hasRightDigits('ES NIF', 'Q9999000D'));
    assert.ok(!hasRightDigits('ES NIF', 'Q9999000E'));
  });

  test('of zeros only are not right, nor those of a unit of a company 0', () => {
    for (const [kind, { check }] of Object.entries(rules))
      for (const length of [8, 9, 10, 11, 13, 14])
        assert.ok(!hasRightDigits(kind as CheckedNumber, '0'.repeat(length)), check);
    for (const number of ['00000000055103', '00000000055108'])
      assert.ok(
        checkNumber(number).every(({ are_right: areRight }) => !areRight),
        number,
      );
  });

  test('of a number that may be a person are not judged as an organisation number', () => {
    assert.ok(checkNumber('8112189876').every(({ country_scope: country }) => country !== 'SE'));
  });
});
