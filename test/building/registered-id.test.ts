/** The id of a company by its registry number is the same from the function, from the client, and in a build. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { registeredCompanyId as clientId } from '../../clients/javascript/src/registered-id.ts';
import { COUNTRIES, deriveCompanyId, registeredCompanyId } from '../../src/model/index.ts';
import { lineId, openSample } from '../fixtures/service.ts';

/** The ids that docs/register-line.md and the keys of importers give; absent if the number is not enough for an id. */
const CASES: readonly (readonly [scope: string, number: string, key?: string])[] = [
  ['FI', '0112038-9', 'national_registry_number FI 01120389'],
  ['FI', ' 0112 0389 ', 'national_registry_number FI 01120389'],
  ['GB', 'sc300047', 'national_registry_number GB SC300047'],
  ['DE-BY', 'HRB 12345', 'national_registry_number DE-BY HRB12345'],
  ['CH', 'CHE-999.900.006', 'national_registry_number CH CHE999900006'],
  ['RO', 'J40/15812/2017', 'ro-onrc:J2017015812405'],
  ['RO', 'j40/15812/2017', 'ro-onrc:J2017015812405'],
  ['RO', 'J2017015812405', 'ro-onrc:J2017015812405'],
  ['RO', 'J2017015812406'],
  ['RO', '38218844'],
  ['CY', 'HE 350042', 'cy-drcor:C350042'],
  ['CY', 'ΗΕ 350042', 'cy-drcor:C350042'],
  ['CY', 'ΑΕ 77'],
  ['DE', 'HRB 12345'],
  ['SK', '99990008'],
  ['UA', '99990002'],
  ['FI', '---'],
];

suite('the id of a registry number', () => {
  for (const [scope, number, key] of CASES)
    test(`"${number}" in ${scope} ${key === undefined ? 'gives none' : `is that of ${key}`}`, async () => {
      const [scheme = '', country = '', value = ''] = key?.split(' ') ?? [];
      const want =
        key === undefined
          ? undefined
          : key.includes(':')
            ? deriveCompanyId({ kind: 'key', key })
            : deriveCompanyId({ kind: 'identifier', scheme, scope: country, comparedValue: value });
      assert.equal(registeredCompanyId(scope, number), want);
      assert.equal(await clientId(scope, number), want);
    });

  test('is the same in the client for whatever number', async () => {
    const scope = fc.constantFrom(...COUNTRIES.keys(), 'DE-BY');
    const number = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom('Η', 'Е', 'ς', 'ß', 'ʼ', '１', 'Ⅻ', 'Ѕ', 'З', 'j', '4', '/', ' ', '-'),
        maxLength: 12,
      }),
      fc.stringMatching(/^[JFC]\d{1,2}\/\d{1,6}\/\d{4}$/),
      fc.stringMatching(/^[JFC]\d{13}$/),
    );
    await fc.assert(
      fc.asyncProperty(scope, number, async (country, text) => {
        assert.equal(await clientId(country, text), registeredCompanyId(country, text));
      }),
      { numRuns: 300 },
    );
  });

  test('is the one under which a build publishes a company for the first time', async () => {
    const sample = await openSample();
    try {
      let compared = 0;
      for (const line of sample.byState.active) {
        const [identifier] = line.identifiers ?? [];
        if (line.id !== undefined || identifier?.scheme !== 'national_registry_number') continue;
        const id = registeredCompanyId(identifier.country_scope ?? '', identifier.value);
        if (id === undefined || line.key !== undefined || sample.reader.company(id) === undefined) continue;
        assert.equal(id, lineId(line));
        compared++;
      }
      assert.ok(compared > 50, String(compared));
    } finally {
      await sample.close();
    }
  });
});
