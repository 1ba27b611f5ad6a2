import type { Feed, FeedPosition } from '../feed/index.ts';
import { CHANGES_CURSOR_PATTERN, CHANGES_LIMITS } from '../declaration.ts';
import { isTime } from '../fields.ts';
import { isDay } from '../../../src/model/index.ts';
import { ProblemError, invalidParameter, readCompanyId, readQuery } from '../../../src/operations/index.ts';
import { jsonBody, parseObject, refuseUnknown, shownValue } from '../../../src/server/index.ts';

const { eventsMax, eventsDefault, companiesMax, watchedMax } = CHANGES_LIMITS;
const CURSOR = new RegExp(CHANGES_CURSOR_PATTERN);
/** A cursor issued while no change file was kept. */
const GENERATION_CURSOR = /^0-([0-9a-z]{26})$/;
/** A file of a million events loads in some 15 seconds. */
const RETRY_AFTER_SECONDS = 5;
const GENERATION = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns the cursor of a position. If no file is kept, the cursor has the generation after which changes will be served. */
export function formatCursor({ number, line }: FeedPosition, generation?: string): string {
  return number === 0 && generation !== undefined ? `0-${generation}` : `${number}-${line}`;
}

export interface ServedFeed {
  readonly generation: string | undefined;
  readonly feed: Feed;
  /** Whether this is the feed of the previous generation, because the changes of the current one are loading. */
  readonly isBehind: boolean;
}

/** A page from a position, of at most `limit` events. */
export interface Page {
  readonly from: FeedPosition;
  readonly limit: number;
}

const PAGE_PARAMETERS = ['after', 'since', 'cursor', 'limit'] as const;
type PageParameters = { readonly [name in (typeof PAGE_PARAMETERS)[number]]?: string };

/** Reads the page of a list. Throws a {@linkcode ProblemError} for the first wrong parameter. */
export function readList(target: string, served: ServedFeed): Page {
  return readPage(readQuery(target, PAGE_PARAMETERS), served);
}

function readPage({ after, since, cursor, limit }: PageParameters, served: ServedFeed): Page {
  const starts = Object.entries({ after, since, cursor });
  const [first, second] = starts.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (second !== undefined) throw invalidParameter(second, `cannot be combined with "${first}"`);
  const most = limit === undefined ? eventsDefault : Number(/^\d{1,5}$/.test(limit) ? limit : 0);
  if (most < 1 || most > eventsMax)
    throw invalidParameter('limit', `must be a whole number from 1 to ${eventsMax}`, limit);
  if (after !== undefined) return { from: afterGeneration(after, served), limit: most };
  if (since !== undefined) return { from: afterTime(since, served.feed), limit: most };
  return { from: cursor === undefined ? served.feed.start : parsePosition('cursor', cursor, served), limit: most };
}

/**
 * Reads the companies of a query; the set may be empty. Throws a {@linkcode ProblemError} for a value that is not an ID.
 */
export function readCompanies(target: string): ReadonlySet<string> {
  const ids = new URLSearchParams(target.slice(target.indexOf('?') + 1)).getAll('company');
  if (ids.length > companiesMax)
    throw invalidParameter('company', `must be given at most ${companiesMax} times; POST /changes/query takes more`);
  return new Set(ids.map((id) => readCompanyId(id, 'company')));
}

/** Reads a watch list and its page. Throws a {@linkcode ProblemError} that names the first wrong field. */
export function readWatch(
  body: Uint8Array,
  served: ServedFeed,
): { readonly ids: ReadonlySet<string>; readonly page: Page } {
  const fields = parseObject(jsonBody(body), 'body', 'must be an object with companies');
  refuseUnknown(fields, '', ['companies', ...PAGE_PARAMETERS]);
  const { companies } = fields;
  if (!Array.isArray(companies) || companies.length === 0 || companies.length > watchedMax)
    throw invalidParameter('companies', `must be a list of 1 to ${watchedMax} company IDs`, shownValue(companies));
  const ids = companies.map((id: unknown, i) => readCompanyId(shownValue(id), `companies[${i}]`));
  const given = Object.fromEntries(PAGE_PARAMETERS.map((name) => [name, shownValue(fields[name])]));
  return { ids: new Set(ids), page: readPage(given, served) };
}

function afterGeneration(after: string, served: ServedFeed): FeedPosition {
  if (!GENERATION.test(after)) throw invalidParameter('after', 'must be a generation', after);
  const { isBehind } = served;
  const from = positionAfter(after, served);
  if (from !== undefined) return from;
  throw notKept('after', 'is not a generation with kept changes: begin with a whole snapshot', after, isBehind);
}

function positionAfter(of: string, { feed, generation }: ServedFeed): FeedPosition | undefined {
  return of === generation ? feed.end : feed.after(of);
}

/**
 * Returns the error for a position that is not in the feed. If the feed is behind, another worker may have loaded one with this position.
 */
function notKept(name: string, rule: string, value: string, isBehind: boolean): ProblemError {
  return isBehind ? stillLoading() : invalidParameter(name, rule, value);
}

export function stillLoading(): ProblemError {
  const detail = 'The changes of the current generation are still loading';
  return new ProblemError('upstream_busy', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function afterTime(since: string, feed: Feed): FeedPosition {
  const time = isDay(since) ? `${since}T00:00:00Z` : since.toUpperCase();
  if (!isTime(time))
    throw invalidParameter('since', 'must be a time such as 2026-11-22T18:00:00Z, or a day such as 2026-11-22', since);
  const from = feed.since(new Date(time).toISOString());
  if (from !== undefined) return from;
  const kept = feed.keptSince === undefined ? 'no changes are kept' : `changes are kept since ${feed.keptSince}`;
  throw invalidParameter('since', `leads to changes that are not kept (${kept}): begin with a whole snapshot`, since);
}

function parsePosition(name: string, text: string, served: ServedFeed): FeedPosition {
  if (!CURSOR.test(text)) throw invalidParameter(name, 'must be the next_cursor of an answer', text);
  const { feed, isBehind } = served;
  const [number = 0, line = 0] = text.split('-').map(Number);
  const of = GENERATION_CURSOR.exec(text)?.[1];
  const from = of === undefined ? { number, line } : positionAfter(of, served);
  if (from !== undefined && feed.has(from)) return from;
  throw notKept(name, 'leads to changes that are not kept: begin with a whole snapshot', text, isBehind);
}
