/** A question of a crawl. Its kind and its key together name it: `company:0000012345`. Nothing is asked twice in one round. */
export interface Question {
  /** One word; the row of an answer has it, too. */
  readonly kind: string;
  /** Which one of its kind, at most 200 characters: a number, a day, the place of a page. */
  readonly key: string;
  /** What its request needs beside the key, such as the cursor of a page. It is kept with the answer. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  /** Its answer never changes: where there is one, no later round asks again. */
  readonly once?: true;
  /** Its answer must not be the one that led here: a server that gives the same page again leads nowhere. */
  readonly differs?: true;
  /** It leads to no other question: where it fails in three runs, the round is whole without it. */
  readonly leaf?: true;
}

/** Questions whose keys are consecutive numbers, asked in their order. They are leaves, and none is written out before its time. */
export interface NumberRange {
  readonly kind: string;
  readonly from: number;
  /** The last number. One of `to` and `absentMax` is there. */
  readonly to?: number;
  /** The range ends behind so many numbers in a row that have no answer but "none". */
  readonly absentMax?: number;
  /** How far one number is from the next, where that is not 1: the offsets of pages. */
  readonly step?: number;
  /** Numbers have so many digits, with zeros before them. */
  readonly digits?: number;
  /** As {@linkcode Question.once}. */
  readonly once?: true;
}

/** What is known when a round begins. */
export interface CrawlState {
  /** The day in UTC, `2026-11-22`. */
  readonly today: string;
  /** When the last round that ended began, UTC, ISO 8601: what changed since is to be asked. Absent in the first round. */
  readonly since?: string;
  /** When the last round that ended and asked for everything began. */
  readonly wholeSince?: string;
  /** The highest number of each kind of range that has an answer. */
  readonly reached: Readonly<Record<string, number>>;
}

/** A round of a crawl: its first questions, to which answers add. */
export interface Round {
  readonly questions: Iterable<Question | NumberRange>;
  /**
   * Whether it asks for everything, as the first round always does. Where it ends, answers that only earlier rounds have are
   * removed; a round of changes leaves them.
   */
  readonly isWhole?: true;
}

/** The request of a question: GET, or POST where it has a form or a body. */
export interface CrawlRequest {
  /**
   * `{NAME}` stands for a setting of the credentials, here and in the values of `headers`; nothing that is kept has the value. Only hosts
   * of the first questions of a round get credentials.
   */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** A body as it is sent; `headers` has its `content-type`. */
  readonly body?: string;
}

/** An answer as the functions of a declaration get it. */
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
 * A crawl that asks an interface question by question and keeps every answer, in files `NAME.0001.ndjson.zst` whose rows the
 * format `answers` gives. A run ends when nothing is left to ask, or when its time is over; the next one goes on. Where a round has
 * ended, the next run begins another. Functions must be pure: a lost state is made again from what was kept.
 *
 * A function that throws a {@linkcode FieldFault} says that the answer is not as it should be, and it is asked for again.
 */
export interface Crawl {
  /** The name of its files, without ending: `companies`. */
  readonly name: string;
  /** How many requests a minute are sent at most. They are sent one after the other. */
  readonly perMinute: number;
  /** How many requests a day (UTC) are sent at most, where the publisher states a quota. */
  readonly perDay?: number;
  /** How many days lie between the ends of two rounds at least, where it need not be asked each night. */
  readonly restDays?: number;
  /** The questions that a round begins with. */
  first(state: CrawlState): Round;
  request(question: Question): CrawlRequest;
  /** What every answer must be: JSON or XML that can be read to its end, or any text that is not empty. */
  readonly format: 'json' | 'xml' | 'text';
  /**
   * The statuses that say that there is none: 404. Such an answer is kept without body, and has no follow-up. A function tells them by
   * question: an empty list may be none, and its second page not.
   */
  readonly none?: readonly number[] | ((question: Question) => readonly number[]);
  /** Statuses above 299 that come with an answer, as SOAP sends its faults with 500. */
  readonly statuses?: readonly number[];
  /** Says why an answer, as it came, is not whole, as a clause: "it does not begin with Message"; undefined where it is. */
  fault?(answer: Answer): string | undefined;
  /** The questions that follow from an answer as it is kept: the next page, the extracts of the companies that a search lists. */
  follow?(answer: Answer): Iterable<Question | NumberRange>;
  /** Whether an answer is kept; all are where it is absent. What the importer does not read need not be kept. */
  keep?(answer: Answer): boolean;
  /** The body as it is kept, without what must never be stored. */
  redact?(answer: Answer): string;
  /** How many questions the round has in all, where an answer tells: for the time that is left. */
  total?(answer: Answer): number | undefined;
  /** The longest answer that is accepted, in bytes, where it is more than 16 MiB; at most 64 MiB. */
  readonly bytesMax?: number;
}
