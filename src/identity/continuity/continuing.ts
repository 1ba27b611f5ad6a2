import type { CompanyLifecycle, CompanyRecord, Published, PublishedRecord } from '../../model/index.ts';
import { marksOfRecord, type Held } from './inheritance.ts';
import { isSealed, marksOf, type Seal } from './marks.ts';
import type { MergedCompany } from '../matching/merging.ts';

/** A company whose id is settled; where its lifecycle leads is resolved once every company is. */
export interface Settled {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** The numbers of the lines that speak of it, the one that counts most first. */
  readonly lines: readonly number[];
  readonly record: Omit<CompanyRecord, 'id' | 'lifecycle'>;
}

export const RESTRICTED: CompanyLifecycle = { status: 'restricted' };

const WITHHELD = { profile: {}, identifiers: [], classifications: [], officers: [], officersHasMore: false } as const;

/**
 * The lifecycle of a company that goes on as published records, or carries marks of restricted ones (`isWithheld`). A decision about its very id beats all; a restriction sticks,
 * whichever of the records it was on; where a redirect or a split led before, it still leads unless a line says otherwise.
 */
export function lifecycleOf(company: MergedCompany, own: Held | undefined, isWithheld: boolean): CompanyLifecycle {
  if (company.statedBy === 'id') return company.lifecycle;
  if (isWithheld) return RESTRICTED;
  if (company.statedBy === 'line') return company.lifecycle;
  return own !== undefined && leadsElsewhere(own.lifecycle) ? own.lifecycle : company.lifecycle;
}

/** A company under its id, with the values that its lifecycle lets it have. */
export function settledAs(
  id: string,
  company: MergedCompany,
  lifecycle: CompanyLifecycle,
  held: readonly Held[],
  seal: Seal,
): Settled {
  const { lines, keys, known, profile, identifiers, classifications, officers, officersHasMore } = company;
  const { status } = lifecycle;
  const carried = held.flatMap(({ marks }) => marks.filter(isSealed));
  if (status === 'restricted' || status === 'tombstoned') {
    const open = marksOf(keys, known);
    const marks = status === 'restricted' ? distinctMarks([...open.map(seal), ...carried]) : open;
    return { id, lifecycle, lines, record: { ...WITHHELD, keys: [], marks } };
  }
  const values = status === 'redirected' ? { profile: {}, classifications: [] } : { profile, classifications };
  const people = status === 'active' ? { officers, officersHasMore } : { officers: [], officersHasMore: false };
  return { id, lifecycle, lines, record: { ...values, ...people, identifiers, keys, marks: leading(status, carried) } };
}

/** What only a redirected record is still known by: should it lead to a restricted one, it is restricted again. */
function leading(status: CompanyLifecycle['status'], sealed: readonly Uint8Array[]): readonly Uint8Array[] {
  return status === 'redirected' ? sealed : [];
}

/** Whether a record without values is still known by something, which tells who it is. */
export function hasMarks({ record: { keys, identifiers, marks } }: Settled): boolean {
  return keys.length > 0 || identifiers.length > 0 || marks.length > 0;
}

/** A record that leads to a restricted one: it is the same company, and restricted with it. */
export function restrictedWith(settled: Settled, seal: Seal): Settled {
  const { keys, identifiers, marks: carried } = settled.record;
  const marks = distinctMarks([...marksOf(keys, identifiers).map(seal), ...carried]);
  return { ...settled, lifecycle: RESTRICTED, record: { ...WITHHELD, keys: [], marks } };
}

/**
 * A published record that turned out to be the company with the id `into`, whatever `lines` decided about it. What it is known
 * by is the other's now.
 */
export function mergedInto(into: string, { id, lifecycle, marks }: Held, lines: readonly number[]): Settled {
  const isRestricted = lifecycle.status === 'restricted';
  return {
    id,
    lifecycle: isRestricted ? lifecycle : { status: 'redirected', canonical_id: into },
    lines,
    record: { ...WITHHELD, keys: [], marks: isRestricted ? marks : [] },
  };
}

/** A published record that no company of this build goes on as, under the lifecycle that was decided, or else the one it had. */
export function leftBehind(
  record: PublishedRecord,
  decision: MergedCompany | undefined,
  published: Published,
  seal: Seal,
): Settled {
  const { id, keys, identifiers } = record;
  const lifecycle = decision?.lifecycle ?? record.lifecycle;
  const lines = decision?.lines ?? [];
  const marks = marksOfRecord(record);
  switch (lifecycle.status) {
    case 'redirected':
      return { id, lifecycle, lines, record: { ...WITHHELD, identifiers, keys, marks: marks.filter(isSealed) } };
    case 'split':
      return { id, lifecycle, lines, record: { ...WITHHELD, ...published.valuesOf(id), identifiers, keys, marks: [] } };
    case 'restricted': {
      const sealed = marks.map((mark) => (isSealed(mark) ? mark : seal(mark)));
      return { id, lifecycle, lines, record: { ...WITHHELD, keys: [], marks: sealed } };
    }
    case 'active':
    case 'tombstoned':
      break;
  }
  // Nobody publishes it any more, whatever was decided.
  return { id, lifecycle: { status: 'tombstoned' }, lines, record: { ...WITHHELD, keys: [], marks } };
}

function leadsElsewhere({ status }: CompanyLifecycle): boolean {
  return status === 'redirected' || status === 'split';
}

function distinctMarks(marks: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(marks.map((mark) => [Buffer.from(mark).toString('latin1'), mark])).values()];
}
