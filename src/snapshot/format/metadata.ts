import type { AsOfRange, CompanyCounts, RegisterFacts } from '../../model/index.ts';
import { MATCH_TABLE_NAMES } from '../file/table-names.ts';
import { MATCH_INDEX_KEY, MATCH_INDEX_VERSION, type Tables } from './format.ts';
import type { STATES } from './row.ts';

export type StateCounts = Record<(typeof STATES)[number], number>;

export interface CountryCounts extends StateCounts, AsOfRange {
  /** Number of officers on record for its current companies, including resigned ones. */
  officers: number;
}

/** The metadata of a snapshot, stored in it as JSON. It depends only on the inputs and the reports beside them. */
export interface SnapshotMetadata {
  readonly format: number;
  /** Names the content: the first 128 bits of the digest as 26 characters. Cursors and entity tags are bound to it. */
  readonly generation: string;
  /** SHA-256 over the digests in `tables`, hexadecimal: equal for equal content. */
  readonly digest: string;
  /** SHA-256 of each table and of the dictionary (key `dictionary`), hexadecimal. */
  readonly tables: Readonly<Record<string, string>>;
  readonly records: StateCounts;
  /**
   * By the country whose register the company is in, else that of its head office; `--` if neither is published. Restricted and tombstoned
   * records count under `--` too, because none of their values is kept.
   */
  readonly countries: Readonly<Record<string, CountryCounts>>;
  /** The facts of each register in the snapshot, by its id. A line that names no register is not counted here. */
  readonly registers: Readonly<Record<string, RegisterFacts>>;
  /** By scope of a country. Absent in snapshots of earlier programs, and if there are more than `CompanyTally` allows. */
  readonly company_counts?: Readonly<Record<string, CompanyCounts>> | undefined;
  /** Names the key that the fingerprints of restricted records are hashed with; absent without restricted records. */
  readonly restriction_key?: string;
}

/** Returns the number of records in all states. */
export function countRecords(records: StateCounts): number {
  return Object.values(records).reduce((sum, count) => sum + count, 0);
}

/** Whether a snapshot has a match index. */
export function hasMatchIndex({ tables }: Pick<SnapshotMetadata, 'tables'>): boolean {
  return MATCH_TABLE_NAMES.some((name) => name in tables);
}

/** Whether a snapshot has a match index of the version that this program searches. */
export function hasSearchableMatchIndex({ metadata }: Pick<Tables, 'metadata'>): boolean {
  const facts = metadata.get(MATCH_INDEX_KEY);
  if (facts === undefined) return false;
  const { version } = JSON.parse(facts.toString()) as { readonly version?: number };
  return version === MATCH_INDEX_VERSION;
}

/** The key under which records without a country are counted. */
export const NO_COUNTRY = '--';

export function noRecords(): StateCounts {
  return { active: 0, redirected: 0, split: 0, tombstoned: 0, restricted: 0 };
}
