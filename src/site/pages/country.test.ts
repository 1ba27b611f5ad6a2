import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountrySample, DataFacts } from '../../model/index.ts';
import { createSiteFacts } from '../site-facts.ts';
import { countryPage } from './country.ts';

const FACTS = createSiteFacts({
  baseUrl: 'https://api.example.test',
  siteUrl: 'https://example.test',
  dataProvider: 'Example',
});

const SAMPLE: CountrySample = {
  companies: 10,
  total: 10,
  registered: { 1950: 2, 2020: 8, 2026: 4 },
  closed: { 2026: 1 },
  activities: [
    { scheme: 'TOIMI3', code: '62010', companies: 3 },
    { scheme: 'TOIMI4', code: '62100', companies: 2 },
    { scheme: 'TOIMI2', code: '72210', companies: 1 },
  ],
};

async function render(sample: CountrySample | undefined): Promise<string> {
  const data: DataFacts = {
    countries: { FI: { active: 4000, officers: 0 } },
    sampleCountry: async (code) => (code === 'FI' ? sample : undefined),
  };
  const { body } = await countryPage(FACTS, data, { code: 'FI', today: '2026-11-21' });
  return Buffer.from(body).toString();
}

test('the page of a country draws companies registered and closed a year, with the numbers as a table', async () => {
  const html = await render(SAMPLE);
  const bars = [...html.matchAll(/<rect class="(\w+)" x="(\d+)"[^>]*height="([\d.]+)"/g)].map(([, ...bar]) => bar);
  assert.deepEqual(bars, [
    ['registered', '230', '100.0'],
    ['registered', '290', '50.0'],
    ['closed', '294', '12.5'],
  ]);
  assert.match(html, /<tbody>\s<tr><th scope="row">2026<\/th><td>4<\/td><td>1<\/td><\/tr>/);
  assert.match(html, /<th scope="row">2020<\/th><td>8<\/td><td>0<\/td>/);
  assert.match(html, /10 companies with their register or head office here\./);
});

test('the page of a country draws its activities by their division', async () => {
  const html = await render(SAMPLE);
  const rows = [
    ...html.matchAll(
      /<th scope="row">([^<]*)<\/th><td><svg[^>]*><rect width="([\d.]+)"[^]*?<td class="number">(\d+)</g,
    ),
  ];
  assert.deepEqual(
    rows.map(([, ...row]) => row),
    [['Computer programming, consultancy and related activities', '100.0', '5']],
  );
  assert.match(html, /1 company with a code of another list/);
});

test('the page of a country says if a part of its companies is counted, and draws nothing without values', async () => {
  const html = await render({ companies: 2048, total: 4000, registered: {}, closed: {}, activities: [] });
  assert.match(html, /Of 4,000 companies with their register or head office here, 2,048 are counted, evenly spaced/);
  assert.doesNotMatch(html, /<h2>|NaN|Infinity/);
  assert.match(await render(undefined), /The data has no companies to count/);
});
