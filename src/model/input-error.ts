/**
 * What an operator or a file gave cannot be used. The message is one line fit for a terminal at night: the action that
 * failed, the value in quotes, where (file, line or record, field), and what is allowed. Commands print it without a
 * stack and end with exit code 1; every other error is a fault of the program.
 */
export class InputError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InputError';
  }
}
