/** Descriptions of companies, which distinguish those of one name. */
import type { Backend } from '../../src/backend/index.ts';
import type { Company } from '../../src/contract/index.ts';
import { NO_DETAILS, type CompanyDetails } from '../../src/model/index.ts';
import { findCompany } from '../../src/operations/index.ts';
import { findDetails } from './properties.ts';

export interface Description {
  /** Country, number, town, legal form and state; absent if none is published. */
  readonly description?: string;
}

/** Describes a company: `FI · 0999999-2 · Tuulispääby · Oy · active`. @param furtherName the former or further name that was found */
export function describe(company: Company, details: CompanyDetails = NO_DETAILS, furtherName?: string): Description {
  const { identifiers: [strongest] = [], country_code: seat, legal_form: form } = company;
  const country = seat ?? strongest?.country_scope?.slice(0, 2);
  const state = details.state?.replaceAll('_', ' ') ?? company.company_status;
  const also = furtherName === undefined ? undefined : `also or formerly ${furtherName}`;
  const parts = [country, strongest?.value, details.address?.locality, form, state, also];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? {} : { description: known.join(' · ') };
}

/** Describes companies with their numbers and details. Search results have no numbers, so companies of a snapshot are read whole. */
export async function describeAll(
  backend: Backend,
  companies: readonly (Company & { readonly furtherName?: string | undefined })[],
): Promise<Description[]> {
  const details = await findDetails(
    backend,
    companies.map(({ id }) => id),
  );
  const described: Description[] = [];
  for (const [i, { furtherName, ...company }] of companies.entries()) {
    const isShort = company.identifiers === undefined && backend.match !== undefined;
    const whole = isShort ? ((await findCompany(backend, company.id)) ?? company) : company;
    described.push(describe(whole, details[i], furtherName));
  }
  return described;
}
