import {
  type Backend,
  type CompanyResult,
  type DataVersion,
  type Eventually,
  type OfficersResult,
  type SearchRequest,
  type SearchResult,
} from '../backend/index.ts';
import { attributionText, type ServiceFacts } from '../contract/index.ts';
import { ByteBuffer } from '../model/index.ts';
import { formatDay, readDay, readSecond, type WallClock } from './clock.ts';
import { Cursors } from './cursor.ts';
import { readCompanyId, readSearchParameters, type SearchInput, type SearchParameters } from './parameters.ts';
import { notFound } from './problem-error.ts';

/** The settings that results depend on. */
export interface OperationSettings extends Required<
  Pick<ServiceFacts, 'dataProvider' | 'cursorTtlSeconds' | 'officersMax'>
> {
  /** Any bytes; processes that serve the same address share them. */
  readonly cursorSecret: Uint8Array;
}

export interface OperationResult {
  /** The JSON in UTF-8, with room in front: in the caller's memory if the backend returned synchronously, else in memory of its own. */
  readonly body: ByteBuffer;
  /** The data that it was read from; undefined if the backend cannot name its data. */
  readonly version: DataVersion | undefined;
  /** The content that identifies the result if it has no version. */
  readonly identity: Buffer | undefined;
  /** The day it was made for, in days since 1970; undefined if it does not depend on the day. */
  readonly day: number | undefined;
}

export interface PageResult extends OperationResult {
  /** The issue second of its cursor; undefined on the last page. */
  readonly issuedSecond: number | undefined;
  /** From this second on, the same request has another cursor, or the cursor of the request has expired. */
  readonly untilSecond: number;
}

/**
 * The three operations of the contract. Each checks its parameters, and throws a ProblemError or an error of the backend; `toProblem` turns
 * both into a problem. A result is synchronous if that of the backend is.
 */
export class Operations {
  /** Seconds for which a page may be reused: until half of the life of its cursor is over. */
  readonly pageReuseSeconds: number;
  readonly #backend: Backend;
  readonly #clock: WallClock;
  readonly #cursors: Cursors;
  readonly #officersMax: number;
  /** What follows the data of every result, in UTF-8. */
  readonly #end: Buffer;

  constructor(backend: Backend, clock: WallClock, settings: OperationSettings) {
    const { cursorSecret, cursorTtlSeconds, officersMax, dataProvider } = settings;
    this.#backend = backend;
    this.#clock = clock;
    this.#cursors = new Cursors(cursorSecret, cursorTtlSeconds);
    this.#officersMax = officersMax;
    this.#end = Buffer.from(`,"attribution":${JSON.stringify(attributionText(dataProvider))}}`);
    this.pageReuseSeconds = Math.floor(cursorTtlSeconds / 2) - (this.#cursors.intervalSeconds - 1);
  }

  /**
   * @param memory for the body, cleared; by default the result has memory of its own
   * @param find finds the page, instead of the backend's `search`
   */
  search(
    given: SearchInput,
    memory = ownMemory(),
    find?: (request: SearchRequest) => Eventually<SearchResult>,
  ): Eventually<PageResult> {
    const parameters = readSearchParameters(given);
    const { query, country, limit, cursor } = parameters;
    const opened = cursor === undefined ? undefined : this.#cursors.open(cursor, parameters, readSecond(this.#clock));
    const request = { query, country, limit, after: opened?.position };
    const found = find === undefined ? this.#backend.search(request, memory) : find(request);
    return finished(found, memory, (result, body) => this.#page(body, parameters, result, opened?.expiresSecond));
  }

  company(companyId: string | undefined, memory = ownMemory()): Eventually<OperationResult> {
    const id = readCompanyId(companyId);
    const found = this.#backend.company(id, memory);
    return finished(found, memory, (result, body) => this.#company(body, id, result));
  }

  officers(companyId: string | undefined, memory = ownMemory()): Eventually<OperationResult> {
    const id = readCompanyId(companyId);
    const day = readDay(this.#clock);
    const found = this.#backend.officers({ id, limit: this.#officersMax, today: formatDay(day) }, memory);
    return finished(found, memory, (result, body) => this.#officers(body, id, day, result));
  }

  #page(
    body: ByteBuffer,
    parameters: SearchParameters,
    { json, next, version }: SearchResult,
    expiresSecond = Infinity,
  ): PageResult {
    const { query, country } = parameters;
    body.append(json);
    // Piece by piece: the text of all pieces would be garbage.
    body.prependAscii('],"data":[');
    if (country !== undefined) body.prependAscii(`"${country}"`);
    body.prependAscii(',"countries":[');
    body.prependLatin1(binaryText(JSON.stringify(query)));
    body.prependAscii('{"object":"list","query":');
    // The cursor changes by the minute, the position in it does not.
    const identity = version === undefined ? Buffer.concat([body.written(), Buffer.from(next ?? '')]) : undefined;
    const issuedSecond = next === undefined ? undefined : this.#cursors.issueSecond(readSecond(this.#clock));
    body.appendAscii('],"next_cursor":');
    if (issuedSecond === undefined) body.appendAscii('null');
    else {
      body.appendAscii('"');
      body.appendAscii(this.#cursors.issue(next ?? '', parameters, issuedSecond));
      body.appendAscii('"');
    }
    body.append(this.#end);
    const untilSecond = Math.min(expiresSecond, (issuedSecond ?? Infinity) + this.#cursors.intervalSeconds);
    return { body, version, identity, day: undefined, issuedSecond, untilSecond };
  }

  #company(body: ByteBuffer, id: string, result: CompanyResult | undefined): OperationResult {
    if (result === undefined) throw notFound(id);
    body.append(result.json);
    body.prependLatin1('{"data":');
    return this.#ended(body, '', result.version);
  }

  #officers(body: ByteBuffer, id: string, day: number, result: OfficersResult | undefined): OperationResult {
    if (result === undefined) throw notFound(id);
    const { companyId, json, hasMore, version } = result;
    body.append(json);
    body.prependLatin1(
      `{"object":"company_officer_list","requested_company_id":"${id}","company_id":"${companyId}","data":[`,
    );
    return this.#ended(body, `],"has_more":${hasMore}`, version, day);
  }

  #ended(body: ByteBuffer, end: string, version: DataVersion | undefined, day?: number): OperationResult {
    body.appendAscii(end);
    body.append(this.#end);
    return { body, version, identity: version === undefined ? body.written() : undefined, day };
  }
}

/** Number of bytes in front of a body for the rest of a response: the beginning of the JSON and the HTTP header. */
export const ROOM_BYTES = 4096;

const OWN_BYTES = 2 * ROOM_BYTES;

function ownMemory(): ByteBuffer {
  const memory = new ByteBuffer(OWN_BYTES);
  memory.clear(ROOM_BYTES);
  return memory;
}

/**
 * Finishes a result of the backend in the caller's memory, or in new memory if the result comes later: by then other results use the
 * caller's memory.
 */
function finished<Found, Result>(
  found: Eventually<Found>,
  memory: ByteBuffer,
  finish: (found: Found, memory: ByteBuffer) => Result,
): Eventually<Result> {
  return found instanceof Promise ? found.then((result) => finish(result, ownMemory())) : finish(found, memory);
}

const ASCII = /^[\0-\x7f]*$/;

/** Returns the UTF-8 bytes of a text as a text with one character per byte. */
function binaryText(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text).toString('latin1');
}
