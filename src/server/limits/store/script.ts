import { createHash } from 'node:crypto';
import { RATE_LIMIT } from '../../../contract/index.ts';

/**
 * Takes one token from the bucket KEYS[1] of ARGV[2] tokens, which refills within ARGV[1] milliseconds, and gives how many are left, or
 * -1 where there was none: what `TokenBuckets` does, by the clock of the store. The key holds when the bucket will be full again and
 * expires then, because an absent bucket is a full one. A clock that was put back empties a bucket at most.
 */
export const SCRIPT = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[1])
local refill = window / tonumber(ARGV[2])
local stored = tonumber(redis.call('GET', KEYS[1]) or 0) or 0
local full = math.max(now, math.min(stored, now + window)) + refill
local left = window - (full - now)
if left < 0 then return -1 end
redis.call('SET', KEYS[1], full, 'PX', math.ceil(full - now))
return math.floor(left / refill)`;

/** By which the store finds a script that it knows. */
const DIGEST = createHash('sha1').update(SCRIPT).digest('hex');

const WINDOW_MS = String(RATE_LIMIT.windowSeconds * 1000);

/** The command that runs the script: by its digest, or with its text, which the store keeps. */
export function takeCommand(key: string, tokens: number, how: 'digest' | 'text'): string[] {
  const script = how === 'digest' ? ['EVALSHA', DIGEST] : ['EVAL', SCRIPT];
  return [...script, '1', key, WINDOW_MS, String(tokens)];
}

/** Before the keys of buckets. */
export const KEY_PREFIX = 'openfirma:limit:';

/** So many tokens that the bucket of a probe is full, and its key gone, after a millisecond. */
export const PROBE_TOKENS = RATE_LIMIT.windowSeconds * 1000;
