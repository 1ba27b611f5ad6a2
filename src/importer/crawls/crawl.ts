/** A question of a crawl, named by kind and key: `company:0000012345`. It is requested once in a round. */
export interface Question {
  /** One word, also in the row of the answer. */
  readonly kind: string;
  /** A number, a day, the position of a page: at most 200 characters. */
  readonly key: string;
  /** More data for the request, such as the cursor of a page. Stored with the answer. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  /** The answer never changes: later rounds do not request it again. */
  readonly once?: true;
  /** The answer must differ from the one that led here: a server that repeats a page never ends. */
  readonly differs?: true;
  /** It leads to no other question: after three failed runs the round ends without it. */
  readonly leaf?: true;
}

/** Questions with consecutive numbers as keys, requested in order. They are leaves. */
export interface NumberRange {
  readonly kind: string;
  readonly from: number;
  /** The last number. `to` or `absentMax` is required. */
  readonly to?: number;
  /** The range ends after this many numbers in a row that do not exist. */
  readonly absentMax?: number;
  /** The step between two numbers, 1 unless set: the offsets of pages. */
  readonly step?: number;
  /** Numbers are padded with zeros to this many digits. */
  readonly digits?: number;
}

/** The state at the start of a round. */
export interface CrawlState {
  /** The day in UTC, `2026-11-22`. */
  readonly today: string;
  /** The start of the last round that ended, UTC, ISO 8601: request what changed since. Absent in the first round. */
  readonly since?: string;
  /** The start of the last round that ended and requested everything. */
  readonly wholeSince?: string;
  /** The highest number with an answer, by kind of range. */
  readonly reached: Readonly<Record<string, number>>;
}

/** A round of a crawl: its first questions. Answers add more. */
export interface Round {
  readonly questions: Iterable<Question | NumberRange>;
  /**
   * Whether it requests everything, as the first round always does. At its end, answers of earlier rounds are removed; a round of
   * changes keeps them.
   */
  readonly isWhole?: true;
}

/** The request of a question: GET, or POST with a form or a body. */
export interface CrawlRequest {
  /**
   * `{NAME}` is a placeholder for a setting of the credentials, here and in `headers`. The value is never stored, and only hosts of
   * the first questions of a round get it.
   */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** The body; `headers` has its `content-type`. */
  readonly body?: string;
}

/** An answer, as the functions of a declaration get it. */
export interface Answer {
  readonly question: Question;
  readonly status: number;
  readonly body: string;
  /** A field of the response; the function is absent for answers that are read from files. */
  readonly header?: ((name: string) => string | undefined) | undefined;
  /** The body as JSON. @throws {FieldFault} where it is not JSON, which makes the answer incomplete */
  json(): unknown;
}

/**
 * A crawl sends the requests of an interface one by one and stores every answer, in files `NAME.0001.ndjson.zst` of the format
 * `answers`. A run ends when no question is left or its time is over, and the next run continues. After a round the next run starts
 * another one. Functions must be pure: a lost state is rebuilt from the answers.
 *
 * A function throws a {@linkcode FieldFault} if an answer is wrong; it is then requested again.
 */
export interface Crawl {
  /** The name of its files, without suffix: `companies`. */
  readonly name: string;
  /** Maximum requests a minute, one after the other. */
  readonly perMinute: number;
  /** Maximum requests a day (UTC), if the publisher states a quota. */
  readonly perDay?: number;
  /** Days of rest after a round, if one a night is not necessary. */
  readonly restDays?: number;
  /** The first questions of a round. */
  first(state: CrawlState): Round;
  request(question: Question): CrawlRequest;
  /** The format of answers: well-formed JSON or XML, or any text that is not empty. */
  readonly format: 'json' | 'xml' | 'text';
  /**
   * The statuses of things that do not exist, such as 404. Such answers are stored without body and lead to no question. A function
   * decides by question.
   */
  readonly none?: readonly number[] | ((question: Question) => readonly number[]);
  /** Statuses above 299 with an answer: SOAP sends faults with 500. */
  readonly statuses?: readonly number[];
  /** Why an answer is incomplete, as a clause: "it does not begin with Message"; undefined if it is complete. */
  fault?(answer: Answer): string | undefined;
  /** The questions that follow from a stored answer: the next page, the companies of a search. */
  follow?(answer: Answer): Iterable<Question | NumberRange>;
  /** Whether an answer is stored; all are unless set. Answers that the importer does not read need not be. */
  keep?(answer: Answer): boolean;
  /** The body without the parts that must never be stored. */
  redact?(answer: Answer): string;
  /** The maximum size of an answer, if more than 16 MiB; at most 64 MiB. */
  readonly bytesMax?: number;
}
