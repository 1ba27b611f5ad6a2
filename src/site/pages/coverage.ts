import type { SiteDocument } from '../../contract/index.ts';
import { COUNTRIES, isSample, type DataFacts } from '../../model/index.ts';
import { COUNTRY_COVERAGE, type CountryCoverage, type OtherRegister } from '../../registers/index.ts';
import { definitions, markup, type Child, type Html, folds, type Fold } from '../html.ts';
import { renderPage } from '../page.ts';
import { ageInDays, countryName, formatAge, formatDate, formatDates, formatNumber, sentence } from './formatting.ts';
import { coverageMap } from './europe-map.ts';
import { nationalRegisters, observed, registerNamed, sumFacts } from './register-facts.ts';
import type { SiteFacts } from '../site-facts.ts';

type CountedFacts = DataFacts & Required<Pick<DataFacts, 'countries'>>;

/** Makes the page `/coverage`: the registers of each of the 35 countries, and how much of them the data has. `today` is a date in UTC. */
export function coveragePage(facts: SiteFacts, data: DataFacts, today: string): SiteDocument {
  const { countries } = data;
  return renderPage(facts, {
    title: 'Coverage',
    description: isSample(data)
      ? 'How many invented companies of each of 35 European countries are in the sample, and which registers can be imported.'
      : 'Which registers of 35 European countries are in the data: companies, age, licence and gaps.',
    path: '/coverage',
    styles: ['map', 'folds', 'coverage'],
    scripts: ['map'],
    main: markup`<h1>Coverage</h1>
${countries === undefined ? markup`<p class="lead">Another service holds the data. It does not report its countries and registers.</p>` : renderHeld(facts, { ...data, countries }, today)}`,
  });
}

function renderHeld(facts: SiteFacts, data: CountedFacts, today: string): Html {
  const { countries } = data;
  const all = sumFacts(Object.values(countries));
  const elsewhere = Object.entries(countries).filter(([code]) => !COUNTRIES.has(code));
  const others = sumFacts(elsewhere.map(([, each]) => each)).active;
  const counts = [...COUNTRIES.keys()].map((code) => countries[code]?.active ?? 0);
  const present = counts.filter((count) => count > 0).length;
  const byName = [...COUNTRY_COVERAGE].toSorted(([a], [b]) => countryName(a).localeCompare(countryName(b), 'en'));
  const most = Math.max(...counts, 1);
  const invented = isSample(data) && 'invented ';
  return markup`<p class="lead">The data has ${formatNumber(all.active)} ${invented}companies${all.officers > 0 && markup` and ${formatNumber(all.officers)} ${invented}officers`}. It covers ${present} of the 35 countries.${invented && ' No register published any of it.'}</p>
${coverageMap(data, today)}
<h2 id="countries">Country by country</h2>
<p class="quiet">Companies in the data, closed ones included. Open a country for ${invented ? 'the register that can be imported for it' : 'its register'}, licence, and what is missing.</p>
${folds(
  'countries',
  COLUMNS,
  byName.map(([code, coverage]) => toFold(facts, [code, coverage], data, { most, today })),
)}
${others > 0 && markup`<p class="quiet">And ${formatNumber(others)} of other countries or without a country.</p>`}
${data.registers?.['gleif'] !== undefined && gleifNote()}<p class="quiet"><a href="${facts.root}/status">Status</a> shows the age of the data of each register.</p>`;
}

const COLUMNS = [
  { name: 'Country' },
  { name: '', mark: 'plot' },
  { name: 'Companies', isNumber: true, unit: 'companies' },
  { name: 'Officers', isNumber: true, unit: 'officers' },
  { name: 'Observed' },
  { name: 'Age', isNumber: true, unit: 'old' },
];

/** Returns a note about the LEI index, which covers every country. */
function gleifNote(): Html {
  const { name, licence, attribution, files, coverage } = registerNamed('gleif');
  return markup`<p>The <a href="${files.page}">${name}</a> covers every country: ${coverage.companies}. Where it is the
only source, companies without an LEI and all officers are missing. Licence: <a href="${licence.url}">${licence.name}</a>. ${attribution}</p>
`;
}

function toFold(
  { root }: SiteFacts,
  [code, coverage]: readonly [string, CountryCoverage],
  data: CountedFacts,
  { most, today }: { readonly most: number; readonly today: string },
): Fold {
  const { active = 0, officers = 0 } = data.countries[code] ?? {};
  const { as_of_first: first, as_of_last: last } = observed(code, data);
  const width = ((100 * active) / most).toFixed(2);
  return {
    id: code,
    cells: [
      countryName(code),
      markup`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"></rect></svg>`,
      formatNumber(active),
      officers > 0 && formatNumber(officers),
      formatDate(last),
      last !== undefined && formatAge(ageInDays(last, today)),
    ],
    more: definitions([
      ['Observed', first !== last && formatDates(first, last)],
      ...listSources(coverage, nationalRegisters(code, data), active > 0, data),
      [
        'In pictures',
        data.company_counts?.[code] !== undefined &&
          markup`<a href="${root}/coverage/${code}">Registered and closed a year, activities</a>`,
      ],
    ]),
  };
}

type Entry = readonly [name: string, description: Child];

/** Returns the registers of a country that are in the data, and what data is missing. */
function listSources(
  coverage: CountryCoverage,
  national: readonly string[],
  hasCompanies: boolean,
  data: DataFacts,
): readonly Entry[] {
  if (isSample(data)) return [['Source', hasCompanies ? 'Invented companies' : 'None'], ...importable(coverage)];
  const { other } = coverage;
  const [id] = national;
  if (id !== undefined)
    return [...national.flatMap(listRegisterFacts), ['Missing', sentence(registerNamed(id).coverage.missing)]];
  const source: Entry = ['Source', hasCompanies && data.registers?.['gleif'] !== undefined && 'LEI index only.'];
  if (other !== undefined) return [source, ...notImported(other)];
  return [source, ['Missing', 'The national register is not in the data.']];
}

/** For pages over the sample: returns the national registers with an importer, or else the register without one. */
function importable({ registers, other }: CountryCoverage): readonly Entry[] {
  const national = registers.filter((id) => registerNamed(id).country !== undefined);
  const [id] = national;
  if (id === undefined) return other === undefined ? [] : notImported(other);
  const { companies, missing } = registerNamed(id).coverage;
  return [
    ...national.map((one): Entry => {
      const { name, publisher, licence, files } = registerNamed(one);
      const register = published(name, publisher, files.page);
      return ['Can be imported', markup`${register}; licence: <a href="${licence.url}">${licence.name}</a>`];
    }),
    ['It holds', sentence(companies)],
    ['Missing', sentence(missing)],
  ];
}

function listRegisterFacts(id: string): readonly Entry[] {
  const { name, publisher, licence, attribution, files, coverage } = registerNamed(id);
  return [
    ['Register', published(name, publisher, files.page)],
    ['Updated', coverage.rhythm],
    ['Licence', markup`<a href="${licence.url}">${licence.name}</a>`],
    ['Attribution', markup`<bdi>${attribution}</bdi>`],
  ];
}

/** Describes a national register without an importer. */
function notImported({ name, publisher, licence, address, missing }: OtherRegister): readonly Entry[] {
  const register = published(name, publisher, address);
  return [
    ['Not imported', markup`${register}${licence !== 'none' && `; licence: ${licence}`}.`],
    ['Missing', sentence(missing)],
  ];
}

function published(name: string, publisher: string, page: string): Html {
  return markup`<a href="${page}"><bdi>${name}</bdi></a>, <bdi>${publisher}</bdi>`;
}
