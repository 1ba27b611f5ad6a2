import { collapseWhiteSpace } from '../src/model/index.ts';
import { Cursors, type SearchKey } from '../src/server/operations/cursor.ts';
import type { LoadRequest } from './load.ts';

/** A question to any server of the bench, whatever its address of it. */
export type Question =
  | {
      readonly ask: 'search';
      readonly q: string;
      readonly country?: string | undefined;
      /** Companies a page; the service's default where there is none. */
      readonly limit?: number | undefined;
      /** The place in name order, of the country where there is one, at which the page begins at the earliest; the first page where there is none. */
      readonly start?: number | undefined;
    }
  | { readonly ask: 'company' | 'officers'; readonly id: string }
  /** Asked as it stands, of the service alone. */
  | { readonly ask: 'target'; readonly target: string };

/** Companies a page where a question says nothing. */
export const LIMIT_DEFAULT = 10;

/** A search that any data answer: every service is asked it when it starts. */
export const FIRST = { ask: 'search', q: 'the' } as const satisfies Question;

/** What all servers behind the service's own HTTP layer are told, so that one's cursor is another's. */
export const CURSOR_SECRET = 'the cursors of the bench';
/** The longest that is allowed: a run takes an hour, and its cursors are made at its beginning. */
export const CURSOR_TTL_SECONDS = 86_400;

/** Behind every company. */
export const PLACE_MAX = 999_999_999;

/** Writes questions as requests to the service. */
export class Targets {
  readonly #cursors = new Cursors(Buffer.from(CURSOR_SECRET), CURSOR_TTL_SECONDS);
  readonly #generation: string;
  readonly #nowSecond = Math.floor(Date.now() / 1000);
  readonly #placesIn: ReadonlyMap<string, readonly number[]> | undefined;

  /**
   * `generation` names the data, which cursors are bound to. `placesIn` is for a server that counts places in a country as
   * places among all companies: for each country, those of its companies.
   */
  constructor(generation: string, placesIn?: ReadonlyMap<string, readonly number[]>) {
    this.#generation = generation;
    this.#placesIn = placesIn;
  }

  /** The question with its place as the server counts them. */
  placed(question: Question): Question {
    if (question.ask !== 'search' || question.start === undefined || question.country === undefined) return question;
    const places = this.#placesIn?.get(question.country);
    return places === undefined ? question : { ...question, start: places[question.start] ?? PLACE_MAX };
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
    const { start } = this.placed(question) as Extract<Question, { ask: 'search' }>;
    const position = `${this.#generation}.${start}`;
    return { target: `${target}&cursor=${this.#cursors.issue(position, searchKey(q, country), this.#nowSecond)}` };
  }

  /** The place that a cursor of the service goes on at. */
  placeOf(cursor: string, q: string, country?: string): number {
    return rankOf(this.#cursors.open(cursor, searchKey(q, country), this.#nowSecond).position);
  }
}

/** The search that a cursor belongs to: the query as the service reads it. */
function searchKey(q: string, country: string | undefined): SearchKey {
  return { query: collapseWhiteSpace(q), country };
}

/** The rank in a position: the service and the peers write a generation and a rank. */
export function rankOf(position: string): number {
  return Number(position.slice(position.indexOf('.') + 1));
}

/** A question in one line, for people. */
export function shownQuestion(question: Question): string {
  if (question.ask === 'target') return question.target;
  if (question.ask !== 'search') return `${question.ask} ${question.id}`;
  const { q, country, limit, start } = question;
  return [
    JSON.stringify(q),
    ...(country === undefined ? [] : [country]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(start === undefined ? [] : [`from place ${start}`]),
  ].join(', ');
}

/** The settings that a measured service differs in from one that is just started. */
export const SERVICE_SETTINGS: Readonly<Record<string, string>> = {
  CURSOR_SECRET,
  CURSOR_TTL_SECONDS: String(CURSOR_TTL_SECONDS),
};
