import type {
  CompanyResult,
  DataVersion,
  OfficersResult,
  SearchRequest,
  SearchResult,
} from '../../../src/backend/index.ts';
import { foldName, foldNumber } from '../../../src/model/index.ts';
import { rankOf } from '../../questions.ts';
import { BEHIND_ALL } from '../rows.ts';
import type { SearchValue } from './sql.ts';

/** The version of data that other programs can write to: answers have an entity tag, but none is cached. */
export function uncachedVersion(generation: string): DataVersion {
  return { generation, isCurrent: false };
}

/** What is looked for: the first text and one behind the last, twice empty where nothing is. */
export interface Range {
  readonly from: string;
  readonly end: string;
}

/** The folded names and numbers that a query finds. */
export function rangesOf(query: string): { readonly name: Range; readonly number: Range } {
  return { name: rangeFrom(foldName(query)), number: rangeFrom(foldNumber(query)) };
}

function rangeFrom(prefix: string): Range {
  return { from: prefix, end: prefix === '' ? '' : prefix + BEHIND_ALL };
}

/** The place where a page begins at the earliest. */
export function startOf({ after }: SearchRequest): number {
  return after === undefined ? 0 : rankOf(after);
}

/** The values of a search in a database of tables. */
export function searchValues(request: SearchRequest): Readonly<Record<SearchValue, string | number>> {
  const { name, number } = rangesOf(request.query);
  return {
    from: name.from,
    end: name.end,
    numberFrom: number.from,
    numberEnd: number.end,
    start: startOf(request),
    rows: request.limit + 1,
    country: request.country ?? '',
  };
}

/** JSON as a database hands it over. */
export type Json = string | Uint8Array;

/** A company and where it is in registry name order. */
export type PlacedJson<T extends Json> = readonly [place: number, json: T];

/** Both in the order of places, who is in both once. */
export function mergedPage<T extends Json>(
  named: readonly PlacedJson<T>[],
  numbered: readonly PlacedJson<T>[],
): readonly PlacedJson<T>[] {
  if (numbered.length === 0) return named;
  const byPlace = new Map([...named, ...numbered]);
  return [...byPlace].toSorted(([a], [b]) => a - b);
}

/** The page that rows in order make: behind the `limit`, one says where the next page begins. */
export function pageOf(rows: readonly PlacedJson<Json>[], limit: number, version: DataVersion): SearchResult {
  const next = rows[limit]?.[0];
  const json = joined(rows.length > limit ? rows.slice(0, limit).map(([, one]) => one) : rows.map(([, one]) => one));
  return { json, next: next === undefined ? undefined : `${version.generation}.${next}`, version };
}

/** A list of officers, one more than `limit` where there are more. */
export function officersOf(
  companyId: string,
  officers: readonly Json[],
  limit: number,
  version: DataVersion,
): OfficersResult {
  return { companyId, json: joined(officers.slice(0, limit)), hasMore: officers.length > limit, version };
}

const COMMA = Buffer.from(',');

/** Resources separated by commas. */
function joined(parts: readonly Json[]): Buffer {
  if (typeof parts[0] !== 'object') return Buffer.from(parts.join(','));
  return Buffer.concat((parts as Uint8Array[]).flatMap((part, i) => (i === 0 ? part : [COMMA, part])));
}

/** A company with its identifiers. */
export function resourceOf(json: Json, identifiers: Json, version: DataVersion): CompanyResult {
  const [resource, list] = [Buffer.from(json), Buffer.from(identifiers)];
  // An empty list is left out.
  if (list.length <= 2) return { json: resource, version };
  const parts = [resource.subarray(0, -1), Buffer.from(',"identifiers":'), list, Buffer.from('}')];
  return { json: Buffer.concat(parts), version };
}
