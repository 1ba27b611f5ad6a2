import type { Feed, FeedPosition } from '../../changes/index.ts';
import { CHANGES_CURSOR_PATTERN, CHANGES_LIMITS } from '../../contract/index.ts';
import { invalidParameter, readQuery } from '../../server/index.ts';

const { eventsMax, eventsDefault } = CHANGES_LIMITS;
const CURSOR = new RegExp(CHANGES_CURSOR_PATTERN);
/** RFC 3339 with a time zone. */
const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const GENERATION = /^[A-Za-z0-9_-]{1,64}$/;

/** A position as clients get it. */
export function cursorOf({ number, line }: FeedPosition): string {
  return `${number}-${line}`;
}

/** Where a page begins, and how many events it has at most. Throws a {@linkcode ProblemError} that names the first wrong parameter. */
export function readList(
  target: string,
  feed: Feed,
  current: string | undefined,
): { readonly from: FeedPosition; readonly limit: number } {
  const { after, since, cursor, limit } = readQuery(target, ['after', 'since', 'cursor', 'limit']);
  const starts = Object.entries({ after, since, cursor });
  const [first, second] = starts.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (second !== undefined) throw invalidParameter(second, `must not be given beside "${first}"`);
  const most = limit === undefined ? eventsDefault : Number(/^\d{1,5}$/.test(limit) ? limit : 0);
  if (most < 1 || most > eventsMax)
    throw invalidParameter('limit', `must be a whole number from 1 to ${eventsMax}`, limit);
  if (after !== undefined) return { from: afterGeneration(after, feed, current), limit: most };
  if (since !== undefined) return { from: feed.since(timeIn(since)), limit: most };
  return { from: cursor === undefined ? feed.start : positionIn('cursor', cursor, feed), limit: most };
}

/** Where a page of the Atom feed ends; undefined for the latest one. */
export function readBefore(target: string, feed: Feed): FeedPosition | undefined {
  const { before } = readQuery(target, ['before']);
  if (before !== undefined && !CURSOR.test(before))
    throw invalidParameter('before', 'must be from a link of the feed', before);
  return before === undefined ? undefined : positionIn('before', before, feed);
}

function afterGeneration(after: string, feed: Feed, current: string | undefined): FeedPosition {
  if (!GENERATION.test(after)) throw invalidParameter('after', 'must be a generation', after);
  const from = after === current ? feed.end : feed.after(after);
  if (from !== undefined) return from;
  throw invalidParameter('after', 'is no generation whose changes are kept: begin with a whole snapshot', after);
}

function timeIn(since: string): string {
  const time = TIME.test(since) ? new Date(since.toUpperCase()) : undefined;
  if (time !== undefined && !Number.isNaN(time.getTime())) return time.toISOString();
  throw invalidParameter('since', 'must be a time such as 2026-11-22T18:00:00Z', since);
}

function positionIn(name: string, text: string, feed: Feed): FeedPosition {
  if (!CURSOR.test(text)) throw invalidParameter(name, 'must be the next_cursor of an answer', text);
  const [number = 0, line = 0] = text.split('-').map(Number);
  if (feed.has({ number, line })) return { number, line };
  throw invalidParameter(name, 'leads to changes that are not kept: begin with a whole snapshot', text);
}
