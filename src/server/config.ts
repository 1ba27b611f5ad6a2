import type { Logger } from 'pino';
import type { ServiceFacts } from '../contract/index.ts';
import type { Clock } from './clock.ts';
import type { Limiter } from './limiter.ts';

/** What the service is told when it starts. Nothing here changes while it runs. */
export interface ServiceConfig extends ServiceFacts {
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Any bytes; processes that serve the same address share them. */
  readonly cursorSecret: Uint8Array;
  readonly cursorTtlSeconds: number;
  /** How many officers one answer holds at most. */
  readonly officersMax: number;
}

/** A page or document of the site, ready to be sent. */
export interface SiteDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
  /** More header fields, such as a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the service works with besides its data. */
export interface ServiceParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** Documents by the path they are served at. */
  readonly documents: ReadonlyMap<string, SiteDocument>;
  /** Default: a limiter in the memory of this process. */
  readonly limiter?: Limiter;
}

/** The path of a public address, without a slash at its end: where its paths begin on this server. */
export function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}
