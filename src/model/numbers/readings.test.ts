import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyIdentifier } from '../resources.ts';
import { paddedReadings } from './lost-zeros.ts';
import { isReadAs, readingsOf } from './readings.ts';

/** What is asked, an identifier as a register publishes it, and whether they are the same number. */
const CASES: readonly (readonly [asked: string, published: string, isSame: boolean])[] = [
  // scheme, scope and value, separated by blanks; n is a registry number, v an EU VAT number, w another one, t a tax number.
  ['0112038-9', 'n FI 0112038-9', true],
  ['0112 0389', 'n FI 0112038-9', true],
  ['FI01120389', 'n FI 0112038-9', true],
  ['FI01120389', 'n SE 0112038-9', false],
  ['SE01120389', 'n FI 0112038-9', false],
  ['fifpro.0112038-9', 'n FI 0112038-9', true],
  ['FIFPRO.0112038-9', 'n SE 0112038-9', false],
  ['112038-9', 'n FI 0112038-9', false],
  ['100366327', 'v - EE100366327', true],
  ['EE100366327', 'v - EE100366327', true],
  ['EE100366327', 'n EE 100366327', false],
  ['SK2020123456', 't SK 2020123456', true],
  ['SK12345678', 'n SK 12345678', false],
  ['LT119511515', 'n LT 119511515', false],
  ['EL094259216', 'v GR EL094259216', true],
  ['094259216', 'v GR EL094259216', true],
  ['0999.000.094', 'n BE 0999.000.094', true],
  ['BE0999000094', 'n BE 0999.000.094', true],
  ['BE0999.000.094', 'n BE 0999.000.094', true],
  ['BEKBOBCE.0999000094', 'n BE 0999.000.094', true],
  ['FR83404833048', 'n FR 404833048', true],
  ['FR00404833048', 'n FR 404833048', false],
  ['404833048', 'v - FR83404833048', true],
  ['FR7501.404833048', 'n FR 404833048', true],
  ['SE556036079301', 'n SE 556036-0793', true],
  ['SE5560360793', 'n SE 556036-0793', false],
  ['CHE-116.281.710 TVA', 'n CH CHE116281710', true],
  ['116281710', 'n CH CHE116281710', true],
  ['CHE116281710', 'w CH CHE-116.281.710', true],
  ['NO923609016MVA', 'n NO 923609016', true],
  ['923609016', 'w NO 923609016MVA', true],
  ['923609016 MVA', 'n FR 923609016', false],
  ['RO38218844', 'n RO 38218844', true],
  ['38218844', 'n RO RO38218844', false],
  ['J40/15812/2017', 'n RO J2017015812405', true],
  ['J2017015812405', 'n RO J40/15812/2017', true],
  ['ROONRC.J40/15812/2017', 'n RO J2017015812405', true],
  ['J1/23/2017', 'n RO J01/23/2017', true],
  ['J01/23/2017', 'n RO J1/23/2017', true],
  ['J40/15812/2018', 'n RO J2017015812405', false],
  ['HRB 12345', 'n DE-BY HRB 12345', true],
  ['DEB8534.HRB12345', 'n DE-BY HRB 12345', false],
  ['549300AAAAAAAAAAAA24', 'l - 5493 00AA AAAA AAAA AA24', true],
  ['ΗΕ 350042', 'n CY HE350042', true],
];

/** What is asked, an identifier, and whether they are the same number with zeros in front of what is asked. */
const PADDED: readonly (readonly [asked: string, published: string, isSame: boolean])[] = [
  ['999903-9', 'n FI 0999903-9', true],
  ['9999039', 'n FI 0999903-9', true],
  ['FI9999039', 'n FI 0999903-9', true],
  ['FI9999039', 'v - FI09999039', true],
  ['SE9999039', 'n FI 0999903-9', false],
  ['9999039', 'n SE 09999039', false],
  ['09999039', 'n FI 0999903-9', false],
  ['90012', 'n CZ 00090012', true],
  ['CZ90012', 'n CZ 00090012', true],
  ['SK90012', 'n SK 00090012', false],
  ['999.000.094', 'n BE 0999.000.094', true],
  ['BE999000094', 'n BE 0999.000.094', true],
  ['BE 999.000.094', 'v - BE0999000094', true],
  ['BE1999000094', 'n BE 01999000094', false],
  ['9000011', 'n FR 009000011', true],
  ['9000011', 'v - FR95009000011', true],
  ['999901', 'n GB 00999901', true],
  ['SC1234', 'n GB SC001234', true],
  ['sc 1234', 'n GB SC001234', true],
  ['SC001234', 'n GB SC001234', false],
  ['109999051', 'n HU 01-09-999051', true],
  ['999500012', 'n IT 00999500012', true],
  ['9990149', 'n NL 09990149', true],
  ['99990', 'n PL 0000099990', true],
  ['99929', 'n UA 00099929', true],
  ['99999216', 'v GR EL099999216', true],
  ['EL99999216', 't GR 099999216', true],
  ['EL99999216', 'n GR 000099999216', false],
  ['HRB 12345', 'n DE-BY HRB 012345', false],
  ['123', 'l - 00000000000000000123', false],
];

const SCHEMES: Readonly<Record<string, CompanyIdentifier['scheme']>> = {
  n: 'national_registry_number',
  l: 'lei',
  v: 'eu_vat_number',
  w: 'vat_number',
  t: 'tin',
};

function identifierOf(published: string): CompanyIdentifier {
  const [kind = '', scope = '', ...value] = published.split(' ');
  const scheme = SCHEMES[kind] ?? assert.fail(kind);
  return { scheme, value: value.join(' '), ...(scope !== '-' && { country_scope: scope }) };
}

suite('a number', () => {
  for (const [asked, published, isSame] of CASES)
    test(`"${asked}" is ${isSame ? '' : 'not '}read as ${published}`, () => {
      assert.equal(isReadAs(identifierOf(published), readingsOf(asked)), isSame);
    });

  for (const [asked, published, isSame] of PADDED)
    test(`"${asked}" is ${isSame ? '' : 'not '}read with zeros in front as ${published}`, () => {
      assert.equal(isReadAs(identifierOf(published), paddedReadings(asked)), isSame);
    });

  test('has as its first reading the number as it is, for any country and scheme', () => {
    assert.deepEqual(readingsOf(' fi 0112038-9 ')[0], { value: 'FI01120389' });
  });

  test('of the greatest length has a bounded number of readings', () => {
    for (const text of ['1'.repeat(128), `FI${'1'.repeat(126)}`, 'J1/1/2017', '911000695'])
      assert.ok(readingsOf(text).length < 60, text);
    for (const text of ['1', 'BE1', '1'.repeat(128)]) assert.ok(paddedReadings(text).length < 30, text);
  });
});
