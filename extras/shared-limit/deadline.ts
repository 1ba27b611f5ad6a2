import { StoreFault } from './faults.ts';

/** Waits for a reply for at most `ms`, then rejects with a {@linkcode StoreFault}. */
export async function within<T>(ms: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let writing: NodeJS.Immediate | undefined;
  const late = new Promise<never>((_, reject) => {
    // The time counts from the end of this turn, when the library writes the command.
    writing = setImmediate(() => {
      const dueMs = performance.now() + ms;
      const check = (): void => {
        const restMs = Math.ceil(dueMs - performance.now());
        // After a long turn a timer fires too early, and replies that have arrived are read before an immediate.
        if (restMs > 0) timer = setTimeout(setImmediate, restMs, check);
        else reject(new StoreFault('late', 'it does not answer in time'));
      };
      check();
    });
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearImmediate(writing);
    clearTimeout(timer);
  }
}
