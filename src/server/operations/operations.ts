import type { Backend, Eventually, OfficerSlice, SearchSlice } from '../../backend/index.ts';
import { attributionText } from '../../contract/index.ts';
import type { AnswerHead } from '../http1/header-template.ts';
import { notModifiedHead, resourceHead, type Answers, type Exchange } from '../response-writer.ts';
import type { Clock } from '../clock.ts';
import type { ServiceConfig } from '../config.ts';
import type { Cursors, OpenedCursor } from './cursor.ts';
import { digestOf, matchEntityTag, targetMark, writeEntityTag, type EntityTag } from '../cache/entity-tag.ts';
import { readCompanyId, readSearchParameters } from './parameters.ts';
import { binaryText, type Part } from '../http1/chunks.ts';
import { openingOf, questionText } from './search-key.ts';
import { Recent } from '../cache/recent.ts';
import { Refusal } from '../problems/problem-error.ts';
import { keyOf, type Key } from '../cache/byte-cache.ts';

/** How long a browser or a cache may use an answer without asking again. */
const MAX_AGE_SECONDS = 60;

/**
 * Cursors are issued as of the beginning of such a part of their life, a minute at most, so they live as much less than they may. Within
 * it a page has the same bytes, and can be kept as it is.
 */
const CURSOR_SPANS = 16;
const SPAN_SECONDS_MAX = 60;

const DAY_MS = 86_400_000;

/** Goes on with a value now when it is there, later when it is promised. */
export function eventually<T, U>(value: Eventually<T>, goOn: (value: T) => Eventually<U>): Eventually<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
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
  readonly #closing: string;
  readonly #reuseSeconds: number;
  readonly #spanSeconds: number;
  readonly #heads = headsOf(MAX_AGE_SECONDS);
  /** Of pages with a cursor. */
  readonly #pageHeads: Heads;

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
    this.#closing = binaryText(`,"attribution":${JSON.stringify(attributionText(config.dataProvider))}}`);
    this.#spanSeconds = Math.max(1, Math.min(SPAN_SECONDS_MAX, Math.floor(config.cursorTtlSeconds / CURSOR_SPANS)));
    this.#reuseSeconds = Math.floor(config.cursorTtlSeconds / 2) - (this.#spanSeconds - 1);
    this.#pageHeads = headsOf(Math.min(MAX_AGE_SECONDS, this.#reuseSeconds));
  }

  /** Search companies. */
  search(exchange: Exchange): Eventually<void> {
    const target = exchange.request.url ?? '';
    const key = keyOf(target);
    const present = this.#recent.present();
    const kept = present?.pages.get(key, this.#nowSecond());
    if (kept !== undefined) {
      this.#answerPage(exchange, [kept.body], { digest: this.#digest(key), issuedSecond: kept.issuedSecond });
      return undefined;
    }
    const placed = present?.places.get(key);
    if (present !== undefined && placed !== undefined && this.#backend.again !== undefined) {
      const json = this.#backend.again(placed.place);
      this.#answerSearch(exchange, key, placed.question, { json, next: placed.next, generation: present.generation });
      return undefined;
    }
    const parameters = readSearchParameters(target);
    const { query, country, limit } = parameters;
    const question = questionText(parameters);
    const { position: after, generation, expiresSecond } = this.#placeOf(parameters.cursor, question);
    return eventually(this.#backend.search({ query, country, limit, after, generation }), (slice) => {
      const { place, next } = slice;
      if (place !== undefined && after === undefined) {
        this.#recent.presentOf(slice.generation)?.places.keep(key, { question, next, place });
      }
      this.#answerSearch(exchange, key, question, slice, expiresSecond);
    });
  }

  /** Get a company. */
  company(exchange: Exchange, companyId: string | undefined): Eventually<void> {
    const id = readCompanyId(companyId);
    return eventually(this.#backend.company(id), (json) => {
      if (json === undefined) throw notFound(id);
      this.#answerRecord(exchange, [BEFORE_COMPANY, json, this.#closing]);
    });
  }

  /** List current officers. */
  officers(exchange: Exchange, companyId: string | undefined): Eventually<void> {
    const day = dayOf(this.#clock);
    const id = readCompanyId(companyId);
    return eventually(this.#backend.officers({ id, limit: this.#officersMax, today: dateOf(day) }), (slice) => {
      if (slice === undefined) throw notFound(id);
      this.#answerRecord(exchange, this.#officerPage(id, slice), day);
    });
  }

  #placeOf(cursor: string | undefined, question: string): Partial<OpenedCursor> {
    return cursor === undefined ? {} : this.#cursors.open(cursor, question, this.#nowSecond());
  }

  /** Answers with the page that was found, and keeps it up to the second in which the cursor that led to it expires. */
  #answerSearch(exchange: Exchange, key: Key, question: string, slice: SearchSlice, expiresSecond = Infinity): void {
    const { json, next, generation } = slice;
    let cursor = 'null';
    let issuedSecond: number | undefined;
    let untilSecond = expiresSecond;
    if (next !== undefined) {
      issuedSecond = this.#issuedSecond();
      untilSecond = Math.min(expiresSecond, issuedSecond + this.#spanSeconds);
      cursor = `"${this.#cursors.seal({ generation, position: next }, question, issuedSecond)}"`;
    }
    const body = [openingOf(question), json, `],"next_cursor":${cursor}${this.#closing}`];
    this.#recent.presentOf(generation)?.pages.keep(key, body, untilSecond, issuedSecond);
    // The tag of a page of earlier data changes with the present data, too, which may have restricted one of its companies.
    this.#answerPage(exchange, body, { digest: this.#digest(key), issuedSecond });
  }

  #answerPage(exchange: Exchange, body: readonly Part[], tag: EntityTag): void {
    this.#answerOrNotModified(exchange, body, tag, tag.issuedSecond === undefined ? this.#heads : this.#pageHeads);
  }

  /** Answers about one company; `day` where the answer changes with it. */
  #answerRecord(exchange: Exchange, body: readonly Part[], day?: number): void {
    const tag: EntityTag = { digest: this.#digest(keyOf(exchange.request.url ?? ''), day) };
    this.#answerOrNotModified(exchange, body, tag, this.#heads);
  }

  #officerPage(id: string, { companyId, json, hasMore }: OfficerSlice): readonly Part[] {
    const head = `{"object":"company_officer_list","requested_company_id":"${id}","company_id":"${companyId}","data":[`;
    return [head, json, `],"has_more":${hasMore}${this.#closing}`];
  }

  /** Answers with a resource, or 304 where the client's copy of it is current. */
  #answerOrNotModified(exchange: Exchange, body: readonly Part[], tag: EntityTag, heads: Heads): void {
    const match = matchEntityTag(exchange.fields.ifNoneMatch, tag, this.#reuseSeconds);
    if (match === undefined) this.#answers.resource(exchange, heads.resource, writeEntityTag(tag), body);
    else this.#answers.notModified(exchange, heads.notModified, match);
  }

  /** Names what a target is answered with from the present data, on this day where that matters. */
  #digest(target: Key, day?: number): string {
    const { generation } = this.#backend;
    if (generation !== this.#named.generation) {
      this.#named = { generation, digest: digestOf(this.#edition, generation) };
    }
    return `${this.#named.digest}-${targetMark(target)}${day === undefined ? '' : `-${day}`}`;
  }

  /** The second as of which cursors are issued now: the beginning of a span of time in which the same page has the same cursor. */
  #issuedSecond(): number {
    const now = this.#nowSecond();
    return now - (now % this.#spanSeconds);
  }

  #nowSecond(): number {
    return Math.floor(this.#clock.wallMs() / 1000);
  }
}

/** What answers with a resource begin with. */
interface Heads {
  readonly resource: AnswerHead;
  readonly notModified: AnswerHead;
}

/** The heads of answers that may be used for so long without asking again. */
function headsOf(seconds: number): Heads {
  const cacheControl = `public, max-age=${seconds}`;
  return { resource: resourceHead(cacheControl), notModified: notModifiedHead(['Cache-Control', cacheControl]) };
}

const BEFORE_COMPANY = '{"data":';

/** The refusal of an id that was never published. */
export function notFound(id: string): Refusal {
  return new Refusal('not_found', `No company is visible under "${id}"`);
}
