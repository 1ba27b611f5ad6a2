import { setImmediate } from 'node:timers/promises';
import { InputError } from '../model/index.ts';
import type { YieldIfDue } from '../sort/index.ts';

/**
 * Does work that the first SIGINT or SIGTERM stops in an orderly way: the signal it is given aborts, with a message for the
 * operator as its reason. A second one is the system's own and ends the process at once.
 */
export async function interruptible<T>(
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
  left = 'nothing was replaced',
): Promise<T> {
  const interrupt = new AbortController();
  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    interrupt.abort(new InputError(`Cannot ${what}: interrupted; ${left}`));
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Hears a signal that has already come, for all that waits gets its turn. Throws what `signal` is aborted with. */
export async function lastTurn(signal: AbortSignal): Promise<void> {
  // The first may be what is left of the present round, in which nothing more is heard.
  await setImmediate();
  await setImmediate();
  signal.throwIfAborted();
}

/** How long work may go on before a signal is heard, in milliseconds, and how often the clock is looked at. */
const TURN_MS = 50;
const CALLS_PER_LOOK = 64;

/** The turns of work that is to stop with a signal: now and then everything else that waits gets one, signals first. */
export function turnsUntil(signal: AbortSignal): YieldIfDue {
  let calls = 0;
  let last = performance.now();
  const take = async (): Promise<void> => {
    await setImmediate();
    signal.throwIfAborted();
    last = performance.now();
  };
  return () => {
    if (++calls % CALLS_PER_LOOK !== 0 || performance.now() - last < TURN_MS) return undefined;
    return take();
  };
}
