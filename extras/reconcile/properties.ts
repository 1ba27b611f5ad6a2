import type { Backend } from '../../src/backend/index.ts';
import type { Company } from '../../src/contract/index.ts';
import { COUNTRIES, NO_DETAILS, countryFilter, foldName, type CompanyDetails } from '../../src/model/index.ts';
import { addressLines } from '../../src/site/index.ts';
import table from './properties.json' with { type: 'json' };

/** The only type of entities. */
export const COMPANY_TYPE = { id: 'company', name: 'Company' } as const;

/** A field of a company, as a property of the protocol. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The filter that a value of the property sets; absent if queries cannot filter by the property. */
  readonly filter?: string;
  /** Whether it is a field of the details of a company. */
  readonly isDetail?: boolean;
}

/** All properties, in the order in which the service proposes them. */
export const PROPERTIES: readonly Property[] = table;

/** Returns the property with an id. */
export function propertyOf(id: unknown): Property | undefined {
  return PROPERTIES.find((property) => property.id === id);
}

/** Returns the details of companies; {@linkcode NO_DETAILS} if the service has no details. */
export async function detailsOf(backend: Backend, ids: readonly string[]): Promise<readonly CompanyDetails[]> {
  const { records } = (await backend.details?.(ids)) ?? { records: [] };
  return ids.map((_, i) => records[i]?.details ?? NO_DETAILS);
}

/** Returns the values of a property for a company, as registers publish them. */
export function valuesOf({ id, isDetail }: Property, company: Company | undefined, details = NO_DETAILS): string[] {
  if (isDetail === true) return detailValuesOf(details, id);
  return company === undefined ? [] : companyValuesOf(company, id);
}

function companyValuesOf(company: Company, id: string): string[] {
  const { identifiers = [], classifications = [] } = company;
  switch (id) {
    case 'country':
      return present(company.country_code);
    case 'number':
      return identifiers.map(({ value }) => value);
    case 'status':
      return present(company.company_status);
    case 'classifications':
      return classifications.map(({ scheme, code, label }) => [scheme, code, label].filter((part) => part).join(' '));
    case 'lifecycle':
      return [company.lifecycle.status];
    default: {
      const value = company[id as 'name'];
      return value === undefined
        ? identifiers.filter(({ scheme }) => scheme === id).map((identifier) => identifier.value)
        : [value];
    }
  }
}

function detailValuesOf(details: CompanyDetails, id: string): string[] {
  const { address = {}, former_names: former = [], other_names: others = [] } = details;
  switch (id) {
    case 'address':
      return present(addressLines(address).join(', ') || undefined);
    case 'street':
      return present(address.street ?? address.lines?.join(', '));
    case 'postal_code':
    case 'locality':
    case 'region':
      return present(address[id]);
    case 'former_names':
      return former.map(({ name }) => name);
    case 'other_names':
      return others.map(({ name }) => name);
    default:
      return present(details[id as 'state']);
  }
}

function present(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

const COUNTRY_CODES = new Map([...COUNTRIES].map(([code, name]) => [foldName(name), code]));

/** The languages of the 35 countries: names of countries are recognised in these languages and in English. */
const LANGUAGES =
  'bg cs da de el es et fi fr ga hr hu is it lb lt lv mk mt nb nl pl pt ro ru sk sl sq sr sv tr uk'.split(' ');

/** Country codes by folded name in all these languages; undefined for a name that several countries share. Made on first use. */
let translated: ReadonlyMap<string, string | undefined> | undefined;

/**
 * Returns the code of the country that a text means: a code, or a name in English or in a language of the 35 countries. Returns undefined
 * for any other text.
 */
export function countryOf(text: string): string | undefined {
  const trimmed = text.trim();
  const folded = foldName(trimmed);
  const country = countryFilter(trimmed) ?? COUNTRY_CODES.get(folded);
  if (country !== undefined) return country === 'all' ? undefined : country;
  return folded === '' ? undefined : (translated ??= translatedCountries()).get(folded);
}

function translatedCountries(): Map<string, string | undefined> {
  const codes = new Map<string, string | undefined>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES.keys()) {
      const name = foldName(names.of(code) ?? '');
      codes.set(name, codes.has(name) && codes.get(name) !== code ? undefined : code);
    }
  }
  return codes;
}
