import { COUNTRIES, isSample, type DataFacts } from '../../model/index.ts';
import { ageInDays, countryName, formatAge, formatCount, formatNumber } from './formatting.ts';
import { nationalRegisters, observed } from './register-facts.ts';

/** The shades of a map, the strongest first. `none` is a country without companies, `unknown` one without a value. */
export const SHADES = ['strongest', 'strong', 'weak', 'weakest'] as const;
type Shade = (typeof SHADES)[number] | 'unknown' | 'none';

/** The meaning of the colours of a map. */
export type Measure = 'companies' | 'age' | 'officers';

/** A country in the data, before a measure colours it. */
type CountryOnMap = ReturnType<typeof countryOnMap>;

/** A country with its shade. */
export type ColouredCountry = CountryOnMap & { readonly shade: Shade };

/** The countries on a map, and the meaning of the shades. */
export interface ColouredMap {
  readonly measure: Measure;
  readonly countries: readonly ColouredCountry[];
  readonly legend: readonly (readonly [shade: Shade, text: string])[];
}

/**
 * Returns the 35 countries in the colours of the first measure by which they differ; of the first one if they differ by none. `today` is
 * a date in UTC.
 */
export function colourMap(data: DataFacts, today: string, measures: readonly [Measure, ...Measure[]]): ColouredMap {
  const countries = [...COUNTRIES.keys()].map((code) => countryOnMap(code, data, today));
  const maps = measures.map((measure) => colourBy(measure, countries));
  const differs = ({ countries: shown }: ColouredMap): boolean =>
    new Set(shown.map(({ shade }) => shade).filter((shade) => shade !== 'none')).size > 1;
  return maps.find(differs) ?? colourBy(measures[0], countries);
}

function countryOnMap(code: string, data: DataFacts, today: string) {
  const name = countryName(code);
  const { active: companies = 0, officers = 0 } = data.countries?.[code] ?? {};
  if (companies === 0)
    return { code, name, companies, officers, age: undefined, isPartial: false, text: 'no companies' };
  const [register] = nationalRegisters(code, data);
  const { as_of_last: last } = observed(code, data);
  const age = last === undefined ? undefined : ageInDays(last, today);
  const isInvented = isSample(data);
  const facts = [
    formatCount(companies, 'company'),
    officers > 0 && formatCount(officers, 'officer'),
    age === undefined ? 'without a date' : `observed ${last}, age ${formatAge(age)}`,
    isInvented ? 'invented' : register === undefined ? 'without the national register' : 'from the national register',
  ];
  /** Whether the national register is missing in the data. Such countries are striped. */
  const isPartial = register === undefined && !isInvented;
  return { code, name, companies, officers, age, isPartial, text: facts.filter((fact) => fact !== false).join(', ') };
}

/** The classes of ages, by their maximum. */
const AGES = [
  { daysMax: 7, text: 'Observed within a week' },
  { daysMax: 31, text: 'Within a month' },
  { daysMax: 92, text: 'Within three months' },
  { daysMax: Infinity, text: 'Longer ago' },
] as const;

const UNKNOWN: Readonly<Record<Measure, string>> = {
  companies: 'No companies',
  age: 'Without a date',
  officers: 'Without officers',
};

function colourBy(measure: Measure, countries: readonly CountryOnMap[]): ColouredMap {
  const valueOf = ({ [measure]: value }: CountryOnMap): number | undefined =>
    measure !== 'age' && value === 0 ? undefined : value;
  const values = countries.flatMap((country) => (country.companies > 0 ? (valueOf(country) ?? []) : []));
  const classes = measure === 'age' ? AGES.map(({ text }) => text) : quarters(values);
  const classOf = (value: number): number =>
    measure === 'age' ? AGES.findIndex(({ daysMax }) => value <= daysMax) : quarterOf(value, values);
  return {
    measure,
    countries: countries.map((country) => {
      const value = valueOf(country);
      const shade: Shade =
        country.companies === 0 ? 'none' : value === undefined ? 'unknown' : (SHADES[classOf(value)] ?? 'weakest');
      return { ...country, shade };
    }),
    legend: [
      ...SHADES.flatMap((shade, i) => (classes[i] === undefined ? [] : [[shade, classes[i]] as const])),
      ['unknown', UNKNOWN[measure]],
      ['none', 'No companies'],
    ],
  };
}

/** Returns the class of a value: 0 for the largest quarter of the values, 3 for the smallest. Equal values are in one class. */
function quarterOf(value: number, values: readonly number[]): number {
  const larger = values.filter((other) => other > value).length;
  return Math.floor((4 * larger) / values.length);
}

/** Returns the range of the values in each quarter as a text; undefined for a quarter without values. */
function quarters(values: readonly number[]): (string | undefined)[] {
  return SHADES.map((_, i) => {
    const some = values.filter((value) => quarterOf(value, values) === i);
    if (some.length === 0) return undefined;
    const [least, most] = [Math.min(...some), Math.max(...some)].map(formatNumber);
    return least === most ? least : `${least} to ${most}`;
  });
}
