const MINUTE_MS = 60_000;

/** The bounds of every exchange with a server. Tests set shorter ones. */
export const LIMITS = {
  /** How long a server may send nothing. Some prepare large files while the client waits. */
  silenceMs: MINUTE_MS,
  /** The bytes that a body must have within each {@linkcode silenceMs}, unless it ends. */
  leastBytes: 64 * 1024,
  /** Maximum failed attempts in a row without {@linkcode progressBytes}, and in all. */
  attemptsInARow: 6,
  attempts: 100,
  /** An attempt that gets this many bytes further resets the count of failures in a row. */
  progressBytes: 1024 ** 2,
  /** One more attempt is allowed for this many received bytes: large files may need hundreds. */
  attemptBytes: 16 * 1024 ** 2,
  /** The wait after the first failure; it doubles with each one. */
  firstWaitMs: 1000,
  /** The longest accepted `Retry-After` of a download. */
  retryAfterMs: 5 * MINUTE_MS,
  /** The time for a page with all its attempts. */
  pageMs: 10 * MINUTE_MS,
  /** The maximum size of a page, which is held in memory. */
  pageBytes: 64 * 1024 ** 2,
  /** The time for a file with all its attempts. The next run continues it. */
  fileMs: 12 * 60 * MINUTE_MS,
  /** The maximum size of a file whose declaration states none. */
  fileBytes: 1024 ** 3,
  /** The time for one run of a crawl; the next run continues it. */
  crawlMs: 24 * 60 * MINUTE_MS,
  /** The failures in a row, and the refusals in a row, that end a run of a crawl. */
  crawlFailures: 15,
  crawlRefusals: 3,
  /** How long answers stay in memory before they are written. A killed run loses no more. */
  crawlGatherMs: MINUTE_MS / 2,
  /** The size at which a file of answers is closed. Files are only removed whole. */
  crawlFileBytes: 64 * 1024 ** 2,
  /** The maximum age of an unfinished paged list: older ones start again. */
  resumeMs: 24 * 60 * MINUTE_MS,
};

export type Limits = Readonly<typeof LIMITS>;
