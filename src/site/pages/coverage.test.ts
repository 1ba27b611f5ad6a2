import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_REGISTER, type DataFacts } from '../../model/index.ts';
import { REGISTERS } from '../../registers/index.ts';
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
const ORDER = [...REGISTERS.keys()];

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
  assert.deepEqual(statusOf(NOTHING).registers, []);
});

test('counts have thousands separators; companies without a country or of another one are counted apart', () => {
  const countries = {
    FR: { active: 29_922_486, officers: 0 },
    US: { active: 1_200, officers: 0 },
    '--': { active: 34, officers: 0 },
  };
  const words = wordsOf(coveragePage(FACTS, { generation: 'g', countries }));
  assert.match(words, /29,923,720 companies\. /);
  assert.match(words, /France 29,922,486/);
  assert.match(words, /And 1,234 of other countries or without a country/);
});

const FI_DATA: DataFacts = {
  generation: 'g',
  countries: {
    FI: { active: 5, officers: 0, as_of_first: '2026-11-01', as_of_last: '2026-11-21' },
    LV: { active: 4, officers: 9, as_of_first: '2026-11-02', as_of_last: '2026-11-02' },
    AT: { active: 7, officers: 0, as_of_first: '2026-11-03', as_of_last: '2026-11-11' },
  },
  registers: {
    'fi-prh': { lines: 5, companies: 5, officers: 0, as_of_first: '2026-11-01', as_of_last: '2026-11-14' },
    'lv-ur': { lines: 4, companies: 4, officers: 9, as_of_first: '2026-11-02', as_of_last: '2026-11-02' },
    gleif: { lines: 9, companies: 8, officers: 0, as_of_first: '2026-11-21', as_of_last: '2026-11-21' },
    'xx-other': { lines: 1, companies: 1, officers: 0, published: '2026-11-01', imported_at: '2026-11-02T03:00:00Z' },
  },
};

test('the status tells of the registers in the data alone, and dates each by its own lines', () => {
  const told = statusOf(FI_DATA).registers.map((each) => [each.id, each.companies, each.age_days]);
  assert.deepEqual(told, [
    ['fi-prh', 5, 7],
    ['lv-ur', 4, 19],
    ['gleif', 8, 0],
    ['xx-other', 1, undefined],
  ]);
  assert.equal('sample' in statusOf(FI_DATA), false);
  const words = wordsOf(statusPage(FACTS, FI_DATA, TODAY));
  assert.match(words, /Finland 5 2026-11-01 to 2026-11-14 7 days daily/);
  assert.match(words, /Latvia 4 9 2026-11-02 19 days/);
});

test('the coverage dates a country by its register, and names no register that is not in the data', () => {
  const html = Buffer.from(coveragePage(FACTS, FI_DATA).body).toString();
  const rowOf = (code: string): string =>
    wordsOf({ body: Buffer.from(html.split(`id="${code}">`)[1]?.split('</tr>')[0] ?? '') });
  assert.match(rowOf('FI'), /^ ?Finland 5 2026-11-01 to 2026-11-14 /);
  assert.match(rowOf('AT'), /Austria 7 2026-11-03 to 2026-11-11 LEI index only\./);
  assert.match(rowOf('NO'), /The national register is not in the data\./);
  const named = [...REGISTERS].filter(([, { attribution }]) => html.includes(attribution)).map(([id]) => id);
  assert.deepEqual(
    named,
    ['gleif', 'fi-prh', 'lv-ur'].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
  );
  for (const [code, level] of [
    ['LV', 'officers'],
    ['FI', 'companies'],
    ['AT', 'other'],
    ['NO', 'none'],
  ])
    assert.match(html, new RegExp(`<a href="#${code}" tabindex="-1" class="${level}">`));
});

test('invented companies stand beside no register', () => {
  const { countries } = FI_DATA;
  const data: DataFacts = { countries, registers: { [SAMPLE_REGISTER]: { lines: 16, companies: 16, officers: 9 } } };
  assert.equal(
    Object.entries(statusOf(data)).some(([name, value]) => name === 'sample' && value === true),
    true,
  );
  const html = [coveragePage(FACTS, data), statusPage(FACTS, data, TODAY)]
    .map(({ body }) => Buffer.from(body).toString())
    .join();
  assert.match(html, /Invented companies/);
  for (const { attribution, name } of REGISTERS.values())
    assert.ok(!html.includes(attribution) && !html.includes(name), name);
});
