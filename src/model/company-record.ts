import type { CompanyClassification, CompanyIdentifier, CompanyLifecycle } from './resources.ts';
import type { LineOfficer, RegisterLine } from './register-line.ts';
import type { PROFILE_FIELDS } from './vocabulary.ts';

/** The profile fields of a company that are plain texts, without those no register publishes for it. */
export type Profile = Pick<RegisterLine, (typeof PROFILE_FIELDS)[number]>;

/**
 * One company with everything settled: its permanent id, its merged values and its lifecycle, whose ids name current
 * records. It is what identity hands to the snapshot. Identifiers and classifications are in the contract's order.
 */
export interface CompanyRecord {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  readonly profile: Profile;
  readonly identifiers: readonly CompanyIdentifier[];
  readonly classifications: readonly CompanyClassification[];
  readonly officers: readonly LineOfficer[];
  /** The register lists more current officers than these. */
  readonly officersHasMore: boolean;
  /** The registers' own keys of the record, raw; never served. */
  readonly keys: readonly string[];
  /**
   * What later builds recognise a record by whose values are withheld: of a tombstoned record the fingerprints of its keys and
   * joining identifiers, of a restricted one the same, keyed with the operator's key. {@linkcode FINGERPRINT_BYTES} each.
   */
  readonly fingerprints: readonly Uint8Array[];
}

/** A fingerprint is a byte that says how strong it is (0, a key, is the strongest) and 16 bytes of a hash. */
export const FINGERPRINT_BYTES = 17;

/** A record as an earlier build published it, with what it is recognised by. */
export type PublishedRecord = Pick<CompanyRecord, 'id' | 'lifecycle' | 'keys' | 'identifiers' | 'fingerprints'>;

/** What an earlier build published: every record in every state. */
export interface Published {
  /** All records, in the order of their ids' bytes. */
  records(): Iterable<PublishedRecord>;
  /** Whether a record has this id. */
  has(id: string): boolean;
  /** The values that an active or split record was served with. */
  valuesOf(id: string): Pick<CompanyRecord, 'profile' | 'classifications'>;
}

/** A line of an input and the company it turned out to be of, for asking a snapshot whether it answers as the line says. */
export interface SettledLine {
  /** What messages call the input. */
  readonly file: string;
  /** The place of the line in its input, from 1. */
  readonly lineNumber: number;
  /** The line, without its lists that no search finds anybody by. */
  readonly line: Omit<RegisterLine, 'classifications' | 'officers'>;
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** No other line of the company counts more, so that all its values are the company's. */
  readonly isFirst: boolean;
}
