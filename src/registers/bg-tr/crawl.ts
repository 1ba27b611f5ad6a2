import { dayAfter } from '../../importer/declaration.ts';
import type { CrawlResponse, CrawlRequest, Crawl } from '../../importer/index.ts';
import { IGNORED, PERSON_FORMS, TAKEN } from './fields.ts';

export const PORTAL = 'https://data.egov.bg';

/** The data set of the register on the portal. */
export const DATA_SET = '2df0c2af-e769-4397-be33-fcbe269806f3';

/** The last day in the ZIP of the whole set. Days up to it are not fetched one by one. */
const ZIP_ENDS = '2022-09-02';

/** Number of days before the last round that a round of changes covers, for files that are published late. */
const LATE_DAYS = 14;

/** A file in the list: a link with its id, and the day in the text after it. */
const LISTED =
  /resourceView\/(?<id>[\da-f-]{36})"(?:(?!<\/a>)[\s\S])*?(?<day>[0-3]\d)\.(?<month>[01]\d)\.(?<year>20\d{2})/g;

/** Crawls the pages of the list, newest first, and the file of each day. Later rounds request only the first pages and new days. */
export function daysCrawl(portal: string): Crawl {
  return {
    name: 'days',
    perMinute: 30,
    format: 'text',
    // The file of a day has about 8 MB.
    bytesMax: 64 * 1024 * 1024,
    first: ({ since }) => ({
      requests: [pageAfter(0, since === undefined ? '' : dayAfter(since, -LATE_DAYS))],
      ...(since === undefined && { isWhole: true }),
    }),
    toHttpRequest: ({ kind, key }) => {
      if (kind === 'page') return { url: `${portal}/organisation/dataset/${DATA_SET}?rpage=${key}` };
      return { url: `${portal}/resource/download/${key.slice(key.indexOf(' ') + 1)}/json` };
    },
    fault: findFault,
    follow,
    redact: (response) =>
      response.request.kind === 'day' ? JSON.stringify(withoutUnread(response.json())) : response.body,
  };
}

/** Returns why a response is unusable. For a missing file, the portal sends a page of its own or an almost empty page. */
function findFault(response: CrawlResponse): string | undefined {
  if (response.request.kind === 'page') {
    return listedOn(response.body).length === 0 ? 'it lists no file of a day' : undefined;
  }
  if (!/^\s*\{\s*"Message"/.test(response.body)) return 'it does not begin with "Message"';
  // The list of deeds may be empty.
  const places = findMembers(response.json(), ['Message', 'Body', 'Deeds']);
  return places.length > 0 ? undefined : 'it has no place for deeds';
}

function* follow({ request, body }: CrawlResponse): Generator<CrawlRequest> {
  if (request.kind !== 'page') return;
  const files = listedOn(body);
  for (const { day, id } of files) {
    if (day > ZIP_ENDS) yield { kind: 'day', key: `${day} ${id}`, once: true, leaf: true };
  }
  const until = String(request.data?.['until'] ?? '');
  const page = Number(request.key);
  const isLast = !Array.from(body.matchAll(/[?&;]rpage=(\d+)/g), ([, to]) => Number(to)).some((to) => to > page);
  // The list is sorted by day: all later pages are older than the requested days.
  const isOld = files.every(({ day }) => day <= ZIP_ENDS || day < until);
  if (!isLast && !isOld) yield pageAfter(page, until);
}

function pageAfter(page: number, until: string): CrawlRequest {
  return { kind: 'page', key: String(page + 1), data: { until }, differs: true };
}

/** Returns the files of days that a page of the list contains. */
export function listedOn(page: string): { day: string; id: string }[] {
  return Array.from(page.matchAll(LISTED), ({ groups = {} }) => {
    const { id = '', day = '', month = '', year = '' } = groups;
    return { id, day: `${year}-${month}-${day}` };
  });
}

/** Names below a name; `*` is everything below. */
interface Tree {
  [name: string]: Tree;
}

const TAKEN_TREE = createTree(TAKEN);
/** The seat of a sole trader is a home: only the country is taken. */
const TAKEN_OF_PERSONS = createTree(TAKEN.filter((path) => !/\.Seat\.Address\.(?!CountryCode\.)/.test(path)));
const IGNORED_TREE = createTree(IGNORED);
const ALL = '*';

/**
 * Returns a day's file with only the fields that an import reads. Owners, addresses of persons, personal numbers and other fields are not
 * stored. Unknown fields keep their names, for the report.
 */
function withoutUnread(day: unknown): unknown {
  const deeds = findDeeds(day).map((deed) => kept(deed, isPerson(deed) ? TAKEN_OF_PERSONS : TAKEN_TREE, IGNORED_TREE));
  return { Message: [{ Body: [{ Deeds: [{ Deed: deeds }] }] }] };
}

function isPerson(deed: unknown): boolean {
  const attributes = isObject(deed) ? deed['$'] : undefined;
  return isObject(attributes) && PERSON_FORMS.has(String(attributes['LegalForm']));
}

/** Returns the deeds of a day's file. */
export function findDeeds(day: unknown): unknown[] {
  return findMembers(day, ['Message', 'Body', 'Deeds', 'Deed']);
}

/** Returns the members of the lists on a path. */
function findMembers(value: unknown, path: readonly string[]): unknown[] {
  return path.reduce(
    (at, name) =>
      at.flatMap((one) => {
        const members = isObject(one) ? one[name] : undefined;
        return Array.isArray(members) ? (members as unknown[]) : [];
      }),
    [value],
  );
}

function kept(value: unknown, taken: Tree, ignored: Tree | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => kept(one, taken, ignored));
  if (!isObject(value)) return value;
  // Without prototype, as in `createTree`: a field may have the name `__proto__`.
  const members = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) {
    const below = taken[name];
    const left = ignored?.[name];
    if (below !== undefined) members[name] = kept(member, below, left);
    else if (left === undefined && ignored?.[ALL] === undefined) members[name] = typeof member === 'object' ? [] : '';
  }
  return members;
}

function createTree(paths: readonly string[]): Tree {
  // Without prototype: a field may have the name `constructor`.
  const root = Object.create(null) as Tree;
  for (const path of paths) {
    let at = root;
    for (const name of path.split('.')) at = at[name] ??= Object.create(null) as Tree;
  }
  return root;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
