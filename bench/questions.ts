import { collapseWhiteSpace } from '../src/model/index.ts';
import { Cursors, type SearchKey } from '../src/operations/index.ts';
import type { LoadRequest } from '../test/fixtures/load.ts';

/** A question to any server of the bench. */
export type Question =
  | {
      readonly ask: 'search';
      readonly q: string;
      readonly country?: string | undefined;
      /** Companies per page; by default that of the service. */
      readonly limit?: number | undefined;
      /** The rank in name order at which the page begins; with a country, among the companies of this country only. */
      readonly start?: number | undefined;
    }
  | { readonly ask: 'company' | 'officers'; readonly id: string }
  /** A request that only the service receives. */
  | { readonly ask: 'target'; readonly target: string };

/** Companies per page of a question without a limit. */
export const LIMIT_DEFAULT = 10;

/** A search with matches in any data; every service answers it when it starts. */
export const FIRST = { ask: 'search', q: 'the' } as const satisfies Question;

/** Shared by all servers, so that each accepts the cursors of the others. */
export const CURSOR_SECRET = 'the cursors of the bench';
/** The maximum, because cursors are issued at the start of a run. */
export const CURSOR_TTL_SECONDS = 86_400;

/** After every company. */
const RANK_MAX = 999_999_999;

/** Writes questions as requests to the service. */
export class Targets {
  readonly #cursors = new Cursors(Buffer.from(CURSOR_SECRET), CURSOR_TTL_SECONDS);
  readonly #generation: string;
  readonly #nowSecond = Math.floor(Date.now() / 1000);
  readonly #ranksIn: ReadonlyMap<string, readonly number[]> | undefined;

  /**
   * `generation` names the data of the cursors. `ranksIn`, for a server that ranks companies of a country among all companies, holds these
   * ranks by country.
   */
  constructor(generation: string, ranksIn?: ReadonlyMap<string, readonly number[]>) {
    this.#generation = generation;
    this.#ranksIn = ranksIn;
  }

  /** Converts the rank of a question to that of the server. */
  #ranked(question: Question): Question {
    if (question.ask !== 'search' || question.start === undefined || question.country === undefined) return question;
    const ranks = this.#ranksIn?.get(question.country);
    return ranks === undefined ? question : { ...question, start: ranks[question.start] ?? RANK_MAX };
  }

  requestOf(question: Question): LoadRequest {
    switch (question.ask) {
      case 'target':
        return { target: question.target };
      case 'company':
        return { target: `/v1/companies/${question.id}` };
      case 'officers':
        return { target: `/v1/companies/${question.id}/officers` };
      case 'search':
        break;
    }
    const { q, country, limit } = question;
    const target =
      `/v1/search?q=${encodeURIComponent(q)}` +
      (country === undefined ? '' : `&country=${country}`) +
      (limit === undefined ? '' : `&limit=${limit}`);
    if (question.start === undefined) return { target };
    const { start } = this.#ranked(question) as Extract<Question, { ask: 'search' }>;
    const position = `${this.#generation}.${start}`;
    return { target: `${target}&cursor=${this.#cursors.issue(position, searchKey(q, country), this.#nowSecond)}` };
  }

  /** The rank at which a cursor of the service continues. */
  rankAfter(cursor: string, q: string, country?: string): number {
    const { position } = this.#cursors.open(cursor, searchKey(q, country), this.#nowSecond);
    return Number(position.slice(position.indexOf('.') + 1));
  }
}

/** The search of a cursor, with the query as the service normalises it. */
function searchKey(q: string, country: string | undefined): SearchKey {
  return { query: collapseWhiteSpace(q), country };
}

/** Formats a question as one line. */
export function shownQuestion(question: Question): string {
  if (question.ask === 'target') return question.target;
  if (question.ask !== 'search') return `${question.ask} ${question.id}`;
  const { q, country, limit, start } = question;
  return [
    JSON.stringify(q),
    ...(country === undefined ? [] : [country]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(start === undefined ? [] : [`from rank ${start}`]),
  ].join(', ');
}

/** Settings of measured services that differ from the defaults. */
export const SERVICE_SETTINGS: Readonly<Record<string, string>> = {
  CURSOR_SECRET,
  CURSOR_TTL_SECONDS: String(CURSOR_TTL_SECONDS),
};
