import { setImmediate } from 'node:timers/promises';

/**
 * Yields to the event loop when it is due, so that signals and timers are handled. A long synchronous loop calls it at every record
 * and awaits the promise, if there is one. A rejected promise stops the loop.
 */
export type YieldIfDue = () => Promise<void> | undefined;

/** For loops that need no interruption. */
export const NEVER_YIELD: YieldIfDue = () => undefined;

/** Maximum time that work may block the event loop, in milliseconds, and number of calls between two readings of the clock. */
const BLOCK_MS_MAX = 50;
const CALLS_PER_CLOCK = 64;

/** Yields to the event loop every 50 ms, and stops the work with the reason of `signal` once that is aborted. */
export function yieldUntilAborted(signal: AbortSignal): YieldIfDue {
  let calls = 0;
  let last = performance.now();
  const yieldNow = async (): Promise<void> => {
    await setImmediate();
    signal.throwIfAborted();
    last = performance.now();
  };
  return () => {
    if (++calls % CALLS_PER_CLOCK !== 0 || performance.now() - last < BLOCK_MS_MAX) return undefined;
    return yieldNow();
  };
}

/** Lets the process handle signals that have already arrived. Throws the reason of `signal` where one aborted it. */
export async function handlePendingSignals(signal: AbortSignal): Promise<void> {
  // The first wait ends the current round of the event loop, which does not poll again; the second ends after the next poll.
  await setImmediate();
  await setImmediate();
  signal.throwIfAborted();
}
