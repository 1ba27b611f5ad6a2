import type { Backend } from '../../../src/backend/index.ts';
import { DETAIL_FIELDS, type DetailsRecord } from '../../../src/model/index.ts';
import { findCompany } from '../../../src/operations/index.ts';
import type { DoorRequest } from '../../../src/server/index.ts';
import { CHANGES_LIMITS } from '../declaration.ts';
import type { FeedEvent } from '../feed/index.ts';
import type { Change } from '../schemas.ts';

/** Number of companies that one step of long work reads: some 5 ms. */
const COMPANIES_PER_STEP = 100;

const ofDetails: ReadonlySet<string> = new Set(DETAIL_FIELDS);

/**
 * Returns events with the names of their companies, and with the values of the fields that they name, as the served data has them now.
 * Values of change files are never served: the company may have been restricted since.
 */
export async function withPresentValues(
  events: readonly FeedEvent[],
  backend: Backend,
  { charge, turn }: Pick<DoorRequest, 'charge' | 'turn'>,
): Promise<Change[]> {
  const ids = [...new Set(events.map(({ id }) => id))];
  await charge(Math.floor(ids.length / CHANGES_LIMITS.valuesPerUnit));
  const wanted = new Set(
    events.flatMap(({ id, fields = [] }) => (fields.some((name) => ofDetails.has(name)) ? id : [])),
  );
  const present = new Map<string, Readonly<Record<string, unknown>>>();
  for (let at = 0; at < ids.length; at += COMPANIES_PER_STEP) {
    const step = ids.slice(at, at + COMPANIES_PER_STEP);
    await turn();
    const details = await findDetails(
      step.filter((id) => wanted.has(id)),
      backend,
    );
    const companies = await Promise.all(step.map(async (id) => await findCompany(backend, id)));
    for (const [i, id] of step.entries()) present.set(id, { ...companies[i], ...details.get(id)?.details });
  }
  return events.map((event) => toChange(event, present.get(event.id)));
}

async function findDetails(ids: readonly string[], backend: Backend): Promise<ReadonlyMap<string, DetailsRecord>> {
  const found = ids.length === 0 ? undefined : await backend.details?.(ids);
  return new Map(found?.records.flatMap((record, i) => (record === undefined ? [] : [[ids[i] ?? '', record]])));
}

function toChange(
  { id, event, generation, time, fields }: FeedEvent,
  present: Readonly<Record<string, unknown>> = {},
): Change {
  const { name } = present;
  const values = fields?.flatMap((field) => (present[field] === undefined ? [] : [[field, present[field]]]));
  return {
    object: 'change',
    company_id: id,
    ...(name !== undefined && { name }),
    event,
    generation,
    time,
    ...(fields !== undefined && { fields: [...fields] }),
    ...(values !== undefined && { values: Object.fromEntries(values) }),
  } as Change;
}
