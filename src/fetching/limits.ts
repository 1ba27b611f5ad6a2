/** The bounds of every exchange with a server. Tests set shorter ones. */
export interface Limits {
  /** How long a server may send nothing. Some prepare large files while the client waits. */
  readonly silenceMs: number;
  /** The bytes that a body must have within each {@linkcode silenceMs}, unless it ends. */
  readonly leastBytes: number;
  /** Maximum failed attempts in a row without {@linkcode progressBytes}, and in all. */
  readonly attemptsInARow: number;
  readonly attempts: number;
  /** An attempt that gets this many bytes further resets the count of failures in a row. */
  readonly progressBytes: number;
  /** One more attempt is allowed for this many received bytes: large files may need hundreds. */
  readonly attemptBytes: number;
  /** The wait after the first failure; it doubles with each one. */
  readonly firstWaitMs: number;
  /** The longest accepted `Retry-After` of a download. */
  readonly retryAfterMs: number;
  /** The time for a page with all its attempts. */
  readonly pageMs: number;
  /** The maximum size of a page, which is held in memory. */
  readonly pageBytes: number;
  /** The time for a file with all its attempts. The next run continues it. */
  readonly fileMs: number;
  /** The maximum size of a file whose declaration states none. */
  readonly fileBytes: number;
  /** The time for one run of a crawl; the next run continues it. */
  readonly crawlMs: number;
  /** The failures in a row, and the refusals in a row, that end a run of a crawl. */
  readonly crawlFailures: number;
  readonly crawlRefusals: number;
  /** How long answers stay in memory before they are written. A killed run loses no more. */
  readonly crawlGatherMs: number;
  /** The size at which a file of answers is closed. Files are only removed whole. */
  readonly crawlFileBytes: number;
  /** The maximum age of an unfinished paged list: older ones start again. */
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
