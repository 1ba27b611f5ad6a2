import type { SiteDocument } from '../../contract/index.ts';
import { findOverdue, isSample, type Age, type DataFacts } from '../../model/index.ts';
import { jsonDocument } from '../document.ts';
import { definitions, markup, withCode, type Html, folds, type Fold } from '../html.ts';
import { renderPage } from '../page.ts';
import {
  ageInDays,
  countryName,
  formatAge,
  formatCount,
  formatDate,
  formatDates,
  formatNumber,
  sentence,
} from './formatting.ts';
import { servedRegisters, sumFacts, type ServedRegister } from './register-facts.ts';
import type { SiteFacts } from '../site-facts.ts';
import fields from './status-fields.json' with { type: 'json' };

/** A register in `/status.json`. Its fields are described in status-fields.json; undefined ones are absent. */
type RegisterStatus = ReturnType<typeof toStatus>;

type Overdue = Readonly<Partial<Record<Age['which'], number>>>;

/** Makes the document `/status.json`: the served data and its age. `today` is a date in UTC (`YYYY-MM-DD`). */
export function statusDocument(data: DataFacts, today: string): SiteDocument {
  const { active, officers } = sumFacts(Object.values(data.countries ?? {}));
  return jsonDocument({
    status: 'ready',
    generation: data.generation,
    date: today,
    ...(data.countries !== undefined && { companies: active, officers }),
    sample: isSample(data) || undefined,
    registers: data.registers && servedRegisters(data).map((register) => toStatus(register, today)),
  });
}

/** Makes the page `/status`: the content of `/status.json` for people. */
export function statusPage(facts: SiteFacts, data: DataFacts, today: string): SiteDocument {
  return renderPage(facts, {
    title: 'Status',
    description: 'The state of the service, the data that it serves, and the age of the data of each register.',
    path: '/status',
    styles: ['folds', 'status'],
    main: markup`<h1>Status</h1>
<p class="note"><strong>The service is ready.</strong> ${describeServed(data)}</p>
${definitions([
  ['Version of the data', data.generation !== undefined && markup`<code>${data.generation}</code>`],
  ['Ages as of', data.registers !== undefined && markup`<time datetime="${today}">${today}</time> (UTC)`],
  ['For programs', markup`<a href="${facts.root}/status.json">status.json</a>`],
])}
${data.registers !== undefined && renderAges(data, today)}<details><summary>Fields of status.json</summary>
<p>The names of the fields are stable. New fields may be added.</p>
${definitions(Object.entries(fields).map(([name, meaning]) => [name, markup`${withCode(meaning)}`]))}
</details>`,
  });
}

function describeServed({ countries }: DataFacts): string {
  if (countries === undefined) return 'Another service holds the data and does not report how much.';
  const { active, officers } = sumFacts(Object.values(countries));
  return `It serves ${formatCount(active, 'company')}${officers > 0 ? ` and ${formatCount(officers, 'officer')}` : ''}.`;
}

function renderAges(data: DataFacts, today: string): Html {
  const statuses = servedRegisters(data)
    .map((each) => toStatus(each, today))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return markup`<h2>Age of the data</h2>
<p>Age is the number of days since a register was last observed. A register is overdue when its newest data is older than its publisher’s update
interval allows, or when its oldest entry was not crawled again in time: the operator has not fetched newer data, or the publisher is late. A
register that its publisher no longer updates is never overdue, and is marked as ended. Lines across the bars mark a week, a month and a year.</p>
${folds('registers', COLUMNS, statuses.map(toFold))}
`;
}

const COLUMNS = [
  { name: 'Register' },
  { name: '', mark: 'plot' },
  { name: 'Companies', isNumber: true, unit: 'companies' },
  { name: 'Officers', isNumber: true, unit: 'officers' },
  { name: 'Observed' },
  { name: 'Age', isNumber: true, unit: 'old' },
];

function toStatus({ id, name, rhythm, endedOn, countries, facts }: ServedRegister, today: string) {
  const { companies, officers, as_of_first, as_of_last, published, imported_at } = facts;
  const overdue = findOverdue(facts, today);
  return {
    id,
    name,
    rhythm,
    ended_on: endedOn,
    countries,
    companies,
    officers,
    as_of_first,
    as_of_last,
    age_days: as_of_last === undefined ? undefined : ageInDays(as_of_last, today),
    overdue:
      overdue.length === 0
        ? undefined
        : (Object.fromEntries(overdue.map(({ which, days, daysMax }) => [which, days - daysMax])) as Overdue),
    published,
    imported_at,
  };
}

function toFold(status: RegisterStatus): Fold {
  const { name, countries, companies, officers, as_of_first: first, as_of_last: last, age_days: age } = status;
  const [country] = countries;
  const mark = status.overdue !== undefined ? 'overdue' : status.ended_on !== undefined ? 'ended' : undefined;
  const where =
    countries.length === 1 && country !== undefined
      ? countryName(country)
      : countries.length > 0 && `main source for ${formatCount(countries.length, 'country')}`;
  return {
    cells: [
      markup`<bdi>${name}</bdi>${where !== false && markup`<br><span class="quiet">${where}</span>`}`,
      age !== undefined && drawAge(age, mark),
      formatNumber(companies),
      officers > 0 && formatNumber(officers),
      mark === undefined ? formatDate(last) : markup`${formatDate(last)}<br><span class="quiet">${mark}</span>`,
      age !== undefined && formatAge(age),
    ],
    more: definitions([
      ['Observed', formatDates(first, last)],
      ['Updated by its publisher', status.rhythm],
      ['Last edition', formatDate(status.ended_on)],
      ['Overdue', status.overdue && overdueText(status.overdue)],
      ['Date of the newest file', formatDate(status.published)],
      ['Imported', formatDate(status.imported_at)],
      ['Countries', countries.length > 1 && countries.map(countryName).join(', ')],
    ]),
  };
}

/** The ages at the lines of a drawing, in days, and the age at its right edge. */
const LINES_DAYS = [7, 31, 366];
const EDGE_DAYS = 3660;

/** Returns the place of an age on a logarithmic scale, in percent. */
function placeOf(days: number): string {
  const shown = Math.min(Math.max(0, days), EDGE_DAYS);
  return ((100 * Math.log1p(shown)) / Math.log1p(EDGE_DAYS)).toFixed(1);
}

/** Draws an age as a bar; the line beside it says the same in words. */
function drawAge(days: number, mark = 'fresh'): Html {
  const lines = LINES_DAYS.map((age) => markup`<path d="M${placeOf(age)} 0V10"></path>`);
  return markup`<svg class="${mark}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${placeOf(days)}" height="10"></rect>${lines}</svg>`;
}

function overdueText({ newest, oldest }: Overdue): string {
  const parts = [['the newest data', newest] as const, ['the oldest entry', oldest] as const].flatMap(([what, days]) =>
    days === undefined ? [] : `${what} is ${formatAge(days)} older than the update interval allows`,
  );
  return sentence(parts.join(', '));
}
