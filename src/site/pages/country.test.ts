import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompanyCounts, DataFacts } from '../../model/index.ts';
import { createSiteFacts } from '../site-facts.ts';
import { countryPage } from './country.ts';

const FACTS = createSiteFacts({
  baseUrl: 'https://api.example.test',
  siteUrl: 'https://example.test',
  dataProvider: 'Example',
});

const COUNTS: CompanyCounts = {
  companies: 4000,
  registered: { 1950: 2, 2020: 8, 2026: 4 },
  closed: { 2026: 1 },
  activities: { TOIMI3: { '62': 3, '': 1 }, TOIMI4: { '62': 2 }, TOIMI2: { '72': 1 } },
};

async function render(counts: CompanyCounts | undefined): Promise<string> {
  const data: DataFacts = {
    countries: { FI: { active: 4000, officers: 0 } },
    company_counts: counts && { FI: counts },
  };
  const { body } = await countryPage(FACTS, data, { code: 'FI', today: '2026-11-21' });
  return Buffer.from(body).toString();
}

test('the page of a country draws companies registered and closed a year, with the numbers as a table', async () => {
  const html = await render(COUNTS);
  const bars = [...html.matchAll(/<rect class="(\w+)" x="(\d+)"[^>]*height="([\d.]+)"/g)].map(([, ...bar]) => bar);
  assert.deepEqual(bars, [
    ['registered', '230', '100.0'],
    ['registered', '290', '50.0'],
    ['closed', '294', '12.5'],
  ]);
  assert.match(html, /<tbody>\s<tr><th scope="row">2026<\/th><td>4<\/td><td>1<\/td><\/tr>/);
  assert.match(html, /<th scope="row">2020<\/th><td>8<\/td><td>0<\/td>/);
  assert.match(html, /4,000 companies with their register or head office here\./);
});

test('the page of a country draws its activities by their division', async () => {
  const html = await render(COUNTS);
  const rows = [
    ...html.matchAll(
      /<th scope="row">([^<]*)<\/th><td><svg[^>]*><rect width="([\d.]+)"[^]*?<td class="number">(\d+)</g,
    ),
  ];
  assert.deepEqual(
    rows.map(([, ...row]) => row),
    [['Computer programming, consultancy and related activities', '100.0', '5']],
  );
  assert.match(html, /2 companies with a code of another list/);
});

test('the page of a country draws nothing without values', async () => {
  assert.doesNotMatch(await render({ companies: 4000 }), /<h2>|NaN|Infinity/);
  assert.match(await render(undefined), /The data has no companies to count/);
});
