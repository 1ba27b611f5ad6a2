/** A request of a crawl, identified by kind and key: `company:0000012345`. It is sent once per round. */
export interface CrawlRequest {
  /** One word, also in the row of the response. */
  readonly kind: string;
  /** For example a number, a day or the position of a page; at most 200 characters. */
  readonly key: string;
  /** More data for the request, such as the cursor of a page. Stored with the response. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  /** The response never changes: later rounds do not request it again. */
  readonly once?: true;
  /** The response must differ from the response that led to this request: if a server repeats a page, the crawl would never end. */
  readonly differs?: true;
  /** The response leads to no other request. After three failed runs the round ends without it. */
  readonly leaf?: true;
}

/** Requests with consecutive numbers as keys, requested in order. They are leaves. */
export interface NumberRange {
  readonly kind: string;
  readonly from: number;
  /** The last number of the range. `to` or `absentMax` is required. */
  readonly to?: number;
  /** The range ends when this many consecutive numbers do not exist. */
  readonly absentMax?: number;
  /** The difference between consecutive numbers, 1 by default; more if the numbers are offsets of pages. */
  readonly step?: number;
  /** Numbers are padded with zeros to this many digits. */
  readonly digits?: number;
}

/** The state at the start of a round. */
export interface CrawlState {
  /** The day in UTC, `2026-11-22`. */
  readonly today: string;
  /** The start of the last round that ended, UTC, ISO 8601. A round may request only later changes. Absent in the first round. */
  readonly since?: string;
  /** The start of the last round that ended and requested everything. */
  readonly wholeSince?: string;
  /** The highest number with a response, by kind of range. */
  readonly reached: Readonly<Record<string, number>>;
}

/** The first requests of a round. Responses lead to more requests. */
export interface Round {
  readonly requests: Iterable<CrawlRequest | NumberRange>;
  /**
   * Whether the round requests everything, as the first round always does. Responses of earlier rounds are removed when such a round ends;
   * a round that requests only changes keeps them.
   */
  readonly isWhole?: true;
}

/** The HTTP request of a request of a crawl: GET, or POST with a form or a body. */
export interface HttpRequest {
  /**
   * `{NAME}` is a placeholder for a setting of the credentials, here and in `headers`. The value is never stored. It is sent only to the
   * hosts of the first requests of a round.
   */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** The body of a POST. Its `content-type` must be in `headers`. */
  readonly body?: string;
}

/** A response, as the functions of a declaration get it. */
export interface CrawlResponse {
  readonly request: CrawlRequest;
  readonly status: number;
  readonly body: string;
  /** Returns a header field of the response. Absent for responses that are read from files. */
  readonly header?: ((name: string) => string | undefined) | undefined;
  /** Parses the body as JSON. @throws {FieldFault} if the body is not JSON; the response then counts as incomplete */
  json(): unknown;
}

/**
 * A crawl sends the requests of an interface one by one and stores every response, in files `NAME.0001.ndjson.zst` of the format
 * `answers`. A run ends when no request is left or its time is over, and the next run continues. If a round has ended, the next run
 * starts a new round. Functions must be pure: a lost state is rebuilt from the responses.
 *
 * A function throws a {@linkcode FieldFault} if a response is wrong; the request is then repeated.
 */
export interface Crawl {
  /** The base name of the files of the crawl, without suffix: `companies`. */
  readonly name: string;
  /** Maximum number of requests a minute; requests are sequential. */
  readonly perMinute: number;
  /** Maximum number of requests a day (UTC), if the publisher states a quota. */
  readonly perDay?: number;
  /** Minimum number of days between two rounds, if a round every night is not necessary. */
  readonly restDays?: number;
  /** The first requests of a round. */
  first(state: CrawlState): Round;
  toHttpRequest(request: CrawlRequest): HttpRequest;
  /** The format of responses: well-formed JSON or XML, or any text that is not empty. */
  readonly format: 'json' | 'xml' | 'text';
  /**
   * HTTP statuses, such as 404, that mean that the requested thing does not exist. Such responses are stored without body and lead to no
   * request. If the statuses differ between requests, this is a function.
   */
  readonly none?: readonly number[] | ((request: CrawlRequest) => readonly number[]);
  /** HTTP statuses above 299 whose body is a response: SOAP sends faults with 500. */
  readonly statuses?: readonly number[];
  /** Returns why a response is incomplete, as a clause: "it does not begin with Message"; undefined if it is complete. */
  fault?(response: CrawlResponse): string | undefined;
  /** Returns the requests that follow from a response: the next page, the companies of a search. */
  follow?(response: CrawlResponse): Iterable<CrawlRequest | NumberRange>;
  /** Returns whether a response is stored; all responses are by default. Responses that the importer does not read need not be stored. */
  keep?(response: CrawlResponse): boolean;
  /** Returns the body without the parts that must never be stored. */
  redact?(response: CrawlResponse): string;
  /** Maximum size of a response in bytes, if more than 16 MiB; at most 64 MiB. */
  readonly bytesMax?: number;
}
