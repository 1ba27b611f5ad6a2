import { isDeepStrictEqual } from 'node:util';
import {
  type CHANGE_EVENTS,
  DETAIL_FIELDS,
  PROFILE_FIELDS,
  encodeCompanyId,
  type CompanyRecord,
} from '../../../src/model/index.ts';
import type { YieldIfDue } from '../../../src/files/index.ts';
import { NO_COUNTRY, countryOf, type StoredRecord } from '../../../src/snapshot/index.ts';
import type { EventHead } from './format.ts';

/** A change, with the record after it; undefined if the record was withdrawn. */
export interface Change extends EventHead {
  readonly event: (typeof CHANGE_EVENTS)[number];
  readonly record: CompanyRecord | undefined;
  /** The register of the company, or its country; see `RecordedChanges`. */
  readonly register: string;
}

/** The records of one id, from the earlier and from the later snapshot. */
export interface Pair {
  readonly key: Buffer;
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
}

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
  for (const pair of pairsOf(before, after)) {
    onPair(pair);
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
    if (pair.before !== undefined && pair.after?.equals(pair.before) === true) continue;
    const change = compareRecords(pair);
    if (change !== undefined) yield change;
  }
}

/** Returns what readers see of a change; undefined if they see nothing. */
function compareRecords({ key, before, after }: Pair): Change | undefined {
  const old = before?.decode();
  if (after === undefined)
    return { id: encodeCompanyId(key), event: 'withdrawn', record: undefined, register: findRegister(old) };
  const record = after.decode();
  const { id, lifecycle } = record;
  if (old !== undefined && isDeepStrictEqual(old.lifecycle, lifecycle)) {
    const fields = changedFields(old, record);
    // Most registers date each company by the day of the file, so each refresh changes the day of all companies.
    return fields.every((field) => field === 'as_of_date')
      ? undefined
      : { id, event: 'changed', fields, record, register: findRegister(old, record) };
  }
  const { status } = lifecycle;
  const event = status !== 'active' ? status : old === undefined ? 'added' : 'returned';
  return { id, event, record, register: findRegister(old, record) };
}

/**
 * Returns the register of a change: one that the details of the company have lost or gained, else the first of its registers, else its
 * country.
 */
function findRegister(old: CompanyRecord | undefined, record?: CompanyRecord): string {
  const [before, after] = [listRegisters(old), listRegisters(record)];
  const moved = before.find((one) => !after.includes(one)) ?? after.find((one) => !before.includes(one));
  const countries = [record, old].map((one) => (one === undefined ? NO_COUNTRY : countryOf(one)));
  return moved ?? after[0] ?? countries.find((country) => country !== NO_COUNTRY) ?? NO_COUNTRY;
}

function listRegisters(record: CompanyRecord | undefined): string[] {
  return record?.details.sources.flatMap(({ register }) => register ?? []) ?? [];
}

function changedFields(before: CompanyRecord, after: CompanyRecord): string[] {
  const { status } = after.lifecycle;
  if (status !== 'active' && status !== 'split') return [];
  const hasOfficersChanged =
    before.officersHasMore !== after.officersHasMore ||
    !isDeepStrictEqual(toServedOfficers(before), toServedOfficers(after));
  return [
    ...PROFILE_FIELDS.filter((field) => before.profile[field] !== after.profile[field]),
    ...DETAIL_FIELDS.filter((field) => !isDeepStrictEqual(before.details[field], after.details[field])),
    ...(['classifications', 'identifiers'] as const).filter((list) => !isDeepStrictEqual(before[list], after[list])),
    ...(hasOfficersChanged ? ['officers'] : []),
  ];
}

/** Returns the officers without fields that are not served, and without times of observation and publication. */
function toServedOfficers({ officers }: CompanyRecord): object[] {
  return officers.map(({ source, ...officer }) => ({
    ...officer,
    kind: undefined,
    source: { ...source, observed_at: undefined, published_at: undefined },
  }));
}

/** Joins the records of two snapshots, each in the order of ids. */
function* pairsOf(before: Iterable<StoredRecord>, after: Iterable<StoredRecord>): Generator<Pair, void, undefined> {
  const [left, right] = [Iterator.from(before), Iterator.from(after)];
  try {
    let [one, other] = [next(left), next(right)];
    for (;;) {
      const order = one === undefined ? 1 : other === undefined ? -1 : Buffer.compare(one.key, other.key);
      const key = (order <= 0 ? one : other)?.key;
      if (key === undefined) return;
      yield { key, before: order <= 0 ? one : undefined, after: order >= 0 ? other : undefined };
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
