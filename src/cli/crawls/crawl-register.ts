/** Runs and reports the crawl of a register, for `fetch` and `refresh`. */
import { fetchCrawl, type FetchOptions, type CrawlOutcome } from '../../fetching/index.ts';
import type { Crawl, CrawlStatus } from '../../importer/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { createProgress, showLine } from '../../extra/index.ts';

export type CrawlReport = Omit<CrawlStatus, 'files'> & Pick<CrawlOutcome, 'ended' | 'reason'>;

export interface Crawling {
  readonly forMs?: number | undefined;
  /** Whether a crawl that the server stopped is not an error if there are responses of this or an earlier run. */
  readonly mayStop?: boolean;
  readonly onCrawl?: ((report: CrawlReport) => void) | undefined;
}

const ENDS: Readonly<Record<CrawlOutcome['ended'], string>> = {
  whole: 'the round is whole',
  asked: 'every request was sent; the next run repeats those that failed',
  time: 'the time is over; the next run continues',
  quota: 'the quota of the day is used up; a run of another day continues',
  resting: 'nothing is requested yet: the last round ended recently',
  stopped: 'the next run continues',
};

/**
 * Runs the crawl of a register and returns the files with its responses.
 * @throws {InputError} if the server stopped it, unless `mayStop` is set and there are responses
 */
export async function crawlRegister(
  id: string,
  crawl: Crawl,
  options: Pick<FetchOptions, 'into' | 'client'>,
  { forMs, mayStop = false, onCrawl }: Crawling,
): Promise<{ path: string; changed: boolean }[]> {
  const progress = createProgress(`fetch ${id} ${crawl.name}`);
  const outcome = await fetchCrawl(crawl, {
    ...options,
    forMs,
    onProgress: ({ answered, left, leftMs }) =>
      progress.update(answered, undefined, formatNote(answered, left, leftMs)),
  });
  const { ended, reason, paths, changed, status } = outcome;
  progress.finish(`${formatCounts(status)}: ${ENDS[ended]}`);
  const { files: _, ...counts } = status;
  onCrawl?.({ ...counts, ended, ...(reason !== undefined && { reason }) });
  if (ended === 'stopped') {
    const kept = paths.length === 0 ? 'there are no responses' : 'the responses of this run and earlier ones are kept';
    const line = `Cannot continue the crawl ${quoteValue(crawl.name)}: ${reason}; ${kept}`;
    if (!mayStop || paths.length === 0) throw new InputError(line);
    showLine(`fetch ${id}  ${line}`);
  }
  return paths.map((path) => ({ path, changed }));
}

function formatCounts({ asked, answered, none, refused, failed, left, given_up: givenUp }: CrawlStatus): string {
  const counts = [`${asked} requests in this round`, `${answered} answered`, `${none} none`];
  counts.push(...[refused === 0 ? [] : `${refused} refused`, failed === 0 ? [] : `${failed} failed`].flat());
  return [...counts, `${left} left`, ...(givenUp === 0 ? [] : [`${givenUp} given up`])].join(', ');
}

function formatNote(answered: number, left: number | undefined, leftMs = 0): string {
  if (left === undefined) return `${answered} answered, how many are left is unknown`;
  return `${answered} answered, ${left} left${left === 0 ? '' : `, about ${formatTime(leftMs)}`}`;
}

function formatTime(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 2) return `${Math.ceil(ms / 1000)} s`;
  if (minutes < 120) return `${Math.ceil(minutes)} min`;
  return minutes < 48 * 60 ? `${Math.ceil(minutes / 60)} h` : `${Math.ceil(minutes / (24 * 60))} days`;
}
