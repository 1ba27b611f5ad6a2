/**
 * A change file: what one generation of the data changed in the one before. docs/changes.md specifies it; a change here changes
 * the format: raise CHANGES_FORMAT, and change the page.
 */
import {
  CHANGE_EVENTS,
  type CompanyClassification,
  type CompanyIdentifier,
  type CompanyLifecycle,
  type LineOfficer,
  type Profile,
  type RegisterFacts,
} from '../model/index.ts';

/** The version of the format that this program writes, and the only one it reads. */
export const CHANGES_FORMAT = 1;

/** How the name of a change file ends. */
export const CHANGES_SUFFIX = '.ndjson.zst';

/** What happened to a company; `stored` is of no interest to readers: nothing that is served changed but when it was observed. */
export const EVENT_NAMES = [...CHANGE_EVENTS, 'stored'] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** The first line. */
export interface ChangesHeader {
  readonly openfirma_changes: typeof CHANGES_FORMAT;
  /** Greater than that of every file before it in the folder. */
  readonly number: number;
  /** The generations that it leads from and to; the same where nothing changed. */
  readonly from: string;
  readonly to: string;
  /** When it was made, in UTC. */
  readonly time: string;
  /** The digest of the change file that leads to `from`; absent where a chain begins. */
  readonly previous?: string;
  /** What the metadata of the snapshot that it leads to says. */
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
  /** The fields of the resource that differ, and `officers`; of `changed` alone. */
  readonly fields?: readonly string[];
  /** The resource as a reader gets it from now on, without the values of the company that a redirected one leads to. */
  readonly company: Profile & {
    readonly id: string;
    readonly object: 'company';
    /** Absent of `withdrawn` alone. */
    readonly lifecycle?: CompanyLifecycle;
    readonly classifications?: readonly CompanyClassification[];
    readonly identifiers?: readonly CompanyIdentifier[];
  };
  /** All on record, also those who resigned. */
  readonly officers?: readonly LineOfficer[];
  readonly officers_has_more?: true;
  /** What a snapshot stores and nobody is served. */
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
  /** Random: nobody can find out by guessing what a line held that was purged. */
  readonly salt: string;
}

/** What stands in the place of an event whose company was restricted later: the SHA-256 of the line, so that the digest stays. */
export interface PurgedEvent {
  readonly event: 'purged';
  readonly sha256: string;
}

/** The last line. */
export interface ChangesEnd {
  readonly event: 'end';
  /** How many lines lie between the first and this one. */
  readonly events: number;
  readonly digest: string;
  /** The id of the key that signs, and the signature of {@linkcode signedBytes} in base64url; absent where nobody signed. */
  readonly key?: string;
  readonly signature?: string;
}

/** The bytes that are signed. */
export function signedBytes(digest: string, key: string): Buffer {
  return Buffer.from(`openfirma-changes ${CHANGES_FORMAT}\ndigest ${digest}\nkey ${key}\n`);
}

/** How a line of an event begins; the id follows. */
export const EVENT_START = '{"id":"';
