import type { Backend, Eventually, OfficerSlice, SearchSlice } from '../backend/index.ts';
import { attributionText } from '../contract/index.ts';
import type { Answers, Exchange } from './answers.ts';
import type { Clock } from './clock.ts';
import type { ServiceConfig } from './config.ts';
import { Cursors, type CursorContent } from './cursor.ts';
import { digestOf, matchEntityTag, writeEntityTag, type EntityTag } from './entity-tag.ts';
import { readCompanyId, readSearchParameters, type SearchParameters } from './parameters.ts';
import { Refusal } from './refusal.ts';

/** How long a browser or a cache may use an answer without asking again. */
const MAX_AGE_SECONDS = 60;

/** Goes on with a value now when it is there, later when it is promised. */
export function eventually<T, U>(value: Eventually<T>, goOn: (value: T) => Eventually<U>): Eventually<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** The three operations of the specification, from a counted request to its answer. */
export class Operations {
  readonly #backend: Backend;
  readonly #officersMax: number;
  readonly #clock: Clock;
  readonly #answers: Answers;
  readonly #cursors: Cursors;
  /** What decides about every representation besides the data: the settings that show in answers. */
  readonly #edition: string;
  readonly #attribution: string;
  readonly #reuseSeconds: number;
  readonly #cacheControl = `public, max-age=${MAX_AGE_SECONDS}`;
  readonly #pageCacheControl: string;

  constructor(backend: Backend, config: ServiceConfig, clock: Clock, answers: Answers) {
    this.#backend = backend;
    this.#officersMax = config.officersMax;
    this.#clock = clock;
    this.#answers = answers;
    this.#cursors = new Cursors(config.cursorSecret, config.cursorTtlSeconds);
    // A page kept by a client is current only while its cursor can still be opened.
    const cursors = `${digestOf(Buffer.from(config.cursorSecret).toString('base64'))} ${config.cursorTtlSeconds}`;
    this.#edition = `1 ${config.officersMax} ${config.dataProvider} ${cursors}`;
    this.#attribution = JSON.stringify(attributionText(config.dataProvider));
    this.#reuseSeconds = Math.floor(config.cursorTtlSeconds / 2);
    this.#pageCacheControl = `public, max-age=${Math.min(MAX_AGE_SECONDS, this.#reuseSeconds)}`;
  }

  /** Search companies. */
  search(exchange: Exchange): Eventually<void> {
    const parameters = readSearchParameters(exchange.request.url ?? '');
    const { query, country, limit } = parameters;
    const { position: after, generation } = this.#placeOf(parameters);
    return eventually(this.#backend.search({ query, country, limit, after, generation }), (slice) =>
      this.#answerPage(exchange, parameters, slice),
    );
  }

  /** Get a company. */
  company(exchange: Exchange, companyId: string | undefined): Eventually<void> {
    const id = readCompanyId(companyId);
    return eventually(this.#backend.company(id), (json) => {
      if (json === undefined) throw notFound(id);
      const tag = { digest: this.#digest('company', id) };
      if (this.#isCurrent(exchange, tag, this.#cacheControl)) return;
      const body = joined('{"data":', json, `,"attribution":${this.#attribution}}`);
      this.#answers.resource(exchange, body, writeEntityTag(tag), this.#cacheControl);
    });
  }

  /** List current officers. */
  officers(exchange: Exchange, companyId: string | undefined): Eventually<void> {
    const id = readCompanyId(companyId);
    const today = new Date(this.#clock.wallMs()).toISOString().slice(0, 10);
    return eventually(this.#backend.officers({ id, limit: this.#officersMax, today }), (slice) => {
      if (slice === undefined) throw notFound(id);
      const tag = { digest: this.#digest('officers', id, today) };
      if (this.#isCurrent(exchange, tag, this.#cacheControl)) return;
      const body = this.#officerPage(id, slice);
      this.#answers.resource(exchange, body, writeEntityTag(tag), this.#cacheControl);
    });
  }

  #placeOf({ cursor, query, country }: SearchParameters): Partial<CursorContent> {
    return cursor === undefined ? {} : this.#cursors.open(cursor, { query, country }, this.#nowSecond());
  }

  #answerPage(exchange: Exchange, parameters: SearchParameters, { json, next, generation }: SearchSlice): void {
    const { query, country, limit, cursor = '' } = parameters;
    const issuedSecond = this.#nowSecond();
    // A page of earlier data changes with the present data too, which may have restricted one of its companies.
    const digest = this.#digest('search', generation, query, country ?? '', String(limit), cursor);
    const tag = { digest, issuedSecond: next === undefined ? undefined : issuedSecond };
    const cacheControl = next === undefined ? this.#cacheControl : this.#pageCacheControl;
    if (this.#isCurrent(exchange, tag, cacheControl)) return;

    const content = next === undefined ? undefined : { generation, position: next };
    const nextCursor = content && this.#cursors.seal(content, { query, country }, issuedSecond);
    const countries = country === undefined ? '' : `"${country}"`;
    const body = joined(
      `{"object":"list","query":${JSON.stringify(query)},"countries":[${countries}],"data":[`,
      json,
      `],"next_cursor":${nextCursor === undefined ? 'null' : `"${nextCursor}"`},"attribution":${this.#attribution}}`,
    );
    this.#answers.resource(exchange, body, writeEntityTag(tag), cacheControl);
  }

  #officerPage(id: string, { companyId, json, hasMore }: OfficerSlice): Uint8Array {
    return joined(
      `{"object":"company_officer_list","requested_company_id":"${id}","company_id":"${companyId}","data":[`,
      json,
      `],"has_more":${hasMore},"attribution":${this.#attribution}}`,
    );
  }

  /** Answers 304 when the client's copy is current, and says whether it did. */
  #isCurrent(exchange: Exchange, tag: EntityTag, cacheControl: string): boolean {
    const match = matchEntityTag(exchange.fields.ifNoneMatch, tag, this.#reuseSeconds);
    if (match === undefined) return false;
    this.#answers.notModified(exchange, match, cacheControl);
    return true;
  }

  #digest(...parts: readonly string[]): string {
    return digestOf(this.#edition, this.#backend.generation, ...parts);
  }

  #nowSecond(): number {
    return Math.floor(this.#clock.wallMs() / 1000);
  }
}

function notFound(id: string): Refusal {
  return new Refusal('not_found', `No company is visible under "${id}"`);
}

/** The bytes of an answer: JSON that is ready, between two texts. */
function joined(head: string, json: Uint8Array, tail: string): Uint8Array {
  const headBytes = Buffer.byteLength(head);
  const body = Buffer.allocUnsafe(headBytes + json.length + Buffer.byteLength(tail));
  body.write(head, 0);
  body.set(json, headBytes);
  body.write(tail, headBytes + json.length);
  return body;
}
