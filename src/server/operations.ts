import type { Backend, Eventually, OfficerSlice, SearchSlice } from '../backend/index.ts';
import { attributionText } from '../contract/index.ts';
import type { Answers, Exchange } from './answers.ts';
import type { Clock } from './clock.ts';
import type { ServiceConfig } from './config.ts';
import type { Cursors, CursorContent, OpenedCursor } from './cursor.ts';
import { digestOf, matchEntityTag, targetMark, writeEntityTag, type EntityTag } from './entity-tag.ts';
import { readCompanyId, readSearchParameters, type SearchParameters } from './parameters.ts';
import type { Part } from './plain-connection.ts';
import { Recent } from './recent.ts';
import { Refusal } from './refusal.ts';

/** How long a browser or a cache may use an answer without asking again. */
const MAX_AGE_SECONDS = 60;

const DAY_MS = 86_400_000;

/** Goes on with a value now when it is there, later when it is promised. */
export function eventually<T, U>(value: Eventually<T>, goOn: (value: T) => Eventually<U>): Eventually<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** What is known of a page besides its bytes, which go up to the value of `next_cursor`. */
export interface PageFacts {
  readonly query: string;
  readonly country: string | undefined;
  /** Where the next page begins; undefined on the last one. */
  readonly next: CursorContent | undefined;
  readonly digest: string;
  /** From when on its own cursor has expired. */
  readonly untilSecond: number;
  /** The cursor that was sealed last, and in which second: within it the same page has the same. */
  sealed?: { readonly cursor: string; readonly second: number };
}

/** What is known of the answer about a company besides its bytes: on which day it holds, where that matters. */
export interface RecordFacts {
  readonly digest: string;
  readonly day: number | undefined;
}

/** What the operations answer with. */
export interface OperationParts {
  readonly backend: Backend;
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly answers: Answers;
  readonly cursors: Cursors;
}

/** Today in UTC, as a number of days since 1970. */
export function dayOf({ wallMs }: Clock): number {
  return Math.floor(wallMs() / DAY_MS);
}

/** A day as `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The three operations of the specification, from a counted request to its answer. */
export class Operations {
  readonly #backend: Backend;
  readonly #officersMax: number;
  readonly #clock: Clock;
  readonly #answers: Answers;
  readonly #cursors: Cursors;
  readonly #recent: Recent;
  /** What decides about every representation besides the data: the settings that show in answers. */
  readonly #edition: string;
  /** What the entity tags of all answers from one generation begin with. */
  #named = { generation: '', digest: '' };
  /** The end of every answer. */
  readonly #closing: Buffer;
  readonly #reuseSeconds: number;
  readonly #cacheControl = `public, max-age=${MAX_AGE_SECONDS}`;
  readonly #pageCacheControl: string;

  constructor({ backend, config, clock, answers, cursors }: OperationParts) {
    this.#backend = backend;
    this.#officersMax = config.officersMax;
    this.#clock = clock;
    this.#answers = answers;
    this.#cursors = cursors;
    this.#recent = new Recent(backend);
    // A page kept by a client is current only while its cursor can still be opened.
    const cursorEdition = `${digestOf(Buffer.from(config.cursorSecret).toString('base64'))} ${config.cursorTtlSeconds}`;
    this.#edition = `1 ${config.officersMax} ${config.dataProvider} ${cursorEdition}`;
    this.#closing = Buffer.from(`,"attribution":${JSON.stringify(attributionText(config.dataProvider))}}`);
    this.#reuseSeconds = Math.floor(config.cursorTtlSeconds / 2);
    this.#pageCacheControl = `public, max-age=${Math.min(MAX_AGE_SECONDS, this.#reuseSeconds)}`;
  }

  /** Search companies. */
  search(exchange: Exchange): Eventually<void> {
    const target = exchange.request.url ?? '';
    const known = this.#recent.present()?.pages.get(target);
    if (known !== undefined && this.#nowSecond() < known.fact.untilSecond) {
      this.#answerPage(exchange, [known.bytes], known.fact);
      return undefined;
    }
    const parameters = readSearchParameters(target);
    const { query, country, limit } = parameters;
    const { position: after, generation, expiresSecond } = this.#placeOf(parameters);
    return eventually(this.#backend.search({ query, country, limit, after, generation }), (slice) => {
      const opening = openingOf(parameters);
      const facts = this.#factsOf(target, parameters, slice, expiresSecond);
      const page = [opening, slice.json, BEFORE_CURSOR];
      this.#recent.presentOf(slice.generation)?.pages.keep(target, page, facts);
      this.#answerPage(exchange, page, facts);
    });
  }

  /** Get a company. */
  company(exchange: Exchange, companyId: string | undefined): Eventually<void> {
    return this.#record(exchange, undefined, () => {
      const id = readCompanyId(companyId);
      return eventually(this.#backend.company(id), (json) => {
        if (json === undefined) throw notFound(id);
        return [BEFORE_COMPANY, json, this.#closing];
      });
    });
  }

  /** List current officers. */
  officers(exchange: Exchange, companyId: string | undefined): Eventually<void> {
    const day = dayOf(this.#clock);
    return this.#record(exchange, day, () => {
      const id = readCompanyId(companyId);
      return eventually(this.#backend.officers({ id, limit: this.#officersMax, today: dateOf(day) }), (slice) => {
        if (slice === undefined) throw notFound(id);
        return this.#officerPage(id, slice);
      });
    });
  }

  /** Answers about one company: as it was answered before, where that is kept and holds on this day, else as `make` says. */
  #record(exchange: Exchange, day: number | undefined, make: () => Eventually<readonly Part[]>): Eventually<void> {
    const target = exchange.request.url ?? '';
    const present = this.#recent.present();
    // By its name, for the object goes on with other data.
    const generation = present?.generation;
    const known = present?.records.get(target);
    if (known !== undefined && known.fact.day === day) {
      this.#answerRecord(exchange, [known.bytes], known.fact);
      return undefined;
    }
    return eventually(make(), (body) => {
      const facts: RecordFacts = { digest: this.#digest(target, day), day };
      this.#recent.presentOf(generation)?.records.keep(target, body, facts);
      this.#answerRecord(exchange, body, facts);
    });
  }

  #placeOf({ cursor, query, country }: SearchParameters): Partial<OpenedCursor> {
    return cursor === undefined ? {} : this.#cursors.open(cursor, { query, country }, this.#nowSecond());
  }

  #factsOf(
    target: string,
    { query, country }: SearchParameters,
    { next, generation }: SearchSlice,
    untilSecond = Infinity,
  ): PageFacts {
    // The tag of a page of earlier data changes with the present data, too, which may have restricted one of its companies.
    const digest = this.#digest(target);
    return {
      query,
      country,
      digest,
      untilSecond,
      next: next === undefined ? undefined : { generation, position: next },
    };
  }

  /** Answers with a page, given up to the value of `next_cursor`. */
  #answerPage(exchange: Exchange, parts: readonly Part[], facts: PageFacts): void {
    const { next, digest } = facts;
    const issuedSecond = this.#nowSecond();
    const tag: EntityTag = { digest, issuedSecond: next === undefined ? undefined : issuedSecond };
    const cacheControl = next === undefined ? this.#cacheControl : this.#pageCacheControl;
    if (this.#isCurrent(exchange, tag, cacheControl)) return;
    const body = [...parts, next === undefined ? 'null' : this.#cursorOf(facts, next, issuedSecond), this.#closing];
    this.#answers.resource(exchange, body, writeEntityTag(tag), cacheControl);
  }

  /** The cursor in quotes. */
  #cursorOf(facts: PageFacts, next: CursorContent, second: number): string {
    if (facts.sealed?.second !== second)
      facts.sealed = { cursor: `"${this.#cursors.seal(next, facts, second)}"`, second };
    return facts.sealed.cursor;
  }

  #answerRecord(exchange: Exchange, body: readonly Part[], tag: RecordFacts): void {
    if (this.#isCurrent(exchange, tag, this.#cacheControl)) return;
    this.#answers.resource(exchange, body, writeEntityTag(tag), this.#cacheControl);
  }

  #officerPage(id: string, { companyId, json, hasMore }: OfficerSlice): readonly Part[] {
    const head = `{"object":"company_officer_list","requested_company_id":"${id}","company_id":"${companyId}","data":[`;
    return [head, json, `],"has_more":${hasMore}`, this.#closing];
  }

  /** Answers 304 when the client's copy is current, and says whether it did. */
  #isCurrent(exchange: Exchange, tag: EntityTag, cacheControl: string): boolean {
    const match = matchEntityTag(exchange.fields.ifNoneMatch, tag, this.#reuseSeconds);
    if (match === undefined) return false;
    this.#answers.notModified(exchange, match, cacheControl);
    return true;
  }

  /** Names what a target is answered with from the present data, on this day where that matters. */
  #digest(target: string, day?: number): string {
    const { generation } = this.#backend;
    if (generation !== this.#named.generation) {
      this.#named = { generation, digest: digestOf(this.#edition, generation) };
    }
    return `${this.#named.digest}-${targetMark(target)}${day === undefined ? '' : `-${day}`}`;
  }

  #nowSecond(): number {
    return Math.floor(this.#clock.wallMs() / 1000);
  }
}

const BEFORE_COMPANY = '{"data":';
const BEFORE_CURSOR = '],"next_cursor":';
const ASCII = /^[\0-\x7f]*$/;

/** A page up to its companies. */
function openingOf({ query, country }: SearchParameters): Part {
  const countries = country === undefined ? '' : `"${country}"`;
  const opening = `{"object":"list","query":${JSON.stringify(query)},"countries":[${countries}],"data":[`;
  return ASCII.test(query) ? opening : Buffer.from(opening);
}

/** The refusal of an id that was never published. */
export function notFound(id: string): Refusal {
  return new Refusal('not_found', `No company is visible under "${id}"`);
}
