import type { Logger } from 'pino';
import type { Eventually } from '../backend/index.ts';
import type { CompanyView, EmptySearch, Problem, RefusedSearch, SearchView, ServiceFacts } from '../contract/index.ts';
import type { DataFacts } from '../model/index.ts';
import type { LogDestination } from './access-log.ts';
import type { Clock } from './clock.ts';
import type { Door } from './doors/door.ts';
import type { LoadBounds } from './limits/load-bounds.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { Health } from './telemetry/health.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** What the service is told when it starts. Nothing here changes while it runs. */
export interface ServiceConfig extends ServiceFacts {
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Any bytes; processes that serve the same address share them. */
  readonly cursorSecret: Uint8Array;
  readonly cursorTtlSeconds: number;
  /** The most officers in one answer. */
  readonly officersMax: number;
  /** Whether lines of answered requests hold the client's address. Default: no. */
  readonly logClientAddress?: boolean;
  /** Whether http1/ reads plain requests itself; otherwise Node reads all. */
  readonly plainHttp: boolean;
  /** How much work is taken on before requests are shed. Default: `LOAD_BOUNDS`. */
  readonly loadBounds?: LoadBounds;
  /** The most connections at a time; the newest beyond them is refused. By default without a bound. */
  readonly connectionsMax?: number;
}

/** A page or document of the site, ready to be sent. */
export interface SiteDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** More header fields, such as a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long it may be used without asking again; by default five minutes. */
  readonly cacheControl?: string;
  /** Whether it still says what is so, where that depends on more than data and day; otherwise it is made again. */
  readonly isCurrent?: () => boolean;
}

/** The site: what is served beside the API, for people. */
export interface Site {
  /**
   * What makes the documents, by their path below the site's address. A document is made when it is first asked for, and again
   * when the data or the day (in UTC, `YYYY-MM-DD`) has changed; what depends on neither is best made once.
   */
  readonly documents: ReadonlyMap<string, (data: DataFacts, today: string) => Eventually<SiteDocument>>;
  companyPage(view: CompanyView, data: DataFacts): Eventually<SiteDocument>;
  searchPage(view: SearchView | RefusedSearch | EmptySearch, data: DataFacts): Eventually<SiteDocument>;
  /** How a text folds; undefined where none is given yet. */
  foldingPage(text: string | undefined, data: DataFacts): Eventually<SiteDocument>;
  /** What the pages for developers say about a query; empty where nothing has been searched for yet. */
  docsSearchPage(query: string, data: DataFacts): Eventually<SiteDocument>;
  /** What a person sees where a page cannot be had; `data` is undefined where none is at hand. */
  problemPage(problem: Problem, data: DataFacts | undefined): SiteDocument;
}

/** What the service works with besides its data. */
export interface ServiceParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** The destination of `log`. Default: none, and lines of answered requests go through pino, which costs more. */
  readonly logDestination?: LogDestination;
  /** Default: none, and problems are JSON everywhere. */
  readonly site?: Site;
  /** What is served beside the operations. Default: nothing. */
  readonly doors?: readonly Door[];
  /** Default: a limiter in the memory of this process. */
  readonly limiter?: RateLimiter;
  /** Default: counters in the memory of this process. */
  readonly metrics?: Metrics;
  /** Default: one that begins and ends with the service. */
  readonly health?: Health;
}

/** The path of a public address, without a slash at its end: where its paths begin on this server. */
export function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}
