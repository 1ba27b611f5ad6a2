const MINUTE_MS = 60_000;

/** The bounds of every exchange with a server. Tests set shorter ones. */
export const LIMITS = {
  /** How long a server may send nothing. Some servers prepare large files while the client waits. */
  idleTimeoutMs: MINUTE_MS,
  /** Minimum number of bytes of a body that must arrive in each {@linkcode idleTimeoutMs}, unless the body ends. */
  leastBytes: 64 * 1024,
  /** Maximum number of failed attempts: in a row without {@linkcode progressBytes}, and in total. */
  attemptsInARow: 6,
  attempts: 100,
  /** An attempt that adds this many bytes resets the count of failures in a row. */
  progressBytes: 1024 ** 2,
  /** Each time this many bytes are received, one more attempt is allowed: large files may need hundreds. */
  attemptBytes: 16 * 1024 ** 2,
  /** Wait after the first failure. The wait doubles with each failure. */
  firstWaitMs: 1000,
  /** Longest accepted `Retry-After` of a download. */
  retryAfterMs: 5 * MINUTE_MS,
  /** Maximum time for a page, including all attempts. */
  pageMs: 10 * MINUTE_MS,
  /** Maximum size of a page, which is held in memory. */
  pageBytes: 64 * 1024 ** 2,
  /** Maximum time for a file, including all attempts. The next run continues the download. */
  fileMs: 12 * 60 * MINUTE_MS,
  /** Maximum size of a file whose declaration states no maximum. */
  fileBytes: 1024 ** 3,
  /** Maximum time for one run of a crawl. The next run continues the crawl. */
  crawlMs: 24 * 60 * MINUTE_MS,
  /** Number of consecutive failures, and of consecutive refusals, that end a run of a crawl. */
  crawlFailures: 15,
  crawlRefusals: 3,
  /** How long responses stay in memory before they are written. A killed run loses at most the responses of this time. */
  crawlGatherMs: MINUTE_MS / 2,
  /** Size at which a file of responses is closed. Files are removed only as a whole. */
  crawlFileBytes: 64 * 1024 ** 2,
  /** Maximum age of an unfinished paged list. An older crawl starts again. */
  resumeMs: 24 * 60 * MINUTE_MS,
};

export type Limits = Readonly<typeof LIMITS>;
