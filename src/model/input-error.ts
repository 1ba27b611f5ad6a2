/**
 * An input of the operator, or a file, cannot be used. The message is one line: the action that failed, the value in quotes, the
 * place (file, line or record, field), and what is allowed. Commands print it without a stack and end with exit code 1; every other
 * error is a bug of the program.
 */
export class InputError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InputError';
  }
}

/** Returns the message of an error, or of its parts: a host name with several addresses has one error for each address. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(toErrorMessage).join(', ');
  return error instanceof Error ? error.message : String(error);
}
