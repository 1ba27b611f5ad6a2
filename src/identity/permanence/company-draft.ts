import { NO_DETAILS } from '../../model/index.ts';
import type { CompanyLifecycle, CompanyRecord, PreviousRecord, PreviousSnapshot } from '../../model/index.ts';
import { createFingerprints, fingerprintsOfRecord, isKeyed, type KeyedHash } from '../clustering/fingerprints.ts';
import type { MergedCompany, RankedLine, ValueSources } from '../survivorship/merge-lines.ts';
import type { Predecessor } from './predecessors.ts';

/** A company with its id and values. Its lifecycle may still name other companies by aliases. */
export interface CompanyDraft {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** The numbers of the company's lines, highest rank first. */
  readonly lines: readonly number[];
  /** The numbers of the company's lines that a newer line of the same register replaces. */
  readonly superseded?: readonly number[] | undefined;
  readonly sources?: ValueSources | undefined;
  /** Its lines, if the next build may keep the company as it is while none of them changes. */
  readonly plain?: readonly RankedLine[] | undefined;
  readonly record: Omit<CompanyRecord, 'id' | 'lifecycle'>;
}

const RESTRICTED: CompanyLifecycle = { status: 'restricted' };
const NOTHING: readonly never[] = [];
const EMPTY: CompanyDraft['record'] = {
  profile: {},
  identifiers: NOTHING,
  numberForms: NOTHING,
  details: NO_DETAILS,
  classifications: NOTHING,
  officers: NOTHING,
  officersHasMore: false,
  keys: NOTHING,
  fingerprints: NOTHING,
};

/**
 * Returns the lifecycle of a company: from a line with its id; else from a restriction of a predecessor or of a record that its lines
 * match (`isRestricted`); else from any line that states a lifecycle; else from a redirect or split of the predecessor.
 */
export function chooseLifecycle(
  { lifecycle, lifecycleSource }: MergedCompany,
  predecessor: Predecessor | undefined,
  isRestricted: boolean,
): CompanyLifecycle {
  if (lifecycleSource === 'id') return lifecycle;
  if (isRestricted) return RESTRICTED;
  const before = predecessor?.lifecycle;
  const leadsElsewhere = before?.status === 'redirected' || before?.status === 'split';
  return lifecycleSource === undefined && leadsElsewhere ? before : lifecycle;
}

/** A company of this build, with the values that its lifecycle allows. */
export function companyDraft(
  id: string,
  company: MergedCompany,
  lifecycle: CompanyLifecycle,
  predecessors: readonly Predecessor[],
  keyedHash: KeyedHash,
): CompanyDraft {
  const { lines, keys, identifiers, numberForms, details } = company;
  const { profile, classifications, officers, officersHasMore, nameBefore } = company;
  const { status } = lifecycle;
  const keyed = predecessors.flatMap(({ fingerprints }) => fingerprints.filter(isKeyed));
  if (status === 'tombstoned' || status === 'restricted') {
    const plain = createFingerprints(keys, [...company.allIdentifiers, ...company.allNumberForms]);
    const fingerprints = status === 'tombstoned' ? plain : keyedFingerprints([...plain, ...keyed], keyedHash);
    return { id, lifecycle, lines, record: { ...EMPTY, fingerprints } };
  }
  const record = { ...EMPTY, keys, identifiers, numberForms };
  // The keyed fingerprints are kept so that the record is restricted when its target is restricted.
  if (status === 'redirected')
    return { id, lifecycle, lines, record: { ...record, fingerprints: keyed, nameBefore: nameBefore ?? profile.name } };
  const values = { profile, details, classifications };
  if (status === 'active') return { id, lifecycle, lines, record: { ...record, ...values, officers, officersHasMore } };
  return { id, lifecycle, lines, record: { ...record, ...values } };
}

/** Makes the draft of a record that leads to a restricted record. It is the same company, so it is restricted too. */
export function restrictedDraft({ record, ...draft }: CompanyDraft, keyedHash: KeyedHash): CompanyDraft {
  const { keys, identifiers, numberForms } = record;
  const all = [...createFingerprints(keys, [...identifiers, ...numberForms]), ...record.fingerprints];
  return { ...draft, lifecycle: RESTRICTED, record: { ...EMPTY, fingerprints: keyedFingerprints(all, keyedHash) } };
}

/** Makes the draft of a predecessor, redirected to its company's present id. A restricted predecessor stays so, with its fingerprints. */
export function redirectedDraft(
  { id, lifecycle, fingerprints }: Predecessor,
  canonicalId: string,
  lines: readonly number[],
  nameBefore: string | undefined,
): CompanyDraft {
  if (lifecycle.status === 'restricted') return { id, lifecycle, lines, record: { ...EMPTY, fingerprints } };
  return {
    id,
    lifecycle: { status: 'redirected', canonical_id: canonicalId },
    lines,
    record: { ...EMPTY, nameBefore },
  };
}

/** Returns the name under which a record was last published; undefined if its values are withheld. */
export function findLastName(
  { id, lifecycle: { status }, nameBefore }: Pick<PreviousRecord, 'id' | 'lifecycle' | 'nameBefore'>,
  snapshot: PreviousSnapshot,
): string | undefined {
  return status === 'active' || status === 'split' ? snapshot.readValues(id).profile.name : nameBefore;
}

/** Makes the draft of a previous record that no company continues. Its lifecycle comes from a decision, else from the previous record. */
export function discontinuedDraft(
  previous: PreviousRecord,
  decision: MergedCompany | undefined,
  snapshot: PreviousSnapshot,
  keyedHash: KeyedHash,
): CompanyDraft {
  const { id, keys, identifiers, numberForms } = previous;
  const { lifecycle, lines } = decision ?? { lifecycle: previous.lifecycle, lines: NOTHING };
  const { status } = lifecycle;
  const all = fingerprintsOfRecord(previous);
  if (status === 'redirected' || status === 'split') {
    const values =
      status === 'split'
        ? snapshot.readValues(id)
        : { fingerprints: all.filter(isKeyed), nameBefore: decision?.nameBefore ?? findLastName(previous, snapshot) };
    return { id, lifecycle, lines, record: { ...EMPTY, keys, identifiers, numberForms, ...values } };
  }
  if (status === 'restricted')
    return { id, lifecycle, lines, record: { ...EMPTY, fingerprints: keyedFingerprints(all, keyedHash) } };
  // No line describes the company, so it cannot be active.
  return { id, lifecycle: { status: 'tombstoned' }, lines, record: { ...EMPTY, fingerprints: all } };
}

function keyedFingerprints(fingerprints: readonly Uint8Array[], keyedHash: KeyedHash): Uint8Array[] {
  const keyed = fingerprints.map((one) => (isKeyed(one) ? one : keyedHash(one)));
  return [...new Map(keyed.map((one) => [Buffer.from(one).toString('latin1'), one])).values()];
}
