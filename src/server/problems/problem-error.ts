import type { ProblemCode } from '../../contract/index.ts';

/** How a refusal differs from its row of the catalogue. */
export interface RefusalOptions {
  /** Another status than the catalogue's: 405 for a refused method. */
  readonly status?: number;
  /** For `Retry-After`, at least 1. */
  readonly retryAfterSeconds?: number;
  /** For `Allow`. */
  readonly allow?: string;
}

/** A request that is answered with a problem document. Thrown by whoever notices, written in one place. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly options: RefusalOptions;

  /** `detail` becomes the `detail` of the problem: it names the parameter and quotes its value. */
  constructor(code: ProblemCode, detail: string, options: RefusalOptions = {}) {
    // A refusal is an answer: where in the program it was made is of use to nobody, and takes longer to find out than all the rest.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Refusal';
    this.code = code;
    this.options = options;
  }
}
