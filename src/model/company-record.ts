import type { CompanyClassification, CompanyIdentifier, CompanyLifecycle } from './resources.ts';
import type { LineOfficer, RegisterLine } from './register-line.ts';
import type { DetailField, PROFILE_FIELDS } from './vocabulary.ts';

/** The profile fields of a company; each field is absent if no register publishes it. */
export type Profile = Pick<RegisterLine, (typeof PROFILE_FIELDS)[number]>;

/** A register that supplied some of a company's details, and the day of its record. */
export interface DetailSource {
  /** The register's id; absent for a line written by hand. */
  readonly register?: string;
  /** The day the register was last observed. */
  readonly as_of_date?: string;
  /** The fields that it supplied, in the order of `DETAIL_FIELDS`. */
  readonly fields: readonly DetailField[];
}

/** The details of a company beside its profile; each field is absent if no register publishes it. */
export interface CompanyDetails extends Pick<RegisterLine, DetailField> {
  /** The source of each field; names may have several sources. */
  readonly sources: readonly DetailSource[];
}

/** A record with its details, as the resources of details need it. */
export interface DetailsRecord {
  readonly lifecycle: CompanyLifecycle;
  /** The strongest identifier; absent if the record has none, its values are withheld, or another service does not return it. */
  readonly number?: CompanyIdentifier;
  /** {@linkcode NO_DETAILS} unless the record is active or redirects to an active record. */
  readonly details: CompanyDetails;
  /** The name before the redirect, if the target of the redirect has values. */
  readonly nameBefore?: string | undefined;
}

/** The details of a record without details. */
export const NO_DETAILS: CompanyDetails = { sources: [] };

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
  /** {@linkcode NO_DETAILS} unless the record is active. */
  readonly details: CompanyDetails;
  readonly classifications: readonly CompanyClassification[];
  readonly officers: readonly LineOfficer[];
  /** Whether the register lists more current officers than these. */
  readonly officersHasMore: boolean;
  /** The registers' own keys of the record, raw; never served. */
  readonly keys: readonly string[];
  /**
   * The fingerprints by which later builds identify a record without values, {@linkcode FINGERPRINT_BYTES} each: plain ones of a tombstoned
   * record; keyed ones of a restricted record, or of a redirected record that continues a restricted one.
   */
  readonly fingerprints: readonly Uint8Array[];
  /** The last known name of a redirected record; absent in other states. Pages show it, the API does not. */
  readonly nameBefore?: string | undefined;
}

/**
 * Size of a fingerprint in bytes: one byte for the strength of its key or identifier (1, a key, is the strongest), then 16 bytes of a hash.
 * docs/snapshot-format.md describes both kinds, plain and keyed.
 */
export const FINGERPRINT_BYTES = 17;

/** A record of the previous snapshot with everything that identifies it. */
export type PreviousRecord = Pick<
  CompanyRecord,
  'id' | 'lifecycle' | 'keys' | 'identifiers' | 'numberForms' | 'fingerprints' | 'nameBefore'
>;

export interface PreviousSnapshot {
  /** Returns all records, in the order of their ids' bytes. */
  records(): Iterable<PreviousRecord>;
  has(id: string): boolean;
  /** Returns the values that an active or split record was served with. */
  readValues(id: string): Pick<CompanyRecord, 'profile' | 'classifications'>;
}

/** An input line and its company, to check that a snapshot returns what the line says. */
export interface ResolvedLine {
  readonly file: string;
  readonly lineNumber: number;
  /** The line without the lists that search does not read. */
  readonly line: Omit<RegisterLine, 'classifications' | 'officers' | 'former_names' | 'other_names'>;
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** Whether the line ranks first among the lines of its company, so that the company has all its values. */
  readonly isFirst: boolean;
}
