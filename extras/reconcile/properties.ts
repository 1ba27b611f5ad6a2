import type { Company } from '../../src/contract/index.ts';
import { COUNTRIES, countryFilter, foldName, type CompanyDetails } from '../../src/model/index.ts';
import { addressLines } from '../../src/site/index.ts';
import table from './properties.json' with { type: 'json' };

/** The one type of entities. */
export const COMPANY_TYPE = { id: 'company', name: 'Company' } as const;

/** A field of a company, as a property of the protocol. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The filter that a value of the property sets, if queries may carry it. */
  readonly filter?: string;
  /** Whether it is a field of the details of a company. */
  readonly isDetail?: boolean;
}

/** Every property, in the order in which they are proposed. */
export const PROPERTIES: readonly Property[] = table;

/** A property by its id. */
export function propertyOf(id: unknown): Property | undefined {
  return PROPERTIES.find((property) => property.id === id);
}

/** The values of a property for a company, as registers publish them. */
export function valuesOf(company: Company, id: string): string[] {
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

/** The values of a property of details. */
export function detailValuesOf(details: CompanyDetails, id: string): string[] {
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

/** The country of a code or an English name; undefined for any other text. */
export function countryOf(text: string): string | undefined {
  const trimmed = text.trim();
  const country = countryFilter(trimmed) ?? COUNTRY_CODES.get(foldName(trimmed));
  return country === 'all' ? undefined : country;
}
