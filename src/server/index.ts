/**
 * The service over HTTP: routes, problems, the rate limit, cursors, client addresses.
 * @module
 */
export type { LogDestination } from './access-log.ts';
export { createApp, type App } from './app.ts';
export type { FileBody } from './chunks.ts';
export { ARRIVAL_COST, type Door, type DoorAnswer, type DoorHandler, type DoorRequest } from './doors/door.ts';
export { ProblemError, invalidParameter } from './problems/problem-error.ts';
export { problemOf } from './problems/problem-of.ts';
export { Answers, type AnswerConfig } from './operations/answers.ts';
export { readCompanyId, readCountry } from './operations/parameters.ts';
export { readQuery } from './operations/query.ts';
export { systemClock, type Clock } from './clock.ts';
export { listenOn, type Place } from './http1/index.ts';
export { pathOf, type ServiceConfig, type ServiceParts, type Site, type SiteDocument } from './config.ts';
export { cursorSecretOf } from './operations/cursor-secret.ts';
export { measureThread } from './telemetry/thread.ts';
export { Health } from './telemetry/health.ts';
export { metricsServer } from './telemetry/metrics-server.ts';
export { FOLLOWER_FAULTS, type FollowerFault } from './telemetry/catalog.ts';
export { Metrics, metricsMemory } from './telemetry/metrics.ts';
export { TokenBuckets, rateLimitMemory, type RateLimiter } from './limits/rate-limiter.ts';
