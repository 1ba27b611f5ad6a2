import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyIdentifier } from '../resources.ts';
import { paddedReadings } from './lost-zeros.ts';
import { byValue, readingOf, readingsOf } from './readings.ts';

/** A query, an identifier as a register publishes it, and whether they are the same number. */
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
  ['SE5560360793', 'n SE 556036-0793', true],
  ['CHE-116.281.710 TVA', 'n CH CHE116281710', true],
  ['CHE-116.281.710 MWST', 'n CH CHE-116.281.710', true],
  ['CHE-116.281.710 IVA', 'n CH CHE-116.281.710', true],
  ['CHE-116.281.710 HR', 'n CH CHE-116.281.710', true],
  ['CHE-116.281.710 RC', 'w CH CHE-116.281.710', true],
  ['CHE-116.281.710 HR/MWST', 'n CH 116281710', true],
  ['UID: CHE-116.281.710 MWST', 'n CH CHE-116.281.710', true],
  ['UID CHE-116.281.710', 'n CH CHE-116.281.710', true],
  ['116.281.710 MWST', 'n CH CHE-116.281.710', false],
  ['CHE-116.281.710 XY', 'n CH CHE-116.281.710', false],
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
  ['Nr. Reg. Com.: J40/15812/2017', 'n RO J2017015812405', true],
  ['Reg. Com. J2017015812405', 'n RO J40/15812/2017', true],
  ['HRB 12345', 'n DE-BY HRB 12345', true],
  ['Amtsgericht München, HRB 12345', 'n DE München HRB 12345', true],
  ['AG München HRB 12345 B', 'n DE München HRB 12345 B', true],
  ['HRB 12345 (Amtsgericht München)', 'n DE München HRB 12345', true],
  ['HRB 12345 München', 'n DE München HRB 12345', true],
  // Different courts issue the same numbers.
  ['Amtsgericht München HRB 12345', 'n DE HRB 12345', false],
  ['Amtsgericht München HRB 12345', 'n DE Hamburg HRB 12345', false],
  ['DEB8534.HRB12345', 'n DE-BY HRB 12345', false],
  ['549300AAAAAAAAAAAA24', 'l - 5493 00AA AAAA AAAA AA24', true],
  ['ΗΕ 350042', 'n CY HE350042', true],
  // Full-width digits, no-break spaces, hyphens and invisible marks.
  ['０１１２０３８－９', 'n FI 0112038-9', true],
  ['0112038\u20119', 'n FI 0112038-9', true],
  ['404\u00a0833\u202f048', 'n FR 404833048', true],
  ['\u200b0112\u00ad0389\ufeff', 'n FI 0112038-9', true],
  ['ＦＩＦＰＲＯ．0112038-9', 'n FI 0112038-9', true],
  ['EUID: FIFPRO.0112038-9', 'n FI 0112038-9', true],
  ['EUID ROONRC.J40/15812/2017', 'n RO J2017015812405', true],
  // European numbers without the full stop, if the register is known.
  ['FIFPRO01120389', 'n FI 0112038-9', true],
  ['LURCSLB123456', 'n LU B123456', true],
  ['MTROC C 113927', 'n MT C 113927', true],
  ['PLKRS0000012345', 'n PL 0000012345', true],
  ['ROONRC.J2017015812405', 'n RO J40/15812/2017', true],
  ['HRXX080123456', 'n HR 080123456', false],
  ['HRB 080123456', 'n HR 080123456', false],
  ['SIREN 404833048', 'n SI 404833048', false],
  // Numbers with words in front or behind.
  ['FN 30435 h', 'n AT 30435 h', true],
  ['30435h', 'n AT FN 30435h', true],
  ['FN 030435h', 'n AT 30435 h', true],
  ['Firmenbuchnummer: 30435 h', 'n AT 30435 h', true],
  ['30435 h', 'n GB 30435H', true],
  ['FN 30435 h', 'n GB 30435H', false],
  ['UID-Nr.: ATU12345678', 'v - ATU12345678', true],
  ['USt-IdNr. DE123456789', 'v - DE123456789', true],
  ['RPR Gent 0999.000.094', 'n BE 0999.000.094', true],
  ['BTW BE 0999.000.094', 'n BE 0999.000.094', true],
  ['0999.000.094 RPM Liège', 'n BE 0999.000.094', true],
  ['ЕИК 999900017', 'n BG 999900017', true],
  ['BULSTAT BG999900017', 'n BG 999900017', true],
  ['IČO: 00090012', 'n CZ 00090012', true],
  ['ICO 00090012', 'n SK 00090012', true],
  ['IČO 00090012', 'n DK 00090012', false],
  ['DIČ: CZ00090012', 'n CZ 00090012', true],
  ['IČ DPH SK2020123456', 't SK 2020123456', true],
  ['CVR-nr. 99 99 90 12', 'n DK 99999012', true],
  ['CVR 99999012', 'n CZ 99999012', false],
  ['DKCVR99999012', 'n DK 99999012', true],
  ['Registrikood 99999012', 'n EE 99999012', true],
  ['Reg. nr 99999012', 'n EE 99999012', true],
  ['CIF: B-99999012', 'n ES B99999012', true],
  ['CIF RO38218844', 'n RO 38218844', true],
  ['Y-tunnus: 0112038-9', 'n FI 0112038-9', true],
  ['Y-tunnus 0112038-9', 'n SE 0112038-9', false],
  ['FO-nummer 0112038-9', 'n FI 0112038-9', true],
  ['SIREN 404 833 048', 'n FR 404833048', true],
  ['N° SIREN : 404833048', 'n FR 404833048', true],
  ['SIREN 404833048', 'n NO 404833048', false],
  ['SIRET 404 833 048 00012', 'n FR 404833048', true],
  ['404 833 048 00012', 'n FR 404833048', false],
  ['RCS Paris 404 833 048', 'n FR 404833048', true],
  ['R.C.S. Saint-Étienne B 404 833 048', 'n FR 404833048', true],
  ['404 833 048 RCS Paris', 'n FR 404833048', true],
  ['404 833 048 Paris', 'n FR 404833048', false],
  ['TVA : FR83404833048', 'n FR 404833048', true],
  ['Company No. 00999901', 'n GB 00999901', true],
  ['Company registration number: SC001234', 'n GB SC001234', true],
  ['Company number 123456', 'n IE 123456', true],
  ['CRO 123456', 'n GB 123456', false],
  ['Αρ. ΓΕΜΗ 077700527000', 'n GR 077700527000', true],
  ['ΑΦΜ: 099999216', 'v GR EL099999216', true],
  ['ΑΦΜ 099999216', 'n GR 099999216', false],
  ['OIB: 99999999990', 't HR 99999999990', true],
  ['MBS 080999901', 'n HR 080999901', true],
  ['Cg. 01-09-999051', 'n HU 01-09-999051', true],
  ['Adószám: 99999012-2-41', 'v - HU99999012', true],
  ['P. IVA IT00999500012', 'v - IT00999500012', true],
  ['C.F./P.IVA 00999500012', 'n IT 00999500012', true],
  ['REA MI-9999901', 'n IT MI-9999901', true],
  ['Įmonės kodas 999901234', 'n LT 999901234', true],
  ['Imones kodas 999901234', 'n LT 999901234', true],
  ['RCS Luxembourg B 123456', 'n LU B123456', true],
  ['RCS Luxembourg B 123456', 'n FR 123456', false],
  ['Reģ. Nr. 40009990123', 'n LV 40009990123', true],
  ['IDNO 1009990123456', 'n MD 1009990123456', true],
  ['KvK-nummer: 09990149', 'n NL 09990149', true],
  ['KVK 09990149', 'n DK 09990149', false],
  ['Org.nr. 923 609 016', 'n NO 923609016', true],
  ['org.nr 556036-0793', 'n SE 5560360793', true],
  ['Organisationsnummer: 556036-0793', 'n SE 5560360793', true],
  ['Foretaksregisteret NO 923 609 016 MVA', 'n NO 923609016', true],
  ['KRS: 0000012345', 'n PL 0000012345', true],
  ['nr KRS 0000012345', 'n PL 0000012345', true],
  ['NIP PL9999999901', 't PL 9999999901', true],
  ['NIP 999-999-99-01', 'v - PL9999999901', true],
  ['NIP 0000012345', 'n PL 0000012345', false],
  ['REGON 999999901', 'n PL 999999901', true],
  ['NIPC 999 999 901', 'n PT 999999901', true],
  ['CUI: 38218844', 'n RO 38218844', true],
  ['Matični broj: 09999012', 'n RS 09999012', true],
  ['ПИБ 999999012', 't RS 999999012', true],
  ['Matična številka: 9999012000', 'n SI 9999012000', true],
  ['ID za DDV: SI99999012', 't SI 99999012', true],
  ['код ЄДРПОУ 00099929', 'n UA 00099929', true],
  ['LEI: 5493 00AA AAAA AAAA AA24', 'l - 549300AAAAAAAAAAAA24', true],
  ['VAT GB 123456789', 'v - GB123456789', true],
  ['Reg. No. C 113927', 'n MT C113927', true],
];

/** A query, an identifier, and whether they are the same number after zeros are added to the query. */
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
  ['Y-tunnus 999903-9', 'n FI 0999903-9', true],
  ['CVR 999901', 'n FI 00999901', false],
  ['KRS 99990', 'n PL 0000099990', true],
  ['IČO 90012', 'n CZ 00090012', true],
  // A British number of its own.
  ['IC012345', 'n CZ 00012345', false],
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
      assert.equal(readingOf(identifierOf(published), byValue(readingsOf(asked))) !== undefined, isSame);
    });

  for (const [asked, published, isSame] of PADDED)
    test(`"${asked}" is ${isSame ? '' : 'not '}read with zeros in front as ${published}`, () => {
      assert.equal(readingOf(identifierOf(published), byValue(paddedReadings(asked))) !== undefined, isSame);
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
