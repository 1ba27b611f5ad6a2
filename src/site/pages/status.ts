import type { DataFacts } from '../../model/index.ts';
import { jsonDocument, type SiteDocument } from '../document.ts';
import { cards, definitions, markup, withCode, type Row } from '../html.ts';
import { pageOf } from '../page.ts';
import { countryName, formatDates, formatNumber } from '../formatting.ts';
import { registerFacts, sumOf, type RegisterFacts } from './register-facts.ts';
import type { SiteFacts } from '../site-facts.ts';

const DAY_MS = 86_400_000;

/** A register in `/status.json`. Dates and age are absent if no company of the register has a date. */
interface RegisterStatus {
  readonly id: string;
  readonly name: string;
  readonly rhythm: string;
  readonly countries: readonly string[];
  readonly companies: number;
  readonly officers: number;
  readonly as_of_first?: string;
  readonly as_of_last?: string;
  readonly age_days?: number;
}

/** The fields of `/status.json` and their meaning. */
const FIELDS = [
  ['status', 'Always `ready`: the document exists only while data is served.'],
  [
    'generation',
    'Identifies the served data. It changes whenever a response could change. Absent if the data source has none.',
  ],
  ['date', 'Today in UTC. Ages are counted to this date.'],
  ['companies, officers', 'The number of active companies and of their officers.'],
  ['registers[].id, name, rhythm', 'The register, and how often its publisher updates it, in words.'],
  ['registers[].countries', 'The countries for which it is the first source. The next fields count their companies.'],
  ['registers[].companies, officers', 'As above, for these countries. `gleif` also counts all other countries.'],
  ['registers[].as_of_first, as_of_last', 'The earliest and the latest `as_of_date` of these companies.'],
  ['registers[].age_days', 'Days from `as_of_last` to `date`. Absent, as the dates are, if no company has a date.'],
] as const;

/** The document `/status.json`: the served data and its age today, a date in UTC (`YYYY-MM-DD`). */
export function statusDocument(data: DataFacts, today: string): SiteDocument {
  const { active, officers } = sumOf(Object.values(data.countries));
  return jsonDocument({
    status: 'ready',
    generation: data.generation,
    date: today,
    companies: active,
    officers,
    registers: registerFacts(data).map((facts) => statusOf(facts, today)),
  });
}

/** The page `/status`: the same data for people. */
export function statusPage(facts: SiteFacts, data: DataFacts, today: string): SiteDocument {
  const { active, officers } = sumOf(Object.values(data.countries));
  const statuses = registerFacts(data)
    .map((each) => statusOf(each, today))
    .toSorted((a, b) => b.companies - a.companies);
  return pageOf(facts, {
    title: 'Status',
    description: 'The state of the service, the data that it serves, and the age of the data of each register.',
    path: '/status',
    styles: ['cards'],
    main: markup`<h1>Status</h1>
<p class="note"><strong>The service is ready.</strong> It serves ${formatNumber(active)} active companies and ${formatNumber(officers)} officers.</p>
${definitions([
  ['Data generation', data.generation !== undefined && markup`<code>${data.generation}</code>`],
  ['Ages on', markup`<time datetime="${today}">${today}</time> (UTC)`],
  ['For programs', markup`<a href="${facts.root}/status.json">status.json</a>`],
])}
<h2>Age of the data</h2>
<p>“Observed” shows the earliest and the latest date of a register’s companies; the age counts from the latest. “Updates” shows how often the
publisher updates its files. Data that is much older has not been fetched by the operator.</p>
${cards('Data by register, most companies first', COLUMNS, statuses.map(rowOf))}
<h2>Fields of status.json</h2>
<p>The names of the fields are stable. New fields may be added.</p>
${definitions(FIELDS.map(([name, meaning]) => [name, markup`${withCode(meaning)}`]))}`,
  });
}

const COLUMNS = [
  { name: 'Register' },
  { name: 'Companies', isNumber: true },
  { name: 'Officers', isNumber: true },
  { name: 'Observed' },
  { name: 'Age', isNumber: true },
  { name: 'Updates' },
];

function statusOf({ register, coverage, countries, facts }: RegisterFacts, today: string): RegisterStatus {
  const { active, officers, as_of_first: first, as_of_last: last } = facts;
  return {
    id: register.id,
    name: register.name,
    rhythm: coverage.rhythm,
    countries,
    companies: active,
    officers,
    ...(first === undefined ? {} : { as_of_first: first }),
    ...(last === undefined ? {} : { as_of_last: last, age_days: (Date.parse(today) - Date.parse(last)) / DAY_MS }),
  };
}

function rowOf(status: RegisterStatus): Row {
  const { name, countries, companies, officers, as_of_first: first, as_of_last: last, age_days: age, rhythm } = status;
  const [country = ''] = countries;
  const where =
    countries.length === 1
      ? countryName(country)
      : `${countries.length} countries without an imported national register, and the rest of the world`;
  return {
    cells: [
      markup`<bdi>${name}</bdi><br><span class="quiet">${where}</span>`,
      formatNumber(companies),
      formatNumber(officers),
      formatDates(first, last),
      age !== undefined && `${formatNumber(age)} ${age === 1 ? 'day' : 'days'}`,
      rhythm,
    ],
  };
}
