import { readFileSync, statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../extra/index.ts';
import { mustBeFile } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import type { ServiceConfig } from '../../server/index.ts';
import { loadCursorSecret } from '../cursor-secret.ts';
import { listDoors } from '../extras.ts';

/** Converts the settings to the configuration of the service. */
export function serviceConfig(config: Config, baseUrl: string, workers: number): ServiceConfig {
  return Object.freeze({
    baseUrl,
    siteUrl: config.SITE_URL ?? baseUrl,
    dataProvider: config.DATA_PROVIDER,
    maintainer: config.MAINTAINER,
    contact: config.CONTACT,
    trustedProxies: config.TRUSTED_PROXIES,
    rateLimit: config.RATE_LIMIT,
    exemptClients: config.RATE_LIMIT_EXEMPT,
    cursorSecret:
      config.CURSOR_SECRET === undefined ? loadCursorSecret(config.DATA_DIR) : Buffer.from(config.CURSOR_SECRET),
    cursorTtlSeconds: config.CURSOR_TTL_SECONDS,
    officersMax: config.OFFICERS_MAX,
    doors: listDoors(config),
    plainHttp: config.PLAIN_HTTP,
    connectionsMax: Math.max(1, Math.floor(config.MAX_CONNECTIONS / workers)),
    logClientAddress: config.LOG_CLIENT_ADDRESS,
    loadBounds: {
      eventLoopDelayMsMax: config.EVENT_LOOP_DELAY_MS_MAX,
      inFlightMax: config.IN_FLIGHT_MAX,
      deadlineSeconds: config.DEADLINE_SECONDS,
    },
  });
}

const TERMS_BYTES_MAX = 200_000;

/**
 * Returns the text of `TERMS_FILE`; undefined if it is not set.
 * @throws {InputError} if the file cannot be read or is too long
 */
export function readTerms(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot start: the setting TERMS_FILE names ${quoteValue(path)}: ${reason}`);
  };
  mustBeFile(path, refuse);
  const { size } = statSync(path);
  if (size > TERMS_BYTES_MAX) refuse(`it has ${size} bytes, more than ${TERMS_BYTES_MAX}`);
  return readFileSync(path, 'utf8');
}

/**
 * Returns a warning if other machines can reach the service and `BASE_URL` is not set, because problems and documents then contain an
 * address that clients may not reach; else undefined.
 */
export function addressWarning(
  { HOST, BASE_URL }: Pick<Config, 'HOST' | 'BASE_URL'>,
  baseUrl: string,
): string | undefined {
  const isLoopback = HOST === 'localhost' || (ipaddr.isValid(HOST) && ipaddr.process(HOST).range() === 'loopback');
  if (BASE_URL !== undefined || isLoopback) return undefined;
  return `BASE_URL is not set: problems, the OpenAPI document, the sitemap and examples say "${baseUrl}"; set it to the address that clients use`;
}
