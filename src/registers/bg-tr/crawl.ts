import type { Answer, Question, Crawl } from '../../importer/index.ts';
import { hasDeeds, withoutUnread } from './unread.ts';

export const PORTAL = 'https://data.egov.bg';

/** The data set of the register on the portal. */
export const DATA_SET = '2df0c2af-e769-4397-be33-fcbe269806f3';

/** The last day in the ZIP of the whole set. Days up to it are not fetched one by one. */
const ZIP_ENDS = '2022-09-02';

/** A round of changes finds files that are published at most this many days late. */
const LATE_DAYS = 14;

const DAY_MS = 86_400_000;

/** A file in the list: a link with its id, and the day in the text after it. */
const LISTED =
  /resourceView\/(?<id>[\da-f-]{36})"(?:(?!<\/a>)[\s\S])*?(?<day>[0-3]\d)\.(?<month>[01]\d)\.(?<year>20\d{2})/g;

/** A file of the list. */
interface ListedFile {
  readonly day: string;
  readonly id: string;
}

/** Pages of the list, the newest first, and the file of each day; later rounds request only the first pages and new days. */
export function daysCrawl(portal: string): Crawl {
  return {
    name: 'days',
    perMinute: 30,
    format: 'text',
    // A day has some 8 MB.
    bytesMax: 64 * 1024 * 1024,
    first: ({ since }) => ({
      questions: [pageAfter(0, since === undefined ? '' : daysBefore(since, LATE_DAYS))],
      ...(since === undefined && { isWhole: true }),
    }),
    request: ({ kind, key }) => {
      if (kind === 'page') return { url: `${portal}/organisation/dataset/${DATA_SET}?rpage=${key}` };
      return { url: `${portal}/resource/download/${key.slice(key.indexOf(' ') + 1)}/json` };
    },
    fault: faultOf,
    follow,
    redact: (answer) => (answer.question.kind === 'day' ? JSON.stringify(withoutUnread(answer.json())) : answer.body),
  };
}

/** For a missing file the portal answers with a page of its own or an almost empty one. */
function faultOf(answer: Answer): string | undefined {
  if (answer.question.kind === 'page') {
    return listedOn(answer.body).length === 0 ? 'it lists no file of a day' : undefined;
  }
  if (!/^\s*\{\s*"Message"/.test(answer.body)) return 'it does not begin with "Message"';
  return hasDeeds(answer.json()) ? undefined : 'it has no place for deeds';
}

function* follow({ question, body }: Answer): Generator<Question> {
  if (question.kind !== 'page') return;
  const files = listedOn(body);
  for (const { day, id } of files) {
    if (day > ZIP_ENDS) yield { kind: 'day', key: `${day} ${id}`, once: true, leaf: true };
  }
  const until = String(question.data?.['until'] ?? '');
  const page = Number(question.key);
  const isLast = !Array.from(body.matchAll(/[?&;]rpage=(\d+)/g), ([, to]) => Number(to)).some((to) => to > page);
  // The list is sorted by day: all later pages are older than the requested days.
  const isOld = files.every(({ day }) => day <= ZIP_ENDS || day < until);
  if (!isLast && !isOld) yield pageAfter(page, until);
}

function pageAfter(page: number, until: string): Question {
  return { kind: 'page', key: String(page + 1), data: { until }, differs: true };
}

/** The files of days that a page of the list has. */
export function listedOn(page: string): ListedFile[] {
  return Array.from(page.matchAll(LISTED), ({ groups = {} }) => {
    const { id = '', day = '', month = '', year = '' } = groups;
    return { id, day: `${year}-${month}-${day}` };
  });
}

function daysBefore(moment: string, days: number): string {
  return new Date(Date.parse(moment) - days * DAY_MS).toISOString().slice(0, '2026-11-22'.length);
}
