import { RATE_LIMIT, RATE_LIMIT_NETWORKS } from '../../src/contract/index.ts';
import { ROUNDING_TOKENS } from '../../src/server/index.ts';

/** The number of clients whose tokens each key has: that of the client itself, then those of its networks. */
const CLIENTS = [1, ...RATE_LIMIT_NETWORKS.map(({ clients }) => clients)];

/**
 * Takes ARGV[3] tokens from the bucket KEYS[1] of ARGV[2] tokens, which refills within ARGV[1] milliseconds, and from those of the client's
 * networks, which are the other keys. Returns what `TokenBuckets` does, but by the clock of the server: the number of tokens left, or the
 * number of missing tokens as a negative number; if a network refuses, the number of its key and the missing tokens. A key stores the
 * time at which the bucket will be full again, and expires at that time, because an absent bucket counts as full. If the clock is set back,
 * a bucket becomes empty at worst.
 */
export const SCRIPT = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = tonumber(ARGV[1])
local clients = {${CLIENTS.join()}}
local full = {}
local least = math.huge
for i, key in ipairs(KEYS) do
  local refill = window / (ARGV[2] * clients[i])
  local stored = tonumber(redis.call('GET', key) or 0) or 0
  full[i] = math.max(now, math.min(stored, now + window)) + ARGV[3] * refill
  local left = math.floor((window - (full[i] - now)) / refill + ${ROUNDING_TOKENS})
  if left < 0 then
    local missing = math.max(-ARGV[3], left)
    return i == 1 and missing or {i, missing}
  end
  least = math.min(least, left)
end
for i, key in ipairs(KEYS) do redis.call('SET', key, full[i], 'PX', math.ceil(full[i] - now)) end
return least`;

const WINDOW_MS = RATE_LIMIT.windowSeconds * 1000;

export interface Taking {
  /** The key of the client, then those of its networks. */
  readonly keys: readonly [string, ...string[]];
  readonly tokens: number;
  readonly cost: number;
}

export function scriptArguments({ tokens, cost }: Taking): [window: string, tokens: string, cost: string] {
  return [String(WINDOW_MS), String(tokens), String(cost)];
}

export const KEY_PREFIX = 'openfirma:limit:';

/** Takes one token of a bucket that is full again, and expires, after a millisecond. */
export const PROBE: Taking = { keys: [`${KEY_PREFIX}probe`], tokens: WINDOW_MS, cost: 1 };
