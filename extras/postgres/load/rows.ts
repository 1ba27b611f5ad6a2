import { NO_DETAILS, foldNumbers, type PreviousRecord } from '../../../src/model/index.ts';
import {
  openPublished,
  scanNumbers,
  scanSearchRows,
  type NumberGroup,
  type SnapshotReader,
} from '../../../src/snapshot/index.ts';
import { POSTINGS_MAX, UNLISTED_MAX, formatPlace, headLength, nameKey, numberKey } from '../schema.ts';
import type { Copier } from './copier.ts';

/** Called with the number of rows made so far; yields to the event loop from time to time. */
export type OnRow = (rows: number, note: string) => Promise<void> | undefined;

/** A day before any resignation, so that all officers are read. */
const FIRST_DAY = '0001-01-01';
const OFFICERS_MAX = Number.MAX_SAFE_INTEGER;

/** Makes the rows of a snapshot in the order of their keys, and copies them. Returns the count that `onRow` received last. */
export async function copyRows(reader: SnapshotReader, copier: Copier, onRow: OnRow): Promise<number> {
  let rows = 0;
  const tell = async (note: string): Promise<void> => await onRow(++rows, note);
  for (const { country, foldedName, rank, json } of scanSearchRows(reader)) {
    const key = nameKey(country, foldedName, rank);
    await copier.add(country === undefined ? 'names' : 'countries', [key, json]);
    await copier.add('ranks', [formatPlace(country, rank), key]);
    await tell('names');
  }
  const lists = new PostingLists();
  for (const group of scanNumbers(reader)) {
    const { country } = group;
    for (const { prefix, ranks } of lists.of(group)) {
      for (let at = 0; at < ranks.length; at += POSTINGS_MAX) {
        const part = ranks.slice(at, at + POSTINGS_MAX);
        await copier.add('postings', [numberKey(country, prefix, part.at(-1) ?? 0), `{${part.join(',')}}`]);
      }
    }
    for (const { number, rank } of group.kind === 'leaf' ? group.entries : [])
      await copier.add('numbers', [numberKey(country, number, rank)]);
    await tell('numbers');
  }
  for (const record of openPublished(reader).records()) {
    await copyRecord(reader, record, copier);
    await tell('companies');
  }
  return rows;
}

async function copyRecord(reader: SnapshotReader, record: PreviousRecord, copier: Copier): Promise<void> {
  const { id, lifecycle } = record;
  const isRestricted = reader.isRestricted(id);
  if (isRestricted) await copier.add('withheld', [id]);
  const resource = reader.company(id)?.toString() ?? '';
  const isRedirected = lifecycle.status === 'redirected';
  const json = isRedirected ? resource.slice(0, headLength(resource)) : resource;
  const isActive = lifecycle.status === 'active';
  const officers = isActive ? reader.officers(id, OFFICERS_MAX, FIRST_DAY) : undefined;
  const numbers = isActive ? foldNumbers([...record.identifiers, ...record.numberForms]) : [];
  const canonicalId = lifecycle.canonical_id ?? null;
  await copier.add('companies', [id, json, canonicalId, formatArray(numbers), officers?.hasMore ?? false]);
  const details = reader.details(id);
  // The details of a redirected record are those of the record that it leads to. A later load may restrict them, so they are not copied.
  const own = isRedirected ? { lifecycle, nameBefore: details?.nameBefore, details: NO_DETAILS } : details;
  if (own !== undefined) await copier.add('details', [id, JSON.stringify(own)]);
  if (officers === undefined || officers.json.length === 0) return;
  const list = JSON.parse(`[${officers.json.toString()}]`) as { readonly resigned_on?: string }[];
  for (const [nth, officer] of list.entries()) {
    const resigned = Number((officer.resigned_on ?? '0').replaceAll('-', ''));
    await copier.add('officers', [id, nth, resigned, JSON.stringify(officer)]);
  }
}

/** Returns an array in the text format of PostgreSQL. */
function formatArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** The posting list of a prefix, or a part of it: ranks in ascending order, each once. */
interface PostingList {
  readonly prefix: Buffer;
  readonly ranks: readonly number[];
}

type Entry = Extract<NumberGroup, { kind: 'leaf' }>['entries'][number];

/**
 * Makes the posting list of every prefix with more than `UNLISTED_MAX` numbers that differ after the prefix. Lists of the snapshot are
 * copied; leaves are divided further.
 */
class PostingLists {
  /** The prefixes of the branches above the last group, the shortest first. */
  readonly #open: Buffer[] = [];
  #country: string | undefined;

  /** Returns the lists of a group. The groups must come in the order of the snapshot. */
  of(group: NumberGroup): PostingList[] {
    if (group.country !== this.#country) this.#open.length = 0;
    this.#country = group.country;
    if (group.kind === 'branch') {
      this.#closeUnless(group.prefix);
      if (this.#open.at(-1)?.equals(group.prefix) !== true) this.#open.push(group.prefix);
      return [group];
    }
    const entries = group.entries.toSorted((a, b) => a.number.compare(b.number));
    this.#closeUnless(entries[0]?.number ?? Buffer.alloc(0));
    return listsBelow(this.#open.at(-1)?.length ?? 0, entries);
  }

  #closeUnless(number: Buffer): void {
    while (this.#open.length > 0 && !startsWith(number, this.#open.at(-1))) this.#open.pop();
  }
}

/** Returns the lists of prefixes longer than `depth` bytes, from entries in the order of their numbers. */
function listsBelow(depth: number, entries: readonly Entry[]): PostingList[] {
  const lists: PostingList[] = [];
  const longer = entries.filter(({ number }) => number.length > depth);
  for (const group of Map.groupBy(longer, ({ number }) => number[depth]).values()) {
    if (group.length <= UNLISTED_MAX) continue;
    const [first, last] = [group[0]?.number, group.at(-1)?.number];
    if (first === undefined || last === undefined) continue;
    // The list has the longest common prefix: every shorter prefix finds the same numbers.
    let length = depth + 1;
    while (length < first.length && length < last.length && first[length] === last[length]) length++;
    const ranks = [...new Set(group.map(({ rank }) => rank))].toSorted((a, b) => a - b);
    lists.push({ prefix: first.subarray(0, length), ranks }, ...listsBelow(length, group));
  }
  return lists;
}

function startsWith(number: Buffer, prefix: Buffer | undefined): boolean {
  return prefix !== undefined && number.subarray(0, prefix.length).equals(prefix);
}
