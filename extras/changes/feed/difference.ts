import { isDeepStrictEqual } from 'node:util';
import { DETAIL_FIELDS, PROFILE_FIELDS, companyIdOf, type CompanyRecord } from '../../../src/model/index.ts';
import type { YieldIfDue } from '../../../src/files/index.ts';
import type { StoredRecord } from '../../../src/snapshot/index.ts';
import type { EventName } from './format.ts';

export interface Change {
  readonly id: string;
  readonly event: EventName;
  readonly fields?: readonly string[];
  readonly record: CompanyRecord | undefined;
}

/** The records of one id: `one` from the earlier snapshot, `other` from the later one. */
export type Pair = Joined<StoredRecord, StoredRecord>;

/**
 * Yields the differences between two snapshots in the order of ids. Each snapshot is read once, in this order.
 * @param onPair called with the records of each id
 */
export async function* differences(
  before: Iterable<StoredRecord>,
  after: Iterable<StoredRecord>,
  yieldIfDue: YieldIfDue,
  onPair: (pair: Pair) => void,
): AsyncGenerator<Change, void, undefined> {
  for (const pair of joined(before, after)) {
    onPair(pair);
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
    const { one, other } = pair;
    if (one === undefined || other?.equals(one) !== true) yield changeOf(pair);
  }
}

function changeOf({ key, one, other }: Pair): Change {
  if (other === undefined) return { id: companyIdOf(key), event: 'withdrawn', record: undefined };
  const record = other.decode();
  const old = one?.decode();
  const { id, lifecycle } = record;
  if (old !== undefined && isDeepStrictEqual(old.lifecycle, lifecycle)) {
    const fields = changedFields(old, record);
    // Most registers date each company by the day of the file, so each refresh changes the day of all companies.
    if (fields.every((field) => field === 'as_of_date')) return { id, event: 'stored', record };
    return { id, event: 'changed', fields, record };
  }
  const { status } = lifecycle;
  const event = status !== 'active' ? status : old === undefined ? 'added' : 'returned';
  return { id, event, record };
}

function changedFields(before: CompanyRecord, after: CompanyRecord): string[] {
  const { status } = after.lifecycle;
  if (status !== 'active' && status !== 'split') return [];
  const hasOfficersChanged =
    before.officersHasMore !== after.officersHasMore || !isDeepStrictEqual(servedOf(before), servedOf(after));
  return [
    ...PROFILE_FIELDS.filter((field) => before.profile[field] !== after.profile[field]),
    ...DETAIL_FIELDS.filter((field) => !isDeepStrictEqual(before.details[field], after.details[field])),
    ...(['classifications', 'identifiers'] as const).filter((list) => !isDeepStrictEqual(before[list], after[list])),
    ...(hasOfficersChanged ? ['officers'] : []),
  ];
}

/** Returns the officers without fields that are not served, and without times of observation and publication. */
function servedOf({ officers }: CompanyRecord): object[] {
  return officers.map(({ source, ...officer }) => ({
    ...officer,
    kind: undefined,
    source: { ...source, observed_at: undefined, published_at: undefined },
  }));
}

/** The items with one key in two sequences; undefined in a sequence without this key. */
export interface Joined<One, Other> {
  readonly key: Buffer;
  readonly one: One | undefined;
  readonly other: Other | undefined;
}

interface Keyed {
  readonly key: Buffer;
}

/** Joins two sequences in the order of their keys. Each key occurs at most once in a sequence. */
export function* joined<One extends Keyed, Other extends Keyed>(
  ones: Iterable<One>,
  others: Iterable<Other>,
): Generator<Joined<One, Other>, void, undefined> {
  const [left, right] = [ones[Symbol.iterator](), others[Symbol.iterator]()];
  try {
    let one = next(left);
    let other = next(right);
    for (;;) {
      const order = one === undefined ? 1 : other === undefined ? -1 : Buffer.compare(one.key, other.key);
      const key = (order <= 0 ? one : other)?.key;
      if (key === undefined) return;
      yield { key, one: order <= 0 ? one : undefined, other: order >= 0 ? other : undefined };
      if (order <= 0) one = next(left);
      if (order >= 0) other = next(right);
    }
  } finally {
    left.return?.();
    right.return?.();
  }
}

function next<T>(items: Iterator<T>): T | undefined {
  const { done, value } = items.next();
  return done === true ? undefined : value;
}
