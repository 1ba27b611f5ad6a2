import { RATE_LIMIT } from '../../src/contract/index.ts';
import { ROUNDING_TOKENS } from '../../src/server/index.ts';

/**
 * Takes ARGV[3] tokens from the bucket KEYS[1] of ARGV[2] tokens, which refills within ARGV[1] milliseconds. Returns the number of tokens
 * left, or the number of missing tokens as a negative number, as `TokenBuckets` does, but by the clock of the server. The key stores the
 * time at which the bucket will be full again, and expires at that time, because an absent bucket counts as full. If the clock is set back,
 * a bucket becomes empty at worst.
 */
export const SCRIPT = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[1])
local refill = window / tonumber(ARGV[2])
local stored = tonumber(redis.call('GET', KEYS[1]) or 0) or 0
local full = math.max(now, math.min(stored, now + window)) + ARGV[3] * refill
local left = math.floor((window - (full - now)) / refill + ${ROUNDING_TOKENS})
if left >= 0 then redis.call('SET', KEYS[1], full, 'PX', math.ceil(full - now)) end
return math.max(-ARGV[3], left)`;

const WINDOW_MS = RATE_LIMIT.windowSeconds * 1000;

export interface Taking {
  readonly key: string;
  readonly tokens: number;
  readonly cost: number;
}

export function scriptArguments({ tokens, cost }: Taking): [window: string, tokens: string, cost: string] {
  return [String(WINDOW_MS), String(tokens), String(cost)];
}

export const KEY_PREFIX = 'openfirma:limit:';

/**
 * Returns a probe. It takes one token of a bucket that is full again, and expires, after a millisecond. `number` selects the slot of a
 * cluster.
 */
export function probeTaking(number: number): Taking {
  return { key: `${KEY_PREFIX}probe-${number}`, tokens: WINDOW_MS, cost: 1 };
}
