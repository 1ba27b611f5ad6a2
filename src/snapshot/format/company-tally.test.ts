import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { InputError } from '../../model/index.ts';
import { verifySnapshot } from '../index.ts';
import { company, write } from '../record-fixture.ts';
import { rewritten } from '../verify/rewritten-fixture.ts';
import { CompanyTally, type TalliedCompany } from './company-tally.ts';
import { METADATA_KEY } from './format.ts';

const SAWMILL: TalliedCompany = {
  countries: ['EE', 'SE'],
  activity: { scheme: 'EMTAK 2008', code: '16101' },
  registered_on: '1999-05-01',
  closed_on: '2024-02-03',
};

suite('The counts of companies', () => {
  test('are by country, year, and division of the first activity', () => {
    const tally = new CompanyTally();
    tally.add(SAWMILL);
    tally.add({ countries: ['EE'], activity: { scheme: 'x', code: '161' } });
    tally.add({ countries: ['NO'] });
    const one = { registered: { 1999: 1 }, closed: { 2024: 1 } };
    assert.deepEqual(tally.finish(), {
      EE: { ...one, companies: 2, activities: { 'EMTAK 2008': { 16: 1 }, x: { '': 1 } } },
      NO: { companies: 1 },
      SE: { ...one, companies: 1, activities: { 'EMTAK 2008': { 16: 1 } } },
    });
  });

  test('have nothing of companies that were removed', () => {
    const [tally, other] = [new CompanyTally(), new CompanyTally()];
    for (const one of [tally, other]) one.add({ countries: ['EE'], closed_on: '2024-02-03' });
    other.addAll(tally.finish() ?? {});
    other.add(SAWMILL);
    other.add({ countries: ['EE'], closed_on: '2024-02-03' }, -1);
    other.add(SAWMILL, -1);
    assert.deepEqual(other.finish(), tally.finish());
  });

  test('are absent if there are too many, whatever is removed later', () => {
    const tally = new CompanyTally();
    const strange = (n: number): TalliedCompany => ({
      countries: ['EE'],
      activity: { scheme: `${n}`, code: '16' },
    });
    for (let n = 0; n < 99_999; n++) tally.add(strange(n));
    assert.equal(tally.finish()?.['EE']?.companies, 99_999);
    for (let n = 99_999; n < 250_000; n++) tally.add(strange(n));
    for (let n = 0; n < 99_999; n++) tally.add(strange(n), -1);
    assert.equal(tally.finish(), undefined);
  });

  test('are recounted by a verification; snapshots without them are sound', async (t) => {
    const companies = Array.from({ length: 40 }, (_, n) =>
      company(n, {
        profile: { name: `Saeveski ${n}`, country_code: 'EE' },
        classifications: [
          { scheme: 'EMTAK "2008"', code: '16101', is_primary: true },
          { scheme: 'EMTAK "2008"', code: '02.20', is_primary: false },
        ],
        details: {
          registered_on: n % 2 === 0 ? '1999-05-01' : '2020-05-01',
          sources: [{ register: 'toys', fields: ['registered_on'] }],
        },
      }),
    );
    const { path, metadata } = await write(folder(t), 'a.snapshot', companies);
    assert.deepEqual(metadata.company_counts, {
      EE: { companies: 40, registered: { 1999: 20, 2020: 20 }, activities: { 'EMTAK "2008"': { 16: 40 } } },
    });
    await verifySnapshot(path);
    const change = async (from: string, to: string): Promise<void> =>
      await rewritten(path, ({ metadata: table }) => {
        const before = table.get(METADATA_KEY)?.toString() ?? '';
        assert.ok(before.includes(from));
        table.put(METADATA_KEY, Buffer.from(before.replace(from, to)));
      });
    await change('"1999":20', '"1999":21');
    await assert.rejects(
      verifySnapshot(path),
      (error) => error instanceof InputError && /counts companies by country, year or activity/.test(error.message),
    );
    await change('"company_counts":', '"earlier":');
    await verifySnapshot(path);
  });
});
