/** Numbers as letterheads, invoices, certificates, networks and spreadsheets write them, in the look-up and in reconciliation. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyIdentifier, RegisterLine } from '../../../src/model/index.ts';
import { numbersService } from './numbers-service.ts';

const company = (
  name: string,
  country_code: string,
  value: string,
  scheme: CompanyIdentifier['scheme'] = 'national_registry_number',
): RegisterLine => ({ name, country_code, identifiers: [{ scheme, value, country_scope: country_code }] });

const LINES: readonly RegisterLine[] = [
  company('Boulangerie Zirbel SAS', 'FR', '732829320'),
  company('Zirbel Courrier', 'FR', '356000000'),
  company('A-B-C COMPANY LIMITED', 'GB', '14990009'),
  company('ZIRBEL GLEN LIMITED', 'GB', 'SC123456'),
  company('ZIRBEL IRELAND LIMITED', 'IE', '123456'),
  company('ZIRBEL S.R.L.', 'RO', 'J52/750/2012'),
  company('Zirbel Holding GmbH', 'AT', '130824 p'),
  company('Zirbel Italia S.p.A.', 'IT', 'IT02142150156', 'eu_vat_number'),
  company('Zirbel Hungary Kft.', 'HU', '11033169-2-41'),
  company('ZIRBEL POLSKA SP. Z O.O.', 'PL', '012100784'),
  company('SIA "Zirbel"', 'LV', '49999990016'),
  company('Zirbel hf.', 'IS', '450100-4390'),
  company('Zirbel Sverige AB', 'SE', '5560360793'),
  company('Zirbel Oy', 'FI', '0112038-9'),
  company('ЗИРБЕЛ ЕООД', 'BG', '999000070'),
  company('Zirbel Nederland B.V.', 'NL', '999999990', 'tin'),
  company('ZIRBEL CYPRUS LTD', 'CY', 'HE 350042'),
  company('ZIRBEL PARTNERSHIP', 'CY', 'S 350043'),
];

const CASES: readonly (readonly [number: string, name: string | undefined])[] = [
  ['73282932000074', 'Boulangerie Zirbel SAS'],
  ['732 829 320 00074', 'Boulangerie Zirbel SAS'],
  ['SIRET 732 829 320 00074', 'Boulangerie Zirbel SAS'],
  ['35600000049837', 'Zirbel Courrier'],
  ['Registered in England and Wales, No. 14990009', 'A-B-C COMPANY LIMITED'],
  ['Registered company in England & Wales no. 14990009', 'A-B-C COMPANY LIMITED'],
  ['Registered No. 14990009 England', 'A-B-C COMPANY LIMITED'],
  ['Company No. 14990009 (England and Wales)', 'A-B-C COMPANY LIMITED'],
  ['GB-COH-14990009', 'A-B-C COMPANY LIMITED'],
  ['Registered in Scotland No. SC123456', 'ZIRBEL GLEN LIMITED'],
  ['Registered in Ireland No. 123456', 'ZIRBEL IRELAND LIMITED'],
  ['J52/750/10.02.2012', 'ZIRBEL S.R.L.'],
  ['Firmenbuchnummer FN 130824 p', 'Zirbel Holding GmbH'],
  ['FB-Nr. FN 130824p', 'Zirbel Holding GmbH'],
  ['FN 130824p HG Wien', 'Zirbel Holding GmbH'],
  ['P.IVA IT02142150156', 'Zirbel Italia S.p.A.'],
  ['Adószám: 11033169-2-41', 'Zirbel Hungary Kft.'],
  ['11033169-2-41', 'Zirbel Hungary Kft.'],
  ['11033169', 'Zirbel Hungary Kft.'],
  ['Adószám: 11033169', 'Zirbel Hungary Kft.'],
  ['1103316', undefined],
  ['NL999999990B01', 'Zirbel Nederland B.V.'],
  ['350042', 'ZIRBEL CYPRUS LTD'],
  ['350043', undefined],
  ['REGON 12100784', 'ZIRBEL POLSKA SP. Z O.O.'],
  ['PVN reģ. Nr. LV49999990016', 'SIA "Zirbel"'],
  ['Kt. 450100-4390', 'Zirbel hf.'],
  ['0007:5560360793', 'Zirbel Sverige AB'],
  ['165560360793', 'Zirbel Sverige AB'],
  ['SE 5560360793', 'Zirbel Sverige AB'],
  ['5560360793.0', 'Zirbel Sverige AB'],
  ['5560360793,00', 'Zirbel Sverige AB'],
  ['003701120389', 'Zirbel Oy'],
  ['EUID: FIFPRO.0112038-9', 'Zirbel Oy'],
  ['9990000700015', 'ЗИРБЕЛ ЕООД'],
  ['5.56036E+9', undefined],
  ['Registered in Ireland No. 14990009', undefined],
  ['Foo 732829320', undefined],
];

/** Numbers with zeros or letters to restore are certain only in their country. */
const IN_COUNTRY: ReadonlySet<string> = new Set(['REGON 12100784', '350042']);

suite('a number as people write it', () => {
  const { lookedUp, reconciled } = numbersService(LINES);

  for (const [number, name] of CASES)
    test(`"${number}" finds ${name ?? 'nothing'}`, async () => {
      const { data } = await lookedUp(number);
      assert.deepEqual(
        data.map((match) => match.name),
        name === undefined ? [] : [name],
      );
    });

  for (const [number, name] of CASES)
    if (name !== undefined)
      test(`"${number}" makes ${name} certain`, async () => {
        const country = LINES.find((line) => line.name === name)?.country_code;
        const first = await reconciled(name, number, IN_COUNTRY.has(number) ? country : undefined);
        assert.deepEqual([first?.name, first?.match], [name, true]);
      });

  test('is no evidence if a spreadsheet lost its digits', async () => {
    const wanted = (await reconciled('Zirbel Sverige AB'))?.score;
    assert.equal((await reconciled('Zirbel Sverige AB', '5.56036E+9'))?.score, wanted);
  });

  test('has the check digits of an LEI with words in front', async () => {
    const { check_digits: digits } = await lookedUp('LEI: 5493 00AA AAAA AAAA AA08');
    assert.deepEqual(
      digits.map(({ name, are_right: areRight }) => [name, areRight]),
      [['LEI', true]],
    );
  });
});
