import type { Config } from '../../extra/index.ts';
import type { ServiceConfig } from '../../server/index.ts';
import type { SiteConfig } from '../../site/index.ts';
import { cursorSecretOf } from '../cursor-secret.ts';
import { doorsOf } from '../extras.ts';
import { isService } from '../open-backend.ts';
import { termsIn } from './terms.ts';

/** The settings as the service takes them. */
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
      config.CURSOR_SECRET === undefined ? cursorSecretOf(config.DATA_DIR) : Buffer.from(config.CURSOR_SECRET),
    cursorTtlSeconds: config.CURSOR_TTL_SECONDS,
    officersMax: config.OFFICERS_MAX,
    doors: doorsOf(config),
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

/** The settings as the site takes them. */
export function siteConfig(config: Config, service: ServiceConfig, hasLimitStore: boolean): SiteConfig {
  const { BACKEND, TERMS_FILE } = config;
  return {
    ...service,
    hasLimitStore,
    hasUpstream: isService(BACKEND),
    terms: termsIn(TERMS_FILE),
  };
}
