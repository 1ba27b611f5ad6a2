/** Why a request was not counted by the store; the label of its metric. */
export type FallbackReason = 'away' | 'late' | 'refused' | 'busy';

/** Why a server of the store did not answer as it should. */
export class StoreFault extends Error {
  /** `away`: no connection; `late`: no answer in time; `refused`: an error as the answer. */
  readonly kind: Exclude<FallbackReason, 'busy'>;
  /** The first word of an error that the server sent, such as `LOADING`; undefined for all others. */
  readonly code: string | undefined;

  constructor(kind: StoreFault['kind'], message: string, code?: string) {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** What an error of the client is for those who asked. */
export function faultOf(error: unknown, isReply: (error: unknown) => boolean): StoreFault {
  if (error instanceof StoreFault) return error;
  const message = messageOf(error);
  return isReply(error)
    ? new StoreFault('refused', message, /^[A-Z]+/.exec(message)?.[0])
    : new StoreFault('away', message);
}

/** The message of an error, or those of its parts: where a name has several addresses, each fails for itself. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
