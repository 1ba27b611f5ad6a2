import { InputError } from '../model/index.ts';

/**
 * Runs `work` with an abort signal. The first SIGINT or SIGTERM aborts the work; the reason is a message for the operator. The second
 * SIGINT or SIGTERM ends the process at once.
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
