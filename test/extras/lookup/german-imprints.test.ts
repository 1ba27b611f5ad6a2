/** German numbers as imprints write them, over lines as both importers write them, in the look-up and in reconciliation. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compareText, type RegisterLine } from '../../../src/model/index.ts';
import { numbersService } from './numbers-service.ts';

const german = (value: string) => [{ scheme: 'national_registry_number', value, country_scope: 'DE' } as const];

const LINES: readonly RegisterLine[] = [
  {
    register: 'de-offeneregister',
    key: 'de-offeneregister:R3306_HRA12347',
    name: 'Deichkrone GmbH u. Co. KG',
    country_code: 'DE',
    identifiers: german('Köln HRA 12347'),
    number_forms: ['R3306_HRA12347', 'HRA 12347'],
  },
  {
    register: 'gleif',
    key: 'gleif:5299001',
    name: 'Ostkante Handels KG',
    country_code: 'DE',
    identifiers: german('HRA 12347'),
    number_forms: ['K1101R_HRA12347'],
  },
  {
    register: 'gleif',
    key: 'gleif:5299002',
    name: 'Zirbelspree GmbH',
    country_code: 'DE',
    identifiers: german('HRB 99901 B'),
    number_forms: ['F1103_HRB99901B', 'F1103R_HRB99901', 'F1103R_HRB99901B'],
  },
  {
    register: 'gleif',
    key: 'gleif:5299003',
    name: 'Lahnkrone GmbH',
    country_code: 'DE',
    identifiers: german('HRB 12347'),
    number_forms: ['M1706_HRB12347'],
  },
  { name: 'Domkante GmbH', country_code: 'DE', identifiers: german('Köln HRB 12347') },
];

const CASES: readonly (readonly [number: string, names: readonly string[]])[] = [
  ['Registergericht: Amtsgericht Köln\nRegisternummer: HRA 12347', ['Deichkrone GmbH u. Co. KG']],
  ['DER3306.HRA12347', ['Deichkrone GmbH u. Co. KG']],
  ['AG Koeln HRA 12347', ['Deichkrone GmbH u. Co. KG']],
  ['HRA 12347, Amtsgericht Hamburg', ['Ostkante Handels KG']],
  ['EUID: DEK1101R.HRA12347', ['Ostkante Handels KG']],
  ['Amtsgericht Berlin (Charlottenburg) HRB 99901', ['Zirbelspree GmbH']],
  ['eingetragen im Handelsregister des Amtsgerichts Charlottenburg unter HRB 99901 B', ['Zirbelspree GmbH']],
  ['Amtsgericht Limburg an der Lahn, HRB 12347', ['Lahnkrone GmbH']],
  ['EUID DER3306.HRB12347', ['Domkante GmbH']],
  ['Amtsgericht Bonn HRA 12347', []],
  // A number without a court is that of every company that is stored with it.
  ['HRA 12347', ['Deichkrone GmbH u. Co. KG', 'Ostkante Handels KG']],
];

suite('a German number', () => {
  const { lookedUp, reconciled } = numbersService(LINES);

  for (const [number, names] of CASES)
    test(`${JSON.stringify(number)} finds ${names.join(', ') || 'nothing'}`, async () => {
      const { data } = await lookedUp(number);
      assert.deepEqual(data.map(({ name = '' }) => name).toSorted(compareText), names);
    });

  for (const [number, names] of CASES)
    if (names.length === 1)
      test(`${JSON.stringify(number)} makes the company of that name certain`, async () => {
        const first = await reconciled(names[0] ?? '', number);
        assert.deepEqual([first?.name, first?.match], [names[0], true]);
      });

  test('of another court counts as another number', async () => {
    const first = await reconciled('Deichkrone GmbH u. Co. KG', 'Amtsgericht Bonn, HRA 12347');
    assert.deepEqual(
      [first?.name, first?.reason],
      ['Deichkrone GmbH u. Co. KG', 'another number, same name, same legal form'],
    );
  });
});
