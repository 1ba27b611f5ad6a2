/** A question of a crawl, identified by kind and key: `company:0000012345`. It is requested once per round. */
export interface Question {
  /** One word, also in the row of the answer. */
  readonly kind: string;
  /** For example a number, a day or the position of a page; at most 200 characters. */
  readonly key: string;
  /** More data for the request, such as the cursor of a page. Stored with the answer. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  /** The answer never changes: later rounds do not request it again. */
  readonly once?: true;
  /** The answer must differ from the answer that led to this question: if a server repeats a page, the crawl would never end. */
  readonly differs?: true;
  /** The answer leads to no other question. After three failed runs the round ends without it. */
  readonly leaf?: true;
}

/** Questions with consecutive numbers as keys, requested in order. They are leaves. */
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
  /** The highest number with an answer, by kind of range. */
  readonly reached: Readonly<Record<string, number>>;
}

/** The first questions of a round. Answers lead to more questions. */
export interface Round {
  readonly questions: Iterable<Question | NumberRange>;
  /**
   * Whether the round requests everything, as the first round always does. Answers of earlier rounds are removed when such a round ends;
   * a round that requests only changes keeps them.
   */
  readonly isWhole?: true;
}

/** The request of a question: GET, or POST with a form or a body. */
export interface CrawlRequest {
  /**
   * `{NAME}` is a placeholder for a setting of the credentials, here and in `headers`. The value is never stored. It is sent only to the
   * hosts of the first questions of a round.
   */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** The body of a POST. Its `content-type` must be in `headers`. */
  readonly body?: string;
}

/** An answer, as the functions of a declaration get it. */
export interface Answer {
  readonly question: Question;
  readonly status: number;
  readonly body: string;
  /** Returns a header field of the response. Absent for answers that are read from files. */
  readonly header?: ((name: string) => string | undefined) | undefined;
  /** Parses the body as JSON. @throws {FieldFault} if the body is not JSON; the answer then counts as incomplete */
  json(): unknown;
}

/**
 * A crawl sends the requests of an interface one by one and stores every answer, in files `NAME.0001.ndjson.zst` of the format
 * `answers`. A run ends when no question is left or its time is over, and the next run continues. If a round has ended, the next run
 * starts a new round. Functions must be pure: a lost state is rebuilt from the answers.
 *
 * A function throws a {@linkcode FieldFault} if an answer is wrong; the question is then requested again.
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
  /** The first questions of a round. */
  first(state: CrawlState): Round;
  request(question: Question): CrawlRequest;
  /** The format of answers: well-formed JSON or XML, or any text that is not empty. */
  readonly format: 'json' | 'xml' | 'text';
  /**
   * HTTP statuses, such as 404, that mean that the thing asked about does not exist. Such answers are stored without body and lead to no
   * question. If the statuses differ between questions, this is a function.
   */
  readonly none?: readonly number[] | ((question: Question) => readonly number[]);
  /** HTTP statuses above 299 whose body is an answer: SOAP sends faults with 500. */
  readonly statuses?: readonly number[];
  /** Returns why an answer is incomplete, as a clause: "it does not begin with Message"; undefined if it is complete. */
  fault?(answer: Answer): string | undefined;
  /** Returns the questions that follow from an answer: the next page, the companies of a search. */
  follow?(answer: Answer): Iterable<Question | NumberRange>;
  /** Returns whether an answer is stored; all answers are by default. Answers that the importer does not read need not be stored. */
  keep?(answer: Answer): boolean;
  /** Returns the body without the parts that must never be stored. */
  redact?(answer: Answer): string;
  /** Maximum size of an answer in bytes, if more than 16 MiB; at most 64 MiB. */
  readonly bytesMax?: number;
}
