import type { Backend } from '../../src/backend/index.ts';
import type { Company } from '../../src/contract/index.ts';
import { NO_DETAILS, type CompanyDetails } from '../../src/model/index.ts';
import { addressLines } from '../../src/site/index.ts';
import table from './properties.json' with { type: 'json' };

export { findCountry } from './country-words.ts';

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
export function findProperty(id: unknown): Property | undefined {
  return PROPERTIES.find((property) => property.id === id);
}

/** Returns the details of companies; {@linkcode NO_DETAILS} if the service has no details. */
export async function findDetails(backend: Backend, ids: readonly string[]): Promise<readonly CompanyDetails[]> {
  const { records } = (await backend.details?.(ids)) ?? { records: [] };
  return ids.map((_, i) => records[i]?.details ?? NO_DETAILS);
}

/** Returns the values of a property for a company, as registers publish them. */
export function listValues({ id, isDetail }: Property, company: Company | undefined, details = NO_DETAILS): string[] {
  if (isDetail === true) return listDetailValues(details, id);
  return company === undefined ? [] : listCompanyValues(company, id);
}

function listCompanyValues(company: Company, id: string): string[] {
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

function listDetailValues(details: CompanyDetails, id: string): string[] {
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
