/**
 * The format of a change file, which has the differences between two generations. docs/changes.md specifies the format: if you change it
 * here, raise CHANGES_FORMAT and change that page.
 */
import { CHANGE_EVENTS, DETAIL_FIELDS, PROFILE_FIELDS, type RegisterFacts } from '../../../src/model/index.ts';

export const CHANGES_FORMAT = 3;

/** The versions that this program reads. In version 1, events `stored` are mixed with other events; only version 3 has details. */
export const CHANGES_FORMATS_READ: readonly number[] = [1, 2, CHANGES_FORMAT];

export const CHANGES_SUFFIX = '.ndjson.zst';

/** The names of events. `stored` is hidden from readers: no served value changed, except the day of observation. */
export const EVENT_NAMES = [...CHANGE_EVENTS, 'stored'] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export const CHANGED_FIELDS = [
  ...PROFILE_FIELDS,
  'classifications',
  'identifiers',
  'officers',
  ...DETAIL_FIELDS,
] as const;

export interface ChangesHeader {
  readonly openfirma_changes: number;
  /** Greater than the numbers of all earlier files of the folder. */
  readonly number: number;
  /** The generations before and after; equal if there is no difference. */
  readonly from: string;
  readonly to: string;
  readonly time: string;
  /** The digest of the change file that leads to `from`; absent at the start of a chain. */
  readonly previous?: string;
  /** From the metadata of the snapshot of `to`. */
  readonly snapshot: {
    readonly format: number;
    readonly digest: string;
    readonly registers: Readonly<Record<string, RegisterFacts>>;
    readonly restriction_key?: string;
    /** Whether the snapshot has a match index, and so former and further names. */
    readonly match?: true;
  };
}

/** The line before the end line. It describes the events after the end line, and is absent in files without such events. */
export interface StoredPart {
  readonly event: 'stored';
  readonly events: number;
  readonly digest: string;
}

/** The line that ends the visible events; only events `stored`, which readers skip, come after it. */
export interface ChangesEnd {
  readonly event: 'end';
  readonly events: number;
  readonly digest: string;
  /** The id of the signing key, and the signature in base64url; absent in an unsigned file. */
  readonly key?: string;
  readonly signature?: string;
}
