import type { CompanyClassification, CompanyIdentifier, CompanyLifecycle } from './resources.ts';
import type { LineName, LineOfficer, RegisterLine } from './register-line.ts';
import type { PROFILE_FIELDS } from './vocabulary.ts';

/** The profile fields of a company; each is absent where no register publishes it. */
export type Profile = Pick<RegisterLine, (typeof PROFILE_FIELDS)[number]>;

/**
 * A resolved company: permanent id, merged values, and a lifecycle whose ids name current records. Identity resolution returns
 * it and the snapshot stores it. Identifiers and classifications are in the contract's order.
 */
export interface CompanyRecord {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  readonly profile: Profile;
  readonly identifiers: readonly CompanyIdentifier[];
  /** Other forms of its registry numbers, as identifiers: found by search and matched by later builds, never served. */
  readonly numberForms: readonly CompanyIdentifier[];
  /** Former and further names as published. A snapshot stores them only in a match index. */
  readonly formerNames: readonly LineName[];
  readonly otherNames: readonly LineName[];
  readonly classifications: readonly CompanyClassification[];
  readonly officers: readonly LineOfficer[];
  /** Whether the register lists more current officers than these. */
  readonly officersHasMore: boolean;
  /** The registers' own keys of the record, raw; never served. */
  readonly keys: readonly string[];
  /**
   * Identify a record without values to later builds, {@linkcode FINGERPRINT_BYTES} each: plain ones of a tombstoned record, keyed
   * ones of a restricted record or of a redirected record that continues one.
   */
  readonly fingerprints: readonly Uint8Array[];
}

/**
 * A fingerprint: one byte for the strength of its key or identifier (1, a key, is the strongest), then 16 bytes of a hash.
 * docs/snapshot-format.md describes both kinds, plain and keyed.
 */
export const FINGERPRINT_BYTES = 17;

/** A record of the previous snapshot with everything that identifies it. */
export type PreviousRecord = Pick<
  CompanyRecord,
  'id' | 'lifecycle' | 'keys' | 'identifiers' | 'numberForms' | 'fingerprints'
>;

/** The records of the previous build, in every state. Their ids are permanent. */
export interface PreviousSnapshot {
  /** All records, in the order of their ids' bytes. */
  records(): Iterable<PreviousRecord>;
  /** Whether a record has this id. */
  has(id: string): boolean;
  /** The values that an active or split record was served with. */
  valuesOf(id: string): Pick<CompanyRecord, 'profile' | 'classifications'>;
}

/** An input line and its company, to check that a snapshot returns what the line says. */
export interface ResolvedLine {
  /** The name of the input in messages. */
  readonly file: string;
  /** The number of the line in its input, from 1. */
  readonly lineNumber: number;
  /** The line without the lists that search does not read. */
  readonly line: Omit<RegisterLine, 'classifications' | 'officers' | 'former_names' | 'other_names'>;
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** Whether the line ranks first among the lines of its company, so that the company has all its values. */
  readonly isFirst: boolean;
}
