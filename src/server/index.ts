/**
 * The service over HTTP: routes, caching, problems, the rate limit, client addresses.
 * @module
 */
export type { LogDestination } from './access-log.ts';
export { createApp, type App } from './app.ts';
export type { FileBody } from './file-body.ts';
export { jsonBody, parseObject, refuseUnknown, shownName, shownValue } from './doors/json-input.ts';
export {
  ARRIVAL_COST,
  jsonAnswer,
  type Door,
  type DoorAnswer,
  type DoorHandler,
  type DoorRequest,
} from './doors/door.ts';
export { systemClock } from './clock.ts';
export { listenOn, type Place } from './http1/listen.ts';
export { pathOf, type ServiceConfig } from './config.ts';
export { measureThread } from './telemetry/thread.ts';
export { Health } from './telemetry/health.ts';
export { metricsServer } from './telemetry/metrics-server.ts';
export type { Families } from './telemetry/catalog.ts';
export { Metrics, metricsMemory, type Counted } from './telemetry/metrics.ts';
export { toNetworks } from './limits/networks.ts';
export { ROUNDING_TOKENS, TokenBuckets, rateLimitMemory, type RateLimiter, type Taken } from './limits/rate-limiter.ts';
