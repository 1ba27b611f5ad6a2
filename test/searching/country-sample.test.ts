/** The counts over companies of a country, for drawings: exact for few companies, a fair part of many, and none of a closed snapshot. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBackend } from '../../src/backend/index.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { folder } from '../fixtures/folder.ts';
import { buildLines, put } from './generations.ts';

function lineOf(n: number, country: string): RegisterLine {
  return {
    register: 'fixture',
    name: `Sawmill ${n}`,
    identifiers: [{ scheme: 'national_registry_number', value: String(100_000 + n), country_scope: country }],
    registered_on: n % 2 === 0 ? '1999-05-01' : '2020-05-01',
    ...(n % 4 === 0 && { state: 'closed', closed_on: '2024-02-03' }),
    classifications: [{ scheme: 'NACE Rev. 2', code: n % 2 === 0 ? '16.10' : '02.20', is_primary: true }],
  };
}

const many = (count: number, country: string): RegisterLine[] =>
  Array.from({ length: count }, (_, n) => lineOf(n, country));

test('all companies of a small country are counted, and a part of a large one, evenly', async (t) => {
  const directory = folder(t);
  const path = await buildLines(directory, 'first', [...many(40, 'EE'), ...many(3000, 'SE')]);
  const backend = openBackend(`snapshot:${path}`);
  t.after(() => backend.close());
  const { sampleCountry } = await backend.facts();
  assert.deepEqual(await sampleCountry?.('EE'), {
    companies: 40,
    total: 40,
    registered: { 1999: 20, 2020: 20 },
    closed: { 2024: 10 },
    activities: [
      { scheme: 'NACE Rev. 2', code: '16.10', companies: 20 },
      { scheme: 'NACE Rev. 2', code: '02.20', companies: 20 },
    ],
  });
  const large = await sampleCountry?.('SE');
  assert.deepEqual([large?.companies, large?.total], [2048, 3000]);
  const counts = Object.values(large?.registered ?? {});
  assert.equal(counts[0] === undefined ? 0 : counts[0] + (counts[1] ?? 0), 2048);
  assert.ok(Math.min(...counts) > 900, counts.join());
  assert.equal(await sampleCountry?.('NO'), undefined);
});

test('a count that has begun ends when the data is replaced or closed', async (t) => {
  const directory = folder(t);
  const first = await buildLines(directory, 'first', many(100, 'EE'));
  const later = await buildLines(directory, 'later', many(98, 'EE'), { previous: first });
  const path = `${directory}/served`;
  put(first, path);
  const backend = openBackend(`snapshot:${path}`);
  const begun = (await backend.facts()).sampleCountry?.('EE');
  put(later, path);
  await backend.refresh();
  assert.equal((await backend.facts()).countries?.['EE']?.active, 98);
  const before = await begun;
  assert.ok(before === undefined || before.companies === 100);
  const last = (await backend.facts()).sampleCountry?.('EE');
  await backend.close();
  assert.equal(await last, undefined);
});
