import { createHash } from 'node:crypto';
import { RATE_LIMIT } from '../../src/contract/index.ts';

/**
 * Takes ARGV[3] tokens from the bucket KEYS[1] of ARGV[2] tokens, which refills within ARGV[1] milliseconds, and returns how many are
 * left, or with a minus how many are missing: what `TokenBuckets` does, by the clock of the store. The key holds when the bucket will be full again and
 * expires then, because an absent bucket is a full one. A clock that was put back empties a bucket at most.
 */
export const SCRIPT = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[1])
local refill = window / tonumber(ARGV[2])
local stored = tonumber(redis.call('GET', KEYS[1]) or 0) or 0
local full = math.max(now, math.min(stored, now + window)) + ARGV[3] * refill
local left = window - (full - now)
if left >= 0 then redis.call('SET', KEYS[1], full, 'PX', math.ceil(full - now)) end
return math.max(-ARGV[3], math.floor(left / refill))`;

/** By which the store finds a script that it knows. */
const DIGEST = createHash('sha1').update(SCRIPT).digest('hex');

const WINDOW_MS = String(RATE_LIMIT.windowSeconds * 1000);

/** Tokens to take from a bucket. */
export interface Taking {
  readonly key: string;
  /** How many tokens the bucket holds when it is full. */
  readonly tokens: number;
  readonly cost: number;
}

/** The command that runs the script: by its digest, or with its text, which the store keeps. */
export function takeCommand({ key, tokens, cost }: Taking, how: 'digest' | 'text'): string[] {
  const script = how === 'digest' ? ['EVALSHA', DIGEST] : ['EVAL', SCRIPT];
  return [...script, '1', key, WINDOW_MS, String(tokens), String(cost)];
}

/** Before the keys of buckets. */
export const KEY_PREFIX = 'openfirma:limit:';

/** So many tokens that the bucket of a probe is full, and its key gone, after a millisecond. */
export const PROBE_TOKENS = RATE_LIMIT.windowSeconds * 1000;
