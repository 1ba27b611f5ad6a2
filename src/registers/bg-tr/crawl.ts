import type { Answer, Question, Crawl } from '../../importer/index.ts';
import { hasDeeds, withoutUnread } from './unread.ts';

export const PORTAL = 'https://data.egov.bg';

/** The data set of the register on the portal. */
export const DATA_SET = '2df0c2af-e769-4397-be33-fcbe269806f3';

/** The last day that the ZIP of the whole set has. Days up to it are not had file by file. */
const ZIP_ENDS = '2022-09-02';

/** A file may be published so many days late and is still found by a round of changes. */
const LATE_DAYS = 14;

const DAY_MS = 86_400_000;

/** A file in the list: a link by its id, and the day in the text behind it. */
const LISTED =
  /resourceView\/(?<id>[\da-f-]{36})"(?:(?!<\/a>)[\s\S])*?(?<day>[0-3]\d)\.(?<month>[01]\d)\.(?<year>20\d{2})/g;

/** A file of the list. */
interface ListedFile {
  readonly day: string;
  readonly id: string;
}

/** Pages of the list, the newest first, and the file of each day; later rounds ask for the first pages and new days alone. */
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

/** The portal answers with its own page, or with next to nothing, where it cannot find a file. */
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
  // The list is sorted by the day: what is older than this page is older than what is asked for.
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
