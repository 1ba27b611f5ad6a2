import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataFacts } from '../../model/index.ts';
import { coveragePage } from './coverage.ts';
import { statusDocument, statusPage } from './status.ts';
import { siteFactsOf } from '../site-facts.ts';

const FACTS = siteFactsOf({
  baseUrl: 'https://api.example.test',
  siteUrl: 'https://example.test',
  dataProvider: 'Example',
});
const NOTHING: DataFacts = { generation: 'none', countries: {} };
const TODAY = '2026-11-21';

const wordsOf = ({ body }: { readonly body: Uint8Array }): string =>
  Buffer.from(body)
    .toString()
    .replace(/<style>[^]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

interface Status {
  readonly companies: number;
  readonly registers: readonly { readonly id: string; readonly companies: number; readonly age_days?: number }[];
}
const statusOf = (data: DataFacts): Status =>
  JSON.parse(Buffer.from(statusDocument(data, TODAY).body).toString()) as Status;

test('without data, the pages show no dates, no ages and bars of length zero', () => {
  assert.doesNotMatch(wordsOf(coveragePage(FACTS, NOTHING)), /undefined|NaN|Infinity|\d{4}-\d{2}-\d{2}/);
  assert.doesNotMatch(wordsOf(statusPage(FACTS, NOTHING, TODAY)), /undefined|NaN|Infinity|\d days/);
  for (const register of statusOf(NOTHING).registers)
    assert.deepEqual([register.companies, Object.keys(register).includes('age_days')], [0, false]);
});

test('counts have thousands separators; companies without a country or of another one are counted apart', () => {
  const countries = {
    FR: { active: 29_922_486, officers: 0 },
    US: { active: 1_200, officers: 0 },
    '--': { active: 34, officers: 0 },
  };
  const words = wordsOf(coveragePage(FACTS, { generation: 'g', countries }));
  assert.match(words, /29,923,720 companies and 0 officers/);
  assert.match(words, /France 29,922,486/);
  assert.match(words, /And 1,234 of other countries or without a country/);
});

test('a register counts the countries for which it is the first source; the LEI index also the rest of the world', () => {
  const countries = {
    FI: { active: 5, officers: 0, as_of_first: '2026-11-01', as_of_last: '2026-11-21' },
    AT: { active: 7, officers: 0, as_of_first: '2026-11-03', as_of_last: '2026-11-11' },
    DE: { active: 2, officers: 0 },
    US: { active: 11, officers: 0, as_of_first: '2026-10-03', as_of_last: '2026-10-04' },
  };
  const { companies, registers } = statusOf({ generation: 'g', countries });
  assert.equal(companies, 25);
  const counted = registers
    .filter((each) => each.companies > 0)
    .map((each) => [each.id, each.companies, each.age_days]);
  assert.deepEqual(counted, [
    ['fi-prh', 5, 0],
    ['gleif', 20, 10],
  ]);
  assert.match(
    wordsOf(statusPage(FACTS, { generation: 'g', countries }, TODAY)),
    /Finland 5 0 2026-11-01 to 2026-11-21 0 days daily/,
  );
});
