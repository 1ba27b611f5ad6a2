import { isDeepStrictEqual } from 'node:util';
import { PROFILE_FIELDS, companyIdOf, type CompanyRecord } from '../../../src/model/index.ts';
import type { YieldIfDue } from '../../../src/files/index.ts';
import type { StoredRecord } from '../../../src/snapshot/index.ts';
import type { EventName } from './format.ts';

/** What became of one company. */
export interface Change {
  readonly id: string;
  readonly event: EventName;
  readonly fields?: readonly string[];
  /** The record from now on; undefined where it was withdrawn. */
  readonly record: CompanyRecord | undefined;
}

/**
 * The differences between two snapshots, in the order of ids. Both are read in that order, once.
 * @param onPair called with each record of the later snapshot, and its earlier version if there is one
 */
export async function* differences(
  before: Iterable<StoredRecord>,
  after: Iterable<StoredRecord>,
  yieldIfDue: YieldIfDue,
  onPair: (pair: Pair) => void,
): AsyncGenerator<Change, void, undefined> {
  for (const pair of pairsOf(before, after)) {
    onPair(pair);
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
    const [one, other] = pair;
    if (one === undefined || other?.equals(one) !== true) yield changeOf(pair);
  }
}

/** The records of one id in both snapshots. */
export type Pair =
  | readonly [before: StoredRecord | undefined, after: StoredRecord]
  | readonly [before: StoredRecord, after: undefined];

/** The records of both snapshots, those of one id together. */
function* pairsOf(before: Iterable<StoredRecord>, after: Iterable<StoredRecord>): Generator<Pair, void, undefined> {
  const [olds, news] = [before[Symbol.iterator](), after[Symbol.iterator]()];
  try {
    let one = next(olds);
    let other = next(news);
    for (;;) {
      if (one !== undefined && (other === undefined || Buffer.compare(one.key, other.key) < 0)) {
        yield [one, undefined];
        one = next(olds);
      } else if (other !== undefined) {
        const isSame = one?.key.equals(other.key) === true;
        yield [isSame ? one : undefined, other];
        if (isSame) one = next(olds);
        other = next(news);
      } else return;
    }
  } finally {
    olds.return?.();
    news.return?.();
  }
}

function next(records: Iterator<StoredRecord>): StoredRecord | undefined {
  const { done, value } = records.next();
  return done === true ? undefined : value;
}

function changeOf([before, after]: Pair): Change {
  if (after === undefined) return { id: companyIdOf(before.key), event: 'withdrawn', record: undefined };
  const record = after.decode();
  const old = before?.decode();
  const { id, lifecycle } = record;
  if (old !== undefined && isDeepStrictEqual(old.lifecycle, lifecycle)) {
    const fields = fieldsThatDiffer(old, record);
    // Most registers date their companies by their file: each refresh observes all of them again.
    if (fields.every((field) => field === 'as_of_date')) return { id, event: 'stored', record };
    return { id, event: 'changed', fields, record };
  }
  const { status } = lifecycle;
  const event = status !== 'active' ? status : old === undefined ? 'added' : 'returned';
  return { id, event, record };
}

/** The fields of the resource, and `officers`, that a reader finds changed. */
function fieldsThatDiffer(before: CompanyRecord, after: CompanyRecord): string[] {
  const { status } = after.lifecycle;
  if (status !== 'active' && status !== 'split') return [];
  const hasOfficersChanged =
    before.officersHasMore !== after.officersHasMore || !isDeepStrictEqual(servedOf(before), servedOf(after));
  return [
    ...PROFILE_FIELDS.filter((field) => before.profile[field] !== after.profile[field]),
    ...(['classifications', 'identifiers'] as const).filter((list) => !isDeepStrictEqual(before[list], after[list])),
    ...(hasOfficersChanged ? ['officers'] : []),
  ];
}

/** The officers without unserved fields and without observation times. */
function servedOf({ officers }: CompanyRecord): object[] {
  return officers.map(({ source, ...officer }) => ({
    ...officer,
    kind: undefined,
    source: { ...source, observed_at: undefined, published_at: undefined },
  }));
}
