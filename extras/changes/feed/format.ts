/**
 * A change file: what one generation of the data changed in the one before. docs/changes.md specifies it; a change here changes
 * the format: raise CHANGES_FORMAT, and change the page.
 */
import {
  CHANGE_EVENTS,
  PROFILE_FIELDS,
  type CompanyClassification,
  type CompanyIdentifier,
  type CompanyLifecycle,
  type LineOfficer,
  type Profile,
  type RegisterFacts,
} from '../../../src/model/index.ts';

/** The version of the format that this program writes. */
export const CHANGES_FORMAT = 2;

/** The versions that it reads. In files of version 1 the events `stored` lie among the others. */
export const CHANGES_FORMATS_READ: readonly number[] = [1, CHANGES_FORMAT];

/** How the name of a change file ends. */
export const CHANGES_SUFFIX = '.ndjson.zst';

/** What happened to a company; `stored` is of no interest to readers: nothing that is served changed but when it was observed. */
export const EVENT_NAMES = [...CHANGE_EVENTS, 'stored'] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The fields that `changed` may name. */
export const CHANGED_FIELDS = [...PROFILE_FIELDS, 'classifications', 'identifiers', 'officers'] as const;

/** The first line. */
export interface ChangesHeader {
  readonly openfirma_changes: number;
  /** Greater than that of every file before it in the folder. */
  readonly number: number;
  /** The generations that it leads from and to; the same where nothing changed. */
  readonly from: string;
  readonly to: string;
  /** When it was made, in UTC. */
  readonly time: string;
  /** The digest of the change file that leads to `from`; absent where a chain begins. */
  readonly previous?: string;
  /** From the metadata of the snapshot that it leads to. */
  readonly snapshot: {
    readonly format: number;
    readonly digest: string;
    readonly registers: Readonly<Record<string, RegisterFacts>>;
    readonly restriction_key?: string;
    /** Whether it has a match index, and so former and further names. */
    readonly match?: true;
  };
}

/** The line of a company. */
export interface ChangeEvent {
  readonly id: string;
  readonly event: EventName;
  readonly generation: string;
  readonly time: string;
  /** The fields of the resource that differ, and `officers`; only of `changed`. */
  readonly fields?: readonly string[];
  /** The resource as a reader gets it from now on, without the values of the company that a redirected one leads to. */
  readonly company: Profile & {
    readonly id: string;
    readonly object: 'company';
    /** Absent only of `withdrawn`. */
    readonly lifecycle?: CompanyLifecycle;
    readonly classifications?: readonly CompanyClassification[];
    readonly identifiers?: readonly CompanyIdentifier[];
  };
  /** All on record, also those who resigned. */
  readonly officers?: readonly LineOfficer[];
  readonly officers_has_more?: true;
  /** Stored in a snapshot, but never served. */
  readonly stored?: {
    readonly identifiers?: readonly CompanyIdentifier[];
    readonly number_forms?: readonly CompanyIdentifier[];
    readonly keys?: readonly string[];
    /** Of a snapshot with a match index. */
    readonly former_names?: readonly string[];
    readonly other_names?: readonly string[];
    /** Base64url. */
    readonly fingerprints?: readonly string[];
  };
  /** Random, so that the content of a purged line cannot be guessed from its digest. */
  readonly salt: string;
}

/** Replaces an event whose company was restricted later: the SHA-256 of the line keeps the digest of the file valid. */
export interface PurgedEvent {
  readonly event: 'purged';
  readonly sha256: string;
}

/** The line before the end line: it describes the events after the end line. Files without such events lack it. */
export interface StoredPart {
  readonly event: 'stored';
  /** How many events `stored` there are. */
  readonly events: number;
  /** The digest of their lines. */
  readonly digest: string;
}

/** The line that ends the events; only events `stored`, which readers need not read, come after it. */
export interface ChangesEnd {
  readonly event: 'end';
  /** How many events lie between the first line and this one. */
  readonly events: number;
  readonly digest: string;
  /** The id of the key that signs, and the signature of {@linkcode signedBytes} in base64url; absent in an unsigned file. */
  readonly key?: string;
  readonly signature?: string;
}

/** The bytes that are signed. Their version is their own: the digest covers that of the file. */
export function signedBytes(digest: string, key: string): Buffer {
  return Buffer.from(`openfirma-changes 1\ndigest ${digest}\nkey ${key}\n`);
}

/** How a line of an event begins; the id follows. */
export const EVENT_START = '{"id":"';
