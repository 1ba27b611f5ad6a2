/** The bounds of every exchange with a server. A test sets shorter ones. */
export interface Limits {
  /** How long a server may send nothing: some make large dumps while the client waits. */
  readonly silenceMs: number;
  /** A body must bring this many bytes within each {@linkcode silenceMs}, unless it ends: a dripping server is a silent one. */
  readonly leastBytes: number;
  /** How many attempts in a row may fail without {@linkcode progressBytes}, and how many in all. */
  readonly attemptsInARow: number;
  readonly attempts: number;
  /** An attempt that gets this many bytes further resets the count of failures. A broken server may send a few bytes for ever. */
  readonly progressBytes: number;
  /** For so many bytes that arrived there may be one attempt more: a server that breaks every minute needs hundreds for a large file. */
  readonly attemptBytes: number;
  /** The wait before the second attempt of a row; each wait doubles. */
  readonly firstWaitMs: number;
  /** The longest wait that a server may ask for (`Retry-After`). */
  readonly retryAfterMs: number;
  /** How long a page may take in all its attempts. */
  readonly pageMs: number;
  /** The longest page: it is held in memory. */
  readonly pageBytes: number;
  /** How long a file may take in all its attempts. The next run continues it. */
  readonly fileMs: number;
  /** The longest file whose declaration states no bound. */
  readonly fileBytes: number;
  /** How long one run may crawl a list, or ask the questions of a crawl; the next one continues it. */
  readonly crawlMs: number;
  /** How many requests of a crawl may fail in a row, whatever they ask, and how many may be refused in a row. */
  readonly crawlFailures: number;
  readonly crawlRefusals: number;
  /** How long answers gather in memory at most before they are written: a killed run loses no more. */
  readonly crawlGatherMs: number;
  /** A file of answers that is longer is not added to any more: files are removed whole when nothing in them is current. */
  readonly crawlFileBytes: number;
  /** How old an unfinished crawl may be: after that the list has changed too much. */
  readonly resumeMs: number;
}

const MINUTE_MS = 60_000;

export const LIMITS: Limits = {
  silenceMs: MINUTE_MS,
  leastBytes: 64 * 1024,
  attemptsInARow: 6,
  attempts: 100,
  progressBytes: 1024 ** 2,
  attemptBytes: 16 * 1024 ** 2,
  firstWaitMs: 1000,
  retryAfterMs: 5 * MINUTE_MS,
  pageMs: 10 * MINUTE_MS,
  pageBytes: 64 * 1024 ** 2,
  fileMs: 12 * 60 * MINUTE_MS,
  fileBytes: 1024 ** 3,
  crawlMs: 24 * 60 * MINUTE_MS,
  crawlFailures: 15,
  crawlRefusals: 3,
  crawlGatherMs: MINUTE_MS / 2,
  crawlFileBytes: 64 * 1024 ** 2,
  resumeMs: 24 * 60 * MINUTE_MS,
};
