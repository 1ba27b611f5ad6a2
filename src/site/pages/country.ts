import type { SiteDocument } from '../../contract/index.ts';
import type { CompanyCounts, DataFacts } from '../../model/index.ts';
import { markup, table, type Html } from '../html.ts';
import { renderPage } from '../page.ts';
import { NACE_SOURCE, divisionTitle } from './company/activities.ts';
import { countryName, formatCount, formatNumber } from './formatting.ts';
import type { SiteFacts } from '../site-facts.ts';

/** Number of years in a drawing. */
const YEARS = 30;
/** Maximum number of activities in a drawing. */
const ACTIVITIES_MAX = 15;

/** Makes the page of a country: drawings of its companies, each with its numbers as a table. `today` is a date in UTC. */
export async function countryPage(
  facts: SiteFacts,
  data: DataFacts,
  { code, today }: { readonly code: string; readonly today: string },
): Promise<SiteDocument> {
  const name = countryName(code);
  const counts = data.company_counts?.[code];
  return renderPage(facts, {
    title: name,
    description: `Companies of ${name} in the data: registered and closed a year, and their activities.`,
    path: `/coverage/${code}`,
    styles: ['drawings'],
    isUnlisted: counts === undefined,
    main: markup`<h1>${name}</h1>
${
  counts === undefined
    ? markup`<p>The data has no companies to count.</p>`
    : markup`<p class="lead">${formatCount(counts.companies, 'company')} with their register or head office here.</p>
${drawYears(counts, Number(today.slice(0, 4)))}${drawActivities(counts)}`
}
<p><a href="${facts.root}/coverage#${code}">Its registers, licences, and what is missing</a></p>`,
  });
}

/** Draws how many companies were registered and closed in each of the last years; undefined if no register publishes days. */
function drawYears({ registered = {}, closed = {} }: CompanyCounts, thisYear: number): Html | undefined {
  const years = Array.from({ length: YEARS }, (_, i) => String(thisYear - YEARS + 1 + i));
  const [first = '', last = ''] = [years[0], years.at(-1)];
  const counts = years.map((year) => [year, registered[year] ?? 0, closed[year] ?? 0] as const);
  const most = Math.max(...counts.flatMap(([, ...both]) => both));
  if (most === 0) return undefined;
  const bar = (kind: string, x: number, count: number): Html | false =>
    count > 0 &&
    markup`<rect class="${kind}" x="${x}" y="${(100 - (100 * count) / most).toFixed(1)}" width="4" height="${((100 * count) / most).toFixed(1)}"></rect>`;
  return markup`<h2>Registered and closed a year</h2>
<figure class="drawing">
<p class="key"><span class="registered">registered</span> <span class="closed">closed</span> <span class="quiet">at most ${formatNumber(most)} a year</span></p>
<svg viewBox="0 0 ${10 * YEARS} 100" preserveAspectRatio="none" role="img" aria-label="Companies registered and closed a year, ${first} to ${last}; the table below has the numbers">
${counts.map(([, opened, ended], i) => markup`${bar('registered', 10 * i, opened)}${bar('closed', 10 * i + 4, ended)}`)}</svg>
<p class="years" aria-hidden="true"><span>${first}</span><span>${last}</span></p>
<details><summary>The numbers as a table</summary>
${table(
  'Companies registered and closed a year',
  ['Year', 'Registered', 'Closed'],
  counts.toReversed().map(([year, opened, ended]) => [year, formatNumber(opened), formatNumber(ended)]),
)}</details>
</figure>
`;
}

/** Draws how many companies have a main activity in each division of NACE; undefined if no register publishes activities. */
function drawActivities({ activities = {} }: CompanyCounts): Html | undefined {
  const byTitle = new Map<string, number>();
  let others = 0;
  for (const [scheme, divisions] of Object.entries(activities))
    for (const [division, companies] of Object.entries(divisions)) {
      const title = divisionTitle(scheme, division);
      if (title === undefined) others += companies;
      else byTitle.set(title, (byTitle.get(title) ?? 0) + companies);
    }
  const titles = [...byTitle].toSorted(([, a], [, b]) => b - a);
  const most = titles[0]?.[1];
  if (most === undefined) return undefined;
  const bars = titles.slice(0, ACTIVITIES_MAX).map(
    ([title, count]) =>
      markup`<tr><th scope="row">${title}</th><td><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${((100 * count) / most).toFixed(1)}" height="10"></rect></svg></td><td class="number">${formatNumber(count)}</td></tr>
`,
  );
  return markup`<h2>Activities</h2>
<table class="bars">
<caption>Companies by their first activity${titles.length > ACTIVITIES_MAX && `: the ${ACTIVITIES_MAX} most frequent of ${titles.length}`}</caption>
<thead class="unseen"><tr><th scope="col">Division of NACE</th><td></td><th scope="col">Companies</th></tr></thead>
<tbody>
${bars}</tbody></table>
<p class="quiet">${others > 0 && `${formatCount(others, 'company')} with a code of another list. `}In English: ${NACE_SOURCE}</p>
`;
}
