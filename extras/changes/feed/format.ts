/**
 * The format of a change file, which has the differences between two generations. docs/changes.md specifies the format: if you change it
 * here, raise CHANGES_FORMAT and change that page.
 */
import { CHANGE_EVENTS, DETAIL_FIELDS, PROFILE_FIELDS } from '../../../src/model/index.ts';

export const CHANGES_FORMAT = 4;

export const CHANGES_SUFFIX = '.ndjson.gz';
/** The suffix of formats 1 to 3. */
export const OLD_SUFFIX = '.ndjson.zst';

/** The names of events. Of a purged event only the id is left; it is not served. */
export const EVENT_NAMES = [...CHANGE_EVENTS, 'purged'] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export const CHANGED_FIELDS = [
  ...PROFILE_FIELDS,
  'classifications',
  'identifiers',
  'officers',
  ...DETAIL_FIELDS,
] as const;

/** The first line of a change file. */
export interface ChangesHeader {
  readonly openfirma_changes: number;
  /** Greater than the numbers of all earlier files of the folder. */
  readonly number: number;
  /** The generations before and after; equal if there is no difference. */
  readonly from: string;
  readonly to: string;
  readonly time: string;
}

/** An event without its values. */
export interface EventHead {
  readonly id: string;
  readonly event: EventName;
  readonly fields?: readonly string[];
}

/** An event that is served. */
export interface FeedEvent extends EventHead {
  readonly event: (typeof CHANGE_EVENTS)[number];
  readonly generation: string;
  readonly time: string;
}
