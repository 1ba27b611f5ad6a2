import type { Feed, FeedPosition } from '../../changes/index.ts';
import { CHANGES_CURSOR_PATTERN, CHANGES_LIMITS } from '../../contract/index.ts';
import { ProblemError, invalidParameter, readQuery } from '../../server/index.ts';

const { eventsMax, eventsDefault } = CHANGES_LIMITS;
const CURSOR = new RegExp(CHANGES_CURSOR_PATTERN);
/** RFC 3339 with a time zone. */
const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;
/** A file of a million events is read in some 15 seconds. */
const RETRY_AFTER_SECONDS = 5;
const GENERATION = /^[A-Za-z0-9_-]{1,64}$/;

/** A position as clients get it. */
export function cursorOf({ number, line }: FeedPosition): string {
  return `${number}-${line}`;
}

/** Where positions lie. */
export interface Told {
  /** What the feed leads to. */
  readonly generation: string | undefined;
  readonly feed: Feed;
  /** Whether it is the one before the present generation, whose changes are still being read. */
  readonly isBehind: boolean;
}

/** Where a page begins, and how many events it has at most. Throws a {@linkcode ProblemError} that names the first wrong parameter. */
export function readList(target: string, told: Told): { readonly from: FeedPosition; readonly limit: number } {
  const { after, since, cursor, limit } = readQuery(target, ['after', 'since', 'cursor', 'limit']);
  const starts = Object.entries({ after, since, cursor });
  const [first, second] = starts.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (second !== undefined) throw invalidParameter(second, `must not be given beside "${first}"`);
  const most = limit === undefined ? eventsDefault : Number(/^\d{1,5}$/.test(limit) ? limit : 0);
  if (most < 1 || most > eventsMax)
    throw invalidParameter('limit', `must be a whole number from 1 to ${eventsMax}`, limit);
  if (after !== undefined) return { from: afterGeneration(after, told), limit: most };
  if (since !== undefined) return { from: afterTime(since, told.feed), limit: most };
  return { from: cursor === undefined ? told.feed.start : positionIn('cursor', cursor, told), limit: most };
}

/** Where a page of the Atom feed ends; undefined for the latest one. */
export function readBefore(target: string, told: Told): FeedPosition | undefined {
  const { before } = readQuery(target, ['before']);
  if (before !== undefined && !CURSOR.test(before))
    throw invalidParameter('before', 'must be from a link of the feed', before);
  return before === undefined ? undefined : positionIn('before', before, told);
}

function afterGeneration(after: string, { feed, generation, isBehind }: Told): FeedPosition {
  if (!GENERATION.test(after)) throw invalidParameter('after', 'must be a generation', after);
  const from = after === generation ? feed.end : feed.after(after);
  if (from !== undefined) return from;
  throw notKept('after', 'is no generation whose changes are kept: begin with a whole snapshot', after, isBehind);
}

/** A place that is not in the feed. It may be in the one that is still being read, as another worker has told. */
function notKept(name: string, rule: string, value: string, isBehind: boolean): ProblemError {
  return isBehind ? stillBeingRead() : invalidParameter(name, rule, value);
}

/** What changed is not known yet. */
export function stillBeingRead(): ProblemError {
  const detail = 'What changed in the present generation is still being read';
  return new ProblemError('upstream_busy', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function afterTime(since: string, feed: Feed): FeedPosition {
  const time = TIME.test(since) && isDay(since.slice(0, 10)) ? new Date(since.toUpperCase()) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()))
    throw invalidParameter('since', 'must be a time such as 2026-11-22T18:00:00Z', since);
  const from = feed.since(time.toISOString());
  if (from !== undefined) return from;
  const kept = feed.keptSince === undefined ? 'no changes are kept' : `changes are kept since ${feed.keptSince}`;
  throw invalidParameter('since', `leads to changes that are not kept (${kept}): begin with a whole snapshot`, since);
}

/** Whether a day is in the calendar: a 30 February would be read as one of March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function positionIn(name: string, text: string, { feed, isBehind }: Told): FeedPosition {
  if (!CURSOR.test(text)) throw invalidParameter(name, 'must be the next_cursor of an answer', text);
  const [number = 0, line = 0] = text.split('-').map(Number);
  if (feed.has({ number, line })) return { number, line };
  throw notKept(name, 'leads to changes that are not kept: begin with a whole snapshot', text, isBehind);
}
