import { BackendError, PositionGone, RequestTooLarge, type BackendFault } from '../backend/index.ts';
import { PROBLEMS, type ProblemCode } from '../contract/index.ts';
import { ProblemError, invalidParameter } from './problem-error.ts';

const CODE_OF_FAULT: Readonly<Record<BackendFault, ProblemCode>> = {
  rejected: 'upstream_error',
  busy: 'upstream_busy',
  unavailable: 'upstream_unavailable',
};

/** Returns the problem for an error that operations and backends throw; undefined for an unexpected error. */
export function toProblem(thrown: unknown): ProblemError | undefined {
  if (thrown instanceof ProblemError) return thrown;
  if (thrown instanceof PositionGone)
    return invalidParameter('cursor', 'belongs to data that has been replaced: start again from the first page');
  if (thrown instanceof RequestTooLarge) return new ProblemError('invalid_request', thrown.message);
  if (!(thrown instanceof BackendError)) return undefined;
  const code = CODE_OF_FAULT[thrown.fault];
  return new ProblemError(code, PROBLEMS[code].exampleDetail, { retryAfterSeconds: thrown.retryAfterSeconds });
}
