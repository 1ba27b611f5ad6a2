import { ProblemError } from '../operations/index.ts';

/** The methods of everything except doors. */
export const READING_METHODS = 'GET, HEAD, OPTIONS';

/** Makes the problem of a method that is not allowed; `allow` is the value of the field `Allow`. */
export function methodNotAllowed(method: string, allow: string = READING_METHODS): ProblemError {
  const choices = allow.replace(/, (?=\w+$)/, ' or ');
  return new ProblemError('invalid_request', `Method "${method}" is not allowed: use ${choices}`, {
    status: 405,
    allow,
  });
}
