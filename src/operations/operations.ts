import {
  eventually,
  type Backend,
  type CompanyResult,
  type DataVersion,
  type Eventually,
  type OfficersResult,
  type SearchRequest,
  type SearchResult,
} from '../backend/index.ts';
import { attributionText, type ServiceFacts } from '../contract/index.ts';
import { binaryText, type Chunk } from './chunks.ts';
import { dateOf, dayOf, secondOf, type WallClock } from './clock.ts';
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
  readonly body: readonly Chunk[];
  /** The data that it was read from; undefined where the backend cannot name its data. */
  readonly version: DataVersion | undefined;
  /** The content that identifies the result where it has no version. */
  readonly identity: readonly Chunk[];
  /** The day it was made for, in days since 1970; undefined where it does not depend on the day. */
  readonly day: number | undefined;
}

export interface PageResult extends OperationResult {
  /** The second as of which its cursor was issued; undefined on the last page. */
  readonly issuedSecond: number | undefined;
  /** From this second on, the same request has another cursor, or the cursor of the request has expired. */
  readonly untilSecond: number;
}

/**
 * The three operations of the contract. Each checks its parameters, and throws a ProblemError or an error of the backend; `problemOf` makes
 * a problem of both. A result is synchronous where the backend is.
 */
export class Operations {
  /** How long a page may be reused, in seconds: until half of the life of its cursor is over. */
  readonly pageReuseSeconds: number;
  readonly #backend: Backend;
  readonly #clock: WallClock;
  readonly #cursors: Cursors;
  readonly #officersMax: number;
  readonly #end: string;

  constructor(backend: Backend, clock: WallClock, settings: OperationSettings) {
    const { cursorSecret, cursorTtlSeconds, officersMax, dataProvider } = settings;
    this.#backend = backend;
    this.#clock = clock;
    this.#cursors = new Cursors(cursorSecret, cursorTtlSeconds);
    this.#officersMax = officersMax;
    this.#end = binaryText(`,"attribution":${JSON.stringify(attributionText(dataProvider))}}`);
    this.pageReuseSeconds = Math.floor(cursorTtlSeconds / 2) - (this.#cursors.intervalSeconds - 1);
  }

  /** @param find finds the page, instead of the backend's `search` */
  search(given: SearchInput, find?: (request: SearchRequest) => Eventually<SearchResult>): Eventually<PageResult> {
    const parameters = readSearchParameters(given);
    const { query, country, limit, cursor } = parameters;
    const opened = cursor === undefined ? undefined : this.#cursors.open(cursor, parameters, secondOf(this.#clock));
    const request = { query, country, limit, after: opened?.position };
    const found = find === undefined ? this.#backend.search(request) : find(request);
    return eventually(found, (result) => this.#page(parameters, result, opened?.expiresSecond));
  }

  company(companyId: string | undefined): Eventually<OperationResult> {
    const id = readCompanyId(companyId);
    return eventually(this.#backend.company(id), (result) => this.#company(id, result));
  }

  officers(companyId: string | undefined): Eventually<OperationResult> {
    const id = readCompanyId(companyId);
    const day = dayOf(this.#clock);
    return eventually(this.#backend.officers({ id, limit: this.#officersMax, today: dateOf(day) }), (result) =>
      this.#officers(id, day, result),
    );
  }

  #page(parameters: SearchParameters, { json, next, version }: SearchResult, expiresSecond = Infinity): PageResult {
    const { query, country } = parameters;
    const issuedSecond = next === undefined ? undefined : this.#cursors.issueSecond(secondOf(this.#clock));
    const cursor =
      issuedSecond === undefined ? 'null' : `"${this.#cursors.issue(next ?? '', parameters, issuedSecond)}"`;
    const countries = country === undefined ? '' : `"${country}"`;
    const head = binaryText(`{"object":"list","query":${JSON.stringify(query)},"countries":[${countries}],"data":[`);
    const body = [head, json, `],"next_cursor":${cursor}${this.#end}`];
    // The cursor changes by the minute, the position in it does not.
    const identity = version === undefined ? [head, json, binaryText(next ?? '')] : body;
    const untilSecond = Math.min(expiresSecond, (issuedSecond ?? Infinity) + this.#cursors.intervalSeconds);
    return { body, version, identity, day: undefined, issuedSecond, untilSecond };
  }

  #company(id: string, result: CompanyResult | undefined): OperationResult {
    if (result === undefined) throw notFound(id);
    const body = ['{"data":', result.json, this.#end];
    return { body, version: result.version, identity: body, day: undefined };
  }

  #officers(id: string, day: number, result: OfficersResult | undefined): OperationResult {
    if (result === undefined) throw notFound(id);
    const { companyId, json, hasMore, version } = result;
    const head = `{"object":"company_officer_list","requested_company_id":"${id}","company_id":"${companyId}","data":[`;
    const body = [head, json, `],"has_more":${hasMore}${this.#end}`];
    return { body, version, identity: body, day };
  }
}
