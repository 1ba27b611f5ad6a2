import { messageOf } from '../../src/model/index.ts';

/** Why this process counted a request itself; the label of the metric. */
export type FallbackReason = 'away' | 'late' | 'refused' | 'busy';

/** Why a server of the store did not count a request. */
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

/** The fault for an error of the library. */
export function faultOf(error: unknown, isReply: (error: unknown) => boolean): StoreFault {
  if (error instanceof StoreFault) return error;
  const message = messageOf(error);
  return isReply(error)
    ? new StoreFault('refused', message, /^[A-Z]+/.exec(message)?.[0])
    : new StoreFault('away', message);
}
