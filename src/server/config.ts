import type { Logger } from 'pino';
import type { DoorDeclaration, ServiceFacts, Site } from '../contract/index.ts';
import type { OperationSettings } from '../operations/index.ts';
import type { LogDestination } from './access-log.ts';
import type { Clock } from './clock.ts';
import type { Door } from './doors/door.ts';
import type { LoadBounds } from './limits/load-bounds.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { Health } from './telemetry/health.ts';
import type { Metrics } from './telemetry/metrics.ts';

export interface ServiceConfig extends Omit<ServiceFacts, keyof OperationSettings>, OperationSettings {
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Addresses and CIDR ranges of clients without a rate limit. Default: none. */
  readonly exemptClients?: readonly string[];
  /** Whether the access log contains the client's address. Default: no. */
  readonly logClientAddress?: boolean;
  /** Whether http1/ parses plain requests; otherwise Node parses all requests. */
  readonly plainHttp: boolean;
  /** The load above which requests are shed. Default: `LOAD_BOUNDS`. */
  readonly loadBounds?: LoadBounds;
  /** Maximum number of open connections; further connections are refused. Default: no bound. */
  readonly connectionsMax?: number;
}

export interface ServiceParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** The destination of `log`. Default: the access log is written through pino, which costs more. */
  readonly logDestination?: LogDestination;
  /** Default: no site, and problems are JSON everywhere. */
  readonly site?: Site;
  /** The resources beside the operations. Default: none. */
  readonly doors?: readonly Door[];
  /** The resources that this service could have beside the operations, and that are off. Default: none. */
  readonly offDoors?: readonly DoorDeclaration[];
  /** Default: a limiter in the memory of this process. */
  readonly limiter?: RateLimiter;
  /** Default: counters in the memory of this process. */
  readonly metrics?: Metrics;
  /** Default: one that starts and stops with the service. */
  readonly health?: Health;
}

/** Returns the path of a public address without a slash at its end: the prefix of its paths on this server. */
export function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}
