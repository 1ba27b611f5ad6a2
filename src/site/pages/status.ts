import type { ServiceFacts } from '../../contract/index.ts';
import type { DataFacts } from '../../model/index.ts';
import { cards, definitions, markup, withCode, type Row } from '../html.ts';
import { pageOf, type Page } from '../page.ts';
import { countryName, days, figure } from '../formatting.ts';
import { registerFacts, sumOf, type RegisterFacts } from './register-facts.ts';

const DAY_MS = 86_400_000;

/** What the document says of a register. A field is absent where the data has none of its companies, or none with a date. */
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

/** The fields of the document and what they mean. */
const FIELDS = [
  ['status', 'Always `ready`: this is answered only where data is being served.'],
  ['generation', 'Names the data; it changes whenever an answer could.'],
  ['date', 'Today in UTC, which the ages are counted to.'],
  ['companies, officers', 'Active companies, and the officers on record for them.'],
  ['registers[].id, name, rhythm', 'The register, and how often its publisher renews it, in words.'],
  ['registers[].countries', 'The countries whose first source it is. What follows counts their companies.'],
  [
    'registers[].companies, officers',
    'As above, of these countries; with `gleif` also of all other countries of the world.',
  ],
  ['registers[].as_of_first, as_of_last', 'The earliest and the latest `as_of_date` of these companies.'],
  ['registers[].age_days', 'Days from `as_of_last` to `date`. Absent, like the dates, where no company has one.'],
] as const;

/** The document `/status.json`: what data is served, and how old it is today (a date in UTC). */
export function statusDocument(
  data: DataFacts,
  today: string,
): { readonly contentType: string; readonly body: Uint8Array } {
  const { active, officers } = sumOf(Object.values(data.countries));
  const document = {
    status: 'ready',
    generation: data.generation,
    date: today,
    companies: active,
    officers,
    registers: registerFacts(data).map((facts) => statusOf(facts, today)),
  };
  return { contentType: 'application/json', body: Buffer.from(`${JSON.stringify(document, null, 2)}\n`) };
}

/** The page `/status`: the same for people. */
export function statusPage(facts: ServiceFacts, data: DataFacts, today: string): Page {
  const { active, officers } = sumOf(Object.values(data.countries));
  const statuses = registerFacts(data)
    .map((each) => statusOf(each, today))
    .toSorted((a, b) => b.companies - a.companies);
  return pageOf(facts, {
    title: 'Status',
    description: 'Whether the service answers, which data it serves, and how old the data of each register is.',
    path: '/status',
    styles: ['cards'],
    main: markup`<h1>Status</h1>
<p class="note"><strong>The service answers.</strong> It serves ${figure(active)} active companies and ${figure(officers)} officers on record.</p>
${definitions([
  ...(data.generation === undefined ? [] : [['Data', markup`<code>${data.generation}</code>`] as const]),
  ['Ages counted to', markup`<time datetime="${today}">${today}</time> (UTC)`],
  ['For programs', markup`<a href="${facts.siteUrl}/status.json">status.json</a>`],
])}
<h2>How old the data is</h2>
<p>The dates are those on which the registers were observed, as the companies carry them; the age is that of the latest. How often a publisher renews its files stands beside it:
data that is much older than that rhythm waits for its operator to fetch it.</p>
${cards('Data by register, most companies first', COLUMNS, statuses.map(rowOf))}
<h2>The document</h2>
<p>The names of its fields are stable. New ones may be added.</p>
${definitions(FIELDS.map(([name, meaning]) => [name, markup`${withCode(meaning)}`]))}`,
  });
}

const COLUMNS = [
  { name: 'Register' },
  { name: 'Companies', isFigure: true },
  { name: 'Officers', isFigure: true },
  { name: 'Observed' },
  { name: 'Age', isFigure: true },
  { name: 'Renewed' },
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
      : `${countries.length} countries without another register here, and the rest of the world`;
  return {
    cells: [
      markup`<bdi>${name}</bdi><br><span class="quiet">${where}</span>`,
      figure(companies),
      figure(officers),
      days(first, last),
      age !== undefined && `${figure(age)} ${age === 1 ? 'day' : 'days'}`,
      rhythm,
    ],
  };
}
