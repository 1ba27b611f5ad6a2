import type { CompanyRecord, PreviousSnapshot } from '../model/index.ts';
import type { YieldIfDue } from '../files/index.ts';
import type { KeyedHash } from './clustering/fingerprints.ts';
import type { RankedLine, ValueSources } from './survivorship/merge-lines.ts';

export interface ResolverOptions {
  /** The previous snapshot, whose ids are kept. */
  readonly previousSnapshot?: PreviousSnapshot;
  /** Hashes the fingerprints of restricted records. */
  readonly keyedHash: KeyedHash;
  readonly yieldIfDue?: YieldIfDue;
  /** Whether an id is that of an active company of the previous snapshot that stays as it is: none of its lines is added. */
  readonly stays?: (id: string) => boolean;
}

/** A company and the numbers of its lines, highest rank first. */
export interface ResolvedCompany {
  readonly company: CompanyRecord;
  readonly lines: readonly number[];
  /** The numbers of lines that are not used for values, because their register has a newer line of the company. */
  readonly superseded?: readonly number[] | undefined;
  readonly sources?: ValueSources | undefined;
  /**
   * Its lines in the order of their numbers, if the company depends on nothing but them: a build that continues this one may keep it as it
   * is while none of these lines changes and no other line has one of its keys or identifiers.
   */
  readonly plain?: readonly RankedLine[] | undefined;
}

/** The previous snapshot of a build without one. */
export const NO_SNAPSHOT: PreviousSnapshot = {
  records: () => [],
  has: () => false,
  readValues: () => ({ profile: {}, classifications: [] }),
};
