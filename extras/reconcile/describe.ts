/** Descriptions of companies, which distinguish those of one name. */
import type { Backend } from '../../src/backend/index.ts';
import type { DetailsSearchResult } from '../../src/details/index.ts';
import { NO_DETAILS, type CompanyDetails } from '../../src/model/index.ts';
import { findCompany } from '../../src/operations/index.ts';
import { findDetails } from './properties.ts';

export interface Description {
  /** Country, number, town, legal form and state; absent if none is published. */
  readonly description?: string;
}

/** Describes a company: `FI · 0999999-2 · Tuulispääby · Oy · active`. @param furtherName the former or further name that was found */
export function describe(
  company: DetailsSearchResult,
  details: CompanyDetails = NO_DETAILS,
  furtherName?: string,
): Description {
  const { identifiers: [strongest = company.number] = [], country_code: seat, legal_form: form } = company;
  const country = seat ?? company.country ?? strongest?.country_scope?.slice(0, 2);
  const state = (details.state ?? company.state)?.replaceAll('_', ' ') ?? company.company_status;
  const also = furtherName === undefined ? undefined : `also or formerly ${furtherName}`;
  const parts = [country, strongest?.value, details.address?.locality ?? company.locality, form, state, also];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? {} : { description: known.join(' · ') };
}

/**
 * Describes companies with their numbers and details. Search results have no numbers: companies are read whole where that takes no request to
 * another service.
 */
export async function describeAll(
  backend: Backend,
  companies: readonly (DetailsSearchResult & { readonly furtherName?: string | undefined })[],
): Promise<Description[]> {
  const ids = companies.flatMap(({ id, country }) => (country === undefined ? [id] : []));
  const details = await findDetails(backend, ids);
  const detailsById = new Map(ids.map((id, i) => [id, details[i]]));
  const described: Description[] = [];
  for (const { furtherName, ...company } of companies) {
    const isShort = company.identifiers === undefined && backend.match !== undefined;
    const whole = isShort ? ((await findCompany(backend, company.id)) ?? company) : company;
    described.push(describe(whole, detailsById.get(company.id), furtherName));
  }
  return described;
}
