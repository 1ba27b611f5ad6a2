import { SEARCH_LIMITS, type SiteDocument } from '../../contract/index.ts';
import { COUNTRIES, codePointCount, isSample, type CompanyIdentifier, type DataFacts } from '../../model/index.ts';
import { ageInDays, formatAge, formatCount, formatDate, formatNumber } from './formatting.ts';
import { markup, type Html } from '../html.ts';
import { renderPage } from '../page.ts';
import { europeMap } from './europe-map.ts';
import { sumFacts } from './register-facts.ts';
import { SEARCH_BOX_SCRIPTS, SEARCH_BOX_STYLE, searchBox } from './search-box.ts';
import type { SiteFacts } from '../site-facts.ts';
import { renderText } from '../texts.ts';

/** Makes the home page: the search, the contents of the data, and links for each kind of user. `today` is a date in UTC. */
export function homePage(facts: SiteFacts, data: DataFacts, today: string): SiteDocument {
  return renderPage(facts, {
    title: 'Company registers, one search',
    description: 'Companies of public registers as one search and one small, free, keyless API.',
    path: '/',
    scripts: SEARCH_BOX_SCRIPTS,
    styles: [SEARCH_BOX_STYLE, 'map', 'home'],
    main: markup`<h1>Europe’s company registers, in one search</h1>
${searchBox(facts)}
${renderExamples(facts, data)}${renderHeld(facts, data, today)}${renderText(facts, 'ways')}`,
  });
}

/** Returns searches that are known to find companies; undefined if the data has no examples. */
function renderExamples({ root }: SiteFacts, { examples }: DataFacts): Html | undefined {
  if (examples === undefined) return undefined;
  const { company, searches } = examples;
  const [number] = (company['identifiers'] ?? []) as readonly CompanyIdentifier[];
  const texts = new Set([
    ...searches.slice(0, 3).map(({ query }) => query),
    ...(number === undefined ? [] : [number.value]),
  ]);
  const { queryCharsMin, queryCharsMax } = SEARCH_LIMITS;
  const isQuery = (text: string): boolean =>
    codePointCount(text) >= queryCharsMin && codePointCount(text) <= queryCharsMax;
  const links = [...texts]
    .filter(isQuery)
    .map(
      (text) =>
        markup`<a class="chip" href="${root}/search?${new URLSearchParams({ q: text }).toString()}"><bdi>${text}</bdi></a>\n`,
    );
  return markup`<p class="examples">For example ${links}</p>\n`;
}

/** Whether a code is that of a country outside of the 35; `--` stands for no country. */
function isElsewhere(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !COUNTRIES.has(code);
}

/** Returns the contents of the data: a map, counts and age; undefined if there is no data. */
function renderHeld({ root }: SiteFacts, data: DataFacts, today: string): Html | undefined {
  const counted = Object.entries(data.countries ?? {});
  const { active, officers, last } = sumFacts(counted.flatMap(([code, facts]) => (isElsewhere(code) ? [] : [facts])));
  const elsewhere = sumFacts(counted.flatMap(([code, facts]) => (isElsewhere(code) ? [facts] : [])));
  const covered = [...COUNTRIES.keys()].filter((code) => (data.countries?.[code]?.active ?? 0) > 0).length;
  const registers = isSample(data) ? 0 : Object.keys(data.registers ?? {}).length;
  if (active + elsewhere.active === 0) return undefined;
  const figures: readonly (readonly [count: number, one: string, many: string])[] = [
    [active, 'company', 'companies'],
    [covered, 'country', 'countries'],
    [registers, 'register', 'registers'],
    [officers, 'officer, with its source', 'officers, each with a source'],
  ];
  return markup`<section class="held" aria-labelledby="held">
<div>
<h2 id="held">The data today</h2>
<ul class="figures">
${figures
  .filter(([count]) => count > 0)
  .map(
    ([count, one, many]) =>
      markup`<li><strong>${formatNumber(count)}</strong> <span>${count === 1 ? one : many}</span></li>\n`,
  )}${
    last !== undefined &&
    markup`<li><strong>${formatAge(ageInDays(last, today))}</strong> <span>since the newest data was observed, on ${formatDate(last)}</span></li>\n`
  }</ul>
${
  elsewhere.active > 0 &&
  markup`<p>And ${formatCount(elsewhere.active, 'company')} outside of the 35 countries.</p>
`
}<p><a href="${root}/coverage">Country by country</a> · <a href="${root}/status">Age of each register</a></p>
</div>
<div>${europeMap(data, today, `${root}/coverage`)}</div>
</section>
`;
}
