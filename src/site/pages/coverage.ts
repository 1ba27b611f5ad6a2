import { COUNTRIES, isSample, type DataFacts } from '../../model/index.ts';
import {
  COUNTRY_COVERAGE,
  REGISTER_COVERAGE,
  type CountryCoverage,
  type OtherRegister,
} from '../../registers/index.ts';
import { cards, markup, type Child, type Html, type Row } from '../html.ts';
import type { SiteDocument } from '../document.ts';
import { pageOf } from '../page.ts';
import { countryName, formatDates, formatNumber, sentence } from '../formatting.ts';
import { coverageMap } from './coverage-map.ts';
import { nationalRegisters, registerNamed, sumOf } from './register-facts.ts';
import type { SiteFacts } from '../site-facts.ts';

/** The page `/coverage`: the registers of each of the 35 countries, and how much of them is in the data. */
export function coveragePage(facts: SiteFacts, data: DataFacts): SiteDocument {
  const { countries } = data;
  const all = sumOf(Object.values(countries));
  const elsewhere = sumOf(Object.entries(countries).map(([code, each]) => (COUNTRIES.has(code) ? undefined : each)));
  const present = [...COUNTRIES.keys()].filter((code) => (countries[code]?.active ?? 0) > 0).length;
  const byName = [...COUNTRY_COVERAGE].toSorted(([a], [b]) => countryName(a).localeCompare(countryName(b), 'en'));
  return pageOf(facts, {
    title: 'Coverage',
    description:
      'Which registers of 35 European countries are in the data: companies, age, licence, and what is missing.',
    path: '/coverage',
    styles: ['cards', 'coverage'],
    main: markup`<h1>Coverage</h1>
<p class="lead">The served data holds ${formatNumber(all.active)} companies${all.officers > 0 && ` and ${formatNumber(all.officers)} officers`}. It covers ${present} of the 35 countries.</p>
${coverageMap(data)}
<h2 id="companies">Companies by country</h2>
<p class="quiet">Active companies in the data.</p>
${barsOf(countries)}
${elsewhere.active > 0 && markup`<p class="quiet">And ${formatNumber(elsewhere.active)} of other countries or without a country.</p>`}
<h2 id="countries">Country by country</h2>
${data.registers?.['gleif'] !== undefined && gleifNote()}${cards(
      'The 35 countries and their registers',
      COLUMNS,
      byName.map(([code, coverage]) => rowOf(code, coverage, data)),
    )}
<p class="quiet"><a href="${facts.root}/status">Status</a> shows the age of the data of each register.</p>`,
  });
}

const COLUMNS = [
  { name: 'Country' },
  { name: 'Companies', isNumber: true },
  { name: 'Officers', isNumber: true },
  { name: 'Observed' },
  { name: 'Register, licence, attribution' },
  { name: 'Missing' },
];

/** A note about the LEI index, which covers every country. */
function gleifNote(): Html {
  const { name, licence, attribution, files } = registerNamed('gleif');
  return markup`<p>The <a href="${files.page}">${name}</a> covers every country: ${REGISTER_COVERAGE.get('gleif')?.companies}. Where it is the
only source, companies without an LEI and all officers are missing; the last column gives the reason. Licence: <a href="${licence.url}">${licence.name}</a>. ${attribution}</p>
`;
}

function rowOf(code: string, coverage: CountryCoverage, data: DataFacts): Row {
  const { active, officers, ...ofCountry } = sumOf([data.countries[code]]);
  const national = nationalRegisters(code, data);
  const [id] = national;
  // The age is that of the register, not of the newest line that some other source has in its country.
  const { as_of_first: first, as_of_last: last } = (id === undefined ? undefined : data.registers?.[id]) ?? ofCountry;
  const [sources, missing] = sourcesOf(coverage, national, active > 0, data);
  const counts = [countryName(code), formatNumber(active), officers > 0 && formatNumber(officers)];
  return { id: code, cells: [...counts, formatDates(first, last), sources, missing] };
}

/** The registers of a country that are in the data, and what a user might look for and not find. */
function sourcesOf(
  { other }: CountryCoverage,
  national: readonly string[],
  hasCompanies: boolean,
  data: DataFacts,
): [sources: Child, missing: Child] {
  if (isSample(data)) return [hasCompanies && 'Invented companies', undefined];
  const [id] = national;
  if (id !== undefined)
    return [markup`${national.map(registerOf)}`, sentence(REGISTER_COVERAGE.get(id)?.missing ?? '')];
  const hasIndex = hasCompanies && data.registers?.['gleif'] !== undefined;
  const note = hasIndex && markup`LEI index only. `;
  if (other !== undefined) return [markup`${note}${otherOf(other)}`, sentence(other.missing)];
  return [note, 'The national register is not in the data.'];
}

function registerOf(id: string): Html {
  const { name, publisher, licence, attribution, files } = registerNamed(id);
  return markup`<a href="${files.page}"><bdi>${name}</bdi></a>, <bdi>${publisher}</bdi>. Licence: <a href="${licence.url}">${licence.name}</a>.
<span class="quiet"><bdi>${attribution}</bdi></span>`;
}

/** The national register that is not imported. */
function otherOf({ name, publisher, licence, address }: OtherRegister): Html {
  return markup`<span class="quiet">Not imported: <a href="${address}"><bdi>${name}</bdi></a>, <bdi>${publisher}</bdi>${licence !== 'none' && `; licence: ${licence}`}.</span>`;
}

/** Companies by country as a bar chart, the longest bar first. */
function barsOf(countries: DataFacts['countries']): Html {
  const counts = [...COUNTRIES.keys()]
    .map((code) => ({ name: countryName(code), active: countries[code]?.active ?? 0 }))
    .toSorted((a, b) => b.active - a.active || a.name.localeCompare(b.name, 'en'));
  const most = Math.max(counts[0]?.active ?? 0, 1);
  const items = counts.map(
    ({ name, active }) =>
      markup`<li>${name} <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${((100 * active) / most).toFixed(2)}" height="10"></rect></svg> <span class="number">${formatNumber(active)}</span></li>\n`,
  );
  return markup`<ol class="bars">\n${items}</ol>`;
}
