import type { CompanyLifecycle, CompanyRecord, PreviousSnapshot, PreviousRecord } from '../../model/index.ts';
import { fingerprintsOfRecord, type Held } from './predecessors.ts';
import { isKeyed, fingerprintsOf, type KeyedHash } from './fingerprints.ts';
import type { MergedCompany } from '../survivorship/merge-lines.ts';

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
 * The lifecycle of a company that goes on as published records, or carries fingerprints of restricted ones (`isWithheld`). A decision about its very id beats all; a restriction sticks,
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
  keyedHash: KeyedHash,
): Settled {
  const { lines, keys, known, profile, identifiers, classifications, officers, officersHasMore } = company;
  const { status } = lifecycle;
  const carried = held.flatMap(({ fingerprints }) => fingerprints.filter(isKeyed));
  if (status === 'restricted' || status === 'tombstoned') {
    const open = fingerprintsOf(keys, known);
    const fingerprints = status === 'restricted' ? distinctFingerprints([...open.map(keyedHash), ...carried]) : open;
    return { id, lifecycle, lines, record: { ...WITHHELD, keys: [], fingerprints } };
  }
  const values = status === 'redirected' ? { profile: {}, classifications: [] } : { profile, classifications };
  const people = status === 'active' ? { officers, officersHasMore } : { officers: [], officersHasMore: false };
  return {
    id,
    lifecycle,
    lines,
    record: { ...values, ...people, identifiers, keys, fingerprints: leading(status, carried) },
  };
}

/** What only a redirected record is still known by: should it lead to a restricted one, it is restricted again. */
function leading(status: CompanyLifecycle['status'], keyed: readonly Uint8Array[]): readonly Uint8Array[] {
  return status === 'redirected' ? keyed : [];
}

/** Whether a record without values is still known by something, which tells who it is. */
export function hasFingerprints({ record: { keys, identifiers, fingerprints } }: Settled): boolean {
  return keys.length > 0 || identifiers.length > 0 || fingerprints.length > 0;
}

/** A record that leads to a restricted one: it is the same company, and restricted with it. */
export function restrictedWith(settled: Settled, keyedHash: KeyedHash): Settled {
  const { keys, identifiers, fingerprints: carried } = settled.record;
  const fingerprints = distinctFingerprints([...fingerprintsOf(keys, identifiers).map(keyedHash), ...carried]);
  return { ...settled, lifecycle: RESTRICTED, record: { ...WITHHELD, keys: [], fingerprints } };
}

/**
 * A published record that turned out to be the company with the id `into`, whatever `lines` decided about it. What it is known
 * by is the other's now.
 */
export function mergedInto(into: string, { id, lifecycle, fingerprints }: Held, lines: readonly number[]): Settled {
  const isRestricted = lifecycle.status === 'restricted';
  return {
    id,
    lifecycle: isRestricted ? lifecycle : { status: 'redirected', canonical_id: into },
    lines,
    record: { ...WITHHELD, keys: [], fingerprints: isRestricted ? fingerprints : [] },
  };
}

/** A published record that no company of this build goes on as, under the lifecycle that was decided, or else the one it had. */
export function leftBehind(
  record: PreviousRecord,
  decision: MergedCompany | undefined,
  published: PreviousSnapshot,
  keyedHash: KeyedHash,
): Settled {
  const { id, keys, identifiers } = record;
  const lifecycle = decision?.lifecycle ?? record.lifecycle;
  const lines = decision?.lines ?? [];
  const fingerprints = fingerprintsOfRecord(record);
  switch (lifecycle.status) {
    case 'redirected':
      return {
        id,
        lifecycle,
        lines,
        record: { ...WITHHELD, identifiers, keys, fingerprints: fingerprints.filter(isKeyed) },
      };
    case 'split':
      return {
        id,
        lifecycle,
        lines,
        record: { ...WITHHELD, ...published.valuesOf(id), identifiers, keys, fingerprints: [] },
      };
    case 'restricted': {
      const keyed = fingerprints.map((fingerprint) => (isKeyed(fingerprint) ? fingerprint : keyedHash(fingerprint)));
      return { id, lifecycle, lines, record: { ...WITHHELD, keys: [], fingerprints: keyed } };
    }
    case 'active':
    case 'tombstoned':
      break;
  }
  // Nobody publishes it any more, whatever was decided.
  return { id, lifecycle: { status: 'tombstoned' }, lines, record: { ...WITHHELD, keys: [], fingerprints } };
}

function leadsElsewhere({ status }: CompanyLifecycle): boolean {
  return status === 'redirected' || status === 'split';
}

function distinctFingerprints(fingerprints: readonly Uint8Array[]): Uint8Array[] {
  return [
    ...new Map(fingerprints.map((fingerprint) => [Buffer.from(fingerprint).toString('latin1'), fingerprint])).values(),
  ];
}
