import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_REGISTER, type DataFacts, type RegisterFacts } from '../../model/index.ts';
import { REGISTERS } from '../../registers/index.ts';
import { coveragePage } from './coverage.ts';
import { homePage } from './home.ts';
import { statusDocument, statusPage } from './status.ts';
import { createSiteFacts } from '../site-facts.ts';

const FACTS = createSiteFacts({
  baseUrl: 'https://api.example.test',
  siteUrl: 'https://example.test',
  dataProvider: 'Example',
});
const NOTHING: DataFacts = { generation: 'none', countries: {}, registers: {} };
const TODAY = '2026-11-21';
const ORDER = [...REGISTERS.keys()];

const toWords = ({ body }: { readonly body: Uint8Array }): string =>
  Buffer.from(body)
    .toString()
    .replace(/<style>[^]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

interface Status {
  readonly companies: number;
  readonly registers: readonly {
    readonly id: string;
    readonly companies: number;
    readonly age_days?: number;
    readonly overdue?: object;
  }[];
}
const readStatus = (data: DataFacts): Status =>
  JSON.parse(Buffer.from(statusDocument(data, TODAY).body).toString()) as Status;

test('without data, the pages show no dates, no ages and bars of length zero', () => {
  assert.doesNotMatch(toWords(coveragePage(FACTS, NOTHING, TODAY)), /undefined|NaN|Infinity|\d{4}-\d{2}-\d{2}/);
  assert.doesNotMatch(toWords(statusPage(FACTS, NOTHING, TODAY)), /undefined|NaN|Infinity|\d days/);
  assert.deepEqual(readStatus(NOTHING).registers, []);
});

test('over data without facts, the pages show no number, no date and no register', () => {
  for (const page of [coveragePage(FACTS, {}, TODAY), statusPage(FACTS, {}, TODAY), homePage(FACTS, {}, TODAY)]) {
    const words = toWords(page).replace(/Fields of status\.json.*/, '');
    assert.doesNotMatch(words, /undefined|NaN|\d+ (active )?compan|No companies|is not in the data|\d{4}-\d{2}-\d{2}/);
  }
  assert.match(toWords(coveragePage(FACTS, {}, TODAY)), /Another service holds the data/);
  assert.deepEqual(readStatus({}), { status: 'ready', date: TODAY });
});

test('counts have thousands separators; companies without a country or of another one are counted apart', () => {
  const countries = {
    FR: { active: 29_922_486, officers: 0 },
    US: { active: 1_200, officers: 0 },
    '--': { active: 34, officers: 0 },
  };
  const words = toWords(coveragePage(FACTS, { generation: 'g', countries }, TODAY));
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

test('the status shows how many days a register is overdue', () => {
  const { registers = {} } = FI_DATA;
  const late = { ...registers['fi-prh'], newest_days_max: 3, oldest_days_max: 19 } as RegisterFacts;
  const data: DataFacts = { ...FI_DATA, registers: { ...registers, 'fi-prh': late } };
  assert.deepEqual(
    readStatus(data)
      .registers.map(({ id, overdue }) => [id, overdue])
      .slice(0, 2),
    [
      ['fi-prh', { newest: 4, oldest: 1 }],
      ['lv-ur', undefined],
    ],
  );
  const words = toWords(statusPage(FACTS, data, TODAY));
  assert.match(words, /2026-11-14 overdue 7 days old/);
  assert.match(
    words,
    /The newest data is 4 days older than the update interval allows, the oldest entry is 1 day older/,
  );
});

test('the status draws the age of each register: the older, the longer, overdue ones marked', () => {
  const { registers = {} } = FI_DATA;
  const late = { ...registers['fi-prh'], newest_days_max: 3 } as RegisterFacts;
  const html = Buffer.from(
    statusPage(FACTS, { ...FI_DATA, registers: { ...registers, 'fi-prh': late } }, TODAY).body,
  ).toString();
  const bars = [...html.matchAll(/<svg class="(fresh|overdue)"[^>]*aria-hidden="true"><rect width="([\d.]+)"/g)];
  const byLength = bars.map(([, mark, width]) => [mark, Number(width)] as const).toSorted(([, a], [, b]) => a - b);
  assert.deepEqual(
    byLength.map(([mark]) => mark),
    ['fresh', 'overdue', 'fresh'],
  );
  assert.deepEqual(
    byLength.map(([, width]) => width),
    [0, 25.3, 36.5],
  );
});

test('the page of the status lists registers by name, and calls no company active', () => {
  const html = Buffer.from(statusPage(FACTS, FI_DATA, TODAY).body).toString();
  const names = [...html.matchAll(/<summary><span class="cells"><span class="text"><bdi>(.*?)<\/bdi>/g)].map(
    ([, name = '']) => name,
  );
  assert.equal(names.length, 4);
  assert.deepEqual(
    names,
    names.toSorted((a, b) => a.localeCompare(b, 'en')),
  );
  assert.doesNotMatch(toWords(statusPage(FACTS, FI_DATA, TODAY)), /\bactive\b/);
});

test('the status lists only the registers in the data, and dates each by its own lines', () => {
  const shown = readStatus(FI_DATA).registers.map((each) => [each.id, each.companies, each.age_days]);
  assert.deepEqual(shown, [
    ['fi-prh', 5, 7],
    ['lv-ur', 4, 19],
    ['gleif', 8, 0],
    ['xx-other', 1, undefined],
  ]);
  assert.equal('sample' in readStatus(FI_DATA), false);
  const words = toWords(statusPage(FACTS, FI_DATA, TODAY));
  assert.match(
    words,
    /Finland 5 companies 2026-11-14 7 days old Observed 2026-11-01 to 2026-11-14 Updated by its publisher daily/,
  );
  assert.match(words, /Latvia 4 companies 9 officers 2026-11-02 19 days old/);
});

test('the coverage dates a country by its register, and names no register that is not in the data', () => {
  const html = Buffer.from(coveragePage(FACTS, FI_DATA, TODAY).body).toString();
  const findRow = (code: string): string =>
    toWords({ body: Buffer.from(html.split(`id="${code}">`)[1]?.split('</details>')[0] ?? '') });
  assert.match(
    findRow('FI'),
    /^ ?Finland 5 companies 2026-11-14 7 days old Observed 2026-11-01 to 2026-11-14 Register /,
  );
  assert.match(
    findRow('AT'),
    /Austria 7 companies 2026-11-11 10 days old Observed 2026-11-03 to 2026-11-11 Source LEI index only\./,
  );
  assert.match(findRow('NO'), /The national register is not in the data\./);
  const named = [...REGISTERS].filter(([, { attribution }]) => html.includes(attribution)).map(([id]) => id);
  assert.deepEqual(
    named,
    ['gleif', 'fi-prh', 'lv-ur'].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
  );
});

test('the map shades a country by the age of its register, and stripes one whose register is not in the data', () => {
  const html = Buffer.from(coveragePage(FACTS, FI_DATA, TODAY).body).toString();
  for (const [code, shade, isPartial, text] of [
    ['FI', 'strongest', false, 'Finland: 5 companies, observed 2026-11-14, age 7 days, from the national register'],
    [
      'LV',
      'strong',
      false,
      'Latvia: 4 companies, 9 officers, observed 2026-11-02, age 19 days, from the national register',
    ],
    ['AT', 'strong', true, 'Austria: 7 companies, observed 2026-11-11, age 10 days, without the national register'],
    ['NO', 'none', false, 'Norway: no companies'],
  ] as const) {
    const [, label, area = ''] = new RegExp(`<a href="#${code}"[^>]* aria-label="([^"]*)">(.*?)</a>`).exec(html) ?? [];
    assert.equal(label, text);
    assert.ok(area.includes(`<g class="${shade}">`), area);
    assert.equal(area.includes('class="partial"'), isPartial, code);
  }
  const legend = toWords({ body: Buffer.from(/<ul class="legend">[^]*?<\/ul>/.exec(html)?.[0] ?? '') });
  assert.match(
    legend,
    /Observed within a week \(1\) Finland .*Within a month \(2\) Austria, Latvia .*No companies \(32\)/,
  );
});

test('the map of the home page shows by what the countries differ, with a legend: companies, else age, else officers', () => {
  const shown = (data: DataFacts): string => {
    const html = Buffer.from(homePage(FACTS, data, TODAY).body).toString();
    const [, label = '', legend = ''] =
      /aria-label="Map[^"]* by ([^"]*)"[^]*?<ul class="legend">([^]*?)<\/ul>/.exec(html) ?? [];
    return `${label}: ${toWords({ body: Buffer.from(legend) }).trim()}`;
  };
  assert.match(shown(FI_DATA), /^the number of their companies: 7 5 4 No companies Striped/);
  const like = (code: string, more: object) => [code, { active: 5, officers: 0, ...more }] as const;
  const day = (as_of_last: string) => ({ as_of_first: as_of_last, as_of_last });
  const dates = {
    ...FI_DATA,
    registers: {},
    countries: Object.fromEntries([like('FI', day('2026-11-20')), like('NO', day('2026-01-01'))]),
  };
  assert.match(shown(dates), /^the age of their data: Observed within a week Longer ago No companies/);
  const officers = {
    ...dates,
    countries: Object.fromEntries([like('FI', { officers: 1200 }), like('NO', { officers: 3 })]),
  };
  assert.match(shown(officers), /^the number of their officers: 1,200 3 No companies/);
});

test('the home page says the age of the data in English', () => {
  assert.match(
    toWords(homePage(FACTS, FI_DATA, '2026-11-29')),
    /8 days since the newest data was observed, on 2026-11-21/,
  );
});

test("invented companies are no register's", () => {
  const { countries = {} } = FI_DATA;
  const data: DataFacts = { countries, registers: { [SAMPLE_REGISTER]: { lines: 16, companies: 16, officers: 9 } } };
  assert.equal(
    Object.entries(readStatus(data)).some(([name, value]) => name === 'sample' && value === true),
    true,
  );
  const [html = '', status = ''] = [coveragePage(FACTS, data, TODAY), statusPage(FACTS, data, TODAY)].map(({ body }) =>
    Buffer.from(body).toString(),
  );
  assert.match(html, /Invented companies/);
  assert.match(html, /has 16 invented companies and 9 invented officers\..* No register published any of it\./);
  for (const { attribution, name } of REGISTERS.values())
    assert.ok(!html.includes(attribution) && !status.includes(attribution) && !status.includes(name), name);
});

test('over invented companies, each country names the register that can be imported for it', () => {
  const data: DataFacts = {
    countries: FI_DATA.countries ?? {},
    registers: { [SAMPLE_REGISTER]: { lines: 16, companies: 16, officers: 9 } },
  };
  const html = Buffer.from(coveragePage(FACTS, data, TODAY).body).toString();
  const shown = html.match(/<dt>Can be imported<\/dt>/g)?.length ?? 0;
  assert.equal(shown, [...REGISTERS.values()].filter(({ country }) => country !== undefined).length);
  assert.match(html, /<dt>Can be imported<\/dt><dd><a href="https:[^"]+"><bdi>Yritys- ja yhteisötietojärjestelmä/);
});
