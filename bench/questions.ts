import { collapseWhiteSpace } from '../src/model/index.ts';
import { Cursors, type SearchKey } from '../src/operations/index.ts';
import type { LoadRequest } from '../test/fixtures/load.ts';

/** A question to any server of the bench. */
export type Question =
  | {
      readonly ask: 'search';
      readonly q: string;
      readonly country?: string | undefined;
      /** Number of companies per page; by default that of the service. */
      readonly limit?: number | undefined;
      /** The rank in name order at which the page begins. Only without a country, because peers rank all companies together. */
      readonly start?: number | undefined;
    }
  | { readonly ask: 'company' | 'officers'; readonly id: string };

/** Number of companies per page of a question without a limit. */
export const LIMIT_DEFAULT = 10;

/** A search with matches in any data; every service answers it when it starts. */
export const FIRST = { ask: 'search', q: 'the' } as const satisfies Question;
export const FIRST_REQUEST: LoadRequest = { target: `/v1/search?q=${FIRST.q}` };

/** Shared by all servers, so that each accepts the cursors of the other servers. */
export const CURSOR_SECRET = 'the cursors of the bench';
/** The maximum that the service allows, because cursors are issued at the start of a run. */
export const CURSOR_TTL_SECONDS = 86_400;

/** Writes questions as requests to all servers. */
export class Targets {
  readonly #cursors = new Cursors(Buffer.from(CURSOR_SECRET), CURSOR_TTL_SECONDS);
  readonly #generation: string;
  readonly #nowSecond = Math.floor(Date.now() / 1000);

  /** @param generation names the data of the cursors */
  constructor(generation: string) {
    this.#generation = generation;
  }

  toRequest(question: Question): LoadRequest {
    if (question.ask !== 'search')
      return { target: `/v1/companies/${question.id}${question.ask === 'officers' ? '/officers' : ''}` };
    const { q, country, limit, start } = question;
    const target =
      `/v1/search?q=${encodeURIComponent(q)}` +
      (country === undefined ? '' : `&country=${country}`) +
      (limit === undefined ? '' : `&limit=${limit}`);
    if (start === undefined) return { target };
    const cursor = this.#cursors.issue(`${this.#generation}.${start}`, searchKey(q), this.#nowSecond);
    return { target: `${target}&cursor=${cursor}` };
  }
}

/** Returns the search of a cursor, with the query as the service normalises it. */
function searchKey(q: string): SearchKey {
  return { query: collapseWhiteSpace(q), country: undefined };
}

/** Formats a question as one line. */
export function shownQuestion(question: Question): string {
  if (question.ask !== 'search') return `${question.ask} ${question.id}`;
  const { q, country, limit, start } = question;
  return [
    JSON.stringify(q),
    ...(country === undefined ? [] : [country]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(start === undefined ? [] : [`from rank ${start}`]),
  ].join(', ');
}
