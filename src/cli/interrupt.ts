import { InputError } from '../model/index.ts';

/**
 * Does work that the first SIGINT or SIGTERM stops in an orderly way: the signal it is given aborts, with a message for the
 * operator as its reason. A second one is the system's own and ends the process at once.
 */
export async function interruptible<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new InputError(`Cannot ${what}: interrupted; nothing was replaced`));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
