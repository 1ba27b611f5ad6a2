import type { Backend } from '../../../src/backend/index.ts';
import type { Company } from '../../../src/contract/index.ts';
import { collapseWhiteSpace, isCompanyId, lostDigits } from '../../../src/model/index.ts';
import { findCompany } from '../../../src/operations/index.ts';
import { findByNumber } from '../../lookup/finder.ts';
import { filterNumbers } from '../../reconcile/numbers.ts';
import { findCountry, findDetails, listValues, type Property } from '../../reconcile/properties.ts';
import type { RowValues } from '../list-run.ts';

/** Maximum number of characters of a number that is looked up; the rest is cut off. */
const NUMBER_CHARS_MAX = 100;

/** The result of a row. */
export interface EnrichedRow {
  readonly company_id?: string;
  /** `found`, or why the fields are empty. */
  readonly company_lookup: string;
  /** The values of each field; fields without a published value are absent. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** Looks up the company of a row by its ID, or without an ID by its numbers. Returns the values of `fields`. */
export async function enrichRow(backend: Backend, row: RowValues, fields: readonly Property[]): Promise<EnrichedRow> {
  const found = row.id === '' ? await findId(backend, row) : row.id;
  if (typeof found === 'object') return { company_lookup: found.reason, fields: {} };
  if (!isCompanyId(found)) return { company_lookup: 'not a company ID', fields: {} };
  const company = await findCompany(backend, found);
  if (company === undefined) return { company_lookup: 'unknown ID', fields: {} };
  const [details] = await findDetails(backend, [found]);
  const values = fields.map((field) => [field.id, listValues(field, company, details)] as const);
  return {
    company_id: found,
    company_lookup: describeLookup(company),
    fields: Object.fromEntries(values.filter(([, all]) => all.length > 0)),
  };
}

function describeLookup({ lifecycle }: Company): string {
  const { status, canonical_id: canonical, successor_ids: successors = [] } = lifecycle;
  if (status === 'active') return 'found';
  const next = canonical === undefined ? successors : [canonical];
  return next.length === 0 ? status : `${status}: ${next.join(', ')}`;
}

/** Returns the ID of the only company that has a number of the row, or the reason why there is not exactly one such company. */
async function findId(
  backend: Backend,
  { country, numbers }: RowValues,
): Promise<string | { readonly reason: string }> {
  const written = filterNumbers(numbers.map(collapseWhiteSpace));
  if (written.length === 0) return { reason: 'the row has neither an ID nor a number' };
  if (written.every(lostDigits)) return { reason: 'the number has lost digits' };
  const ids = new Set<string>();
  for (const value of written.map((number) => number.slice(0, NUMBER_CHARS_MAX))) {
    const lookup = { value, scheme: undefined, country: findCountry(country) };
    const { data } = await findByNumber(backend, lookup, async () => undefined);
    for (const { company_id: id } of data) ids.add(id);
  }
  const [id] = ids;
  if (id === undefined) return { reason: 'no company has the number' };
  return ids.size === 1 ? id : { reason: `${ids.size} companies have the number` };
}
