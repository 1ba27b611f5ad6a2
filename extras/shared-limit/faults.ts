import { toErrorMessage } from '../../src/model/index.ts';

/** The reason why this process counted a request itself; the label of the metric. */
export type FallbackReason = 'away' | 'late' | 'refused' | 'busy';

/** The reason why a server of the store did not count a request. */
export class StoreFault extends Error {
  /** `away`: no connection; `late`: no reply in time; `refused`: an error or an invalid value as the reply. */
  readonly kind: Exclude<FallbackReason, 'busy'>;
  /** The first word of an error reply, such as `LOADING`; undefined for all other faults. */
  readonly code: string | undefined;

  constructor(kind: StoreFault['kind'], message: string, code?: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** Returns the fault for an error of the library. */
export function toStoreFault(error: unknown, isReply: (error: unknown) => boolean): StoreFault {
  if (error instanceof StoreFault) return error;
  const message = toErrorMessage(error);
  return isReply(error)
    ? new StoreFault('refused', message, /^[A-Z]+/.exec(message)?.[0])
    : new StoreFault('away', message);
}

/** Waits for a reply for at most `ms`, then rejects with a {@linkcode StoreFault}. */
export async function within<T>(ms: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let writing: NodeJS.Immediate | undefined;
  const late = new Promise<never>((_, reject) => {
    // The time counts from the end of this turn of the event loop, when the library writes the command.
    writing = setImmediate(() => {
      const dueMs = performance.now() + ms;
      const check = (): void => {
        const restMs = Math.ceil(dueMs - performance.now());
        // A timer may fire too early after a long turn. An immediate runs only after replies that have arrived are read.
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
