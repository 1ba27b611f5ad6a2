import { CommanderError } from 'commander';
import { systemReason } from '../files/index.ts';
import { InputError } from '../model/index.ts';
import { EXIT_FAILED, EXIT_MISUSED } from './exit-codes.ts';

/** How commander introduces the message of a parser of arguments.ts, which repeats the value. */
const REFUSED_VALUE =
  /^(?:command-argument value '[^]*' is invalid for argument '([\w-]+)'|option '(?:-\w, )?(--[\w-]+)[^']*' argument '[^]*' is invalid)\. ([^]*?)\.?$/;

/** Prints an error as one line on standard error and returns the exit code. */
export function reportFault(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const message = error.message.replace(/^error: /, '').replace(REFUSED_VALUE, 'Cannot use $1$2: $3');
    if (message !== '(outputHelp)') process.stderr.write(`openfirma: ${oneLine(message)}\n`);
    return EXIT_MISUSED;
  }
  if (error instanceof InputError) {
    process.stderr.write(`openfirma: ${oneLine(error.message)}\n`);
    return EXIT_FAILED;
  }
  const system = systemFault(error);
  if (system !== undefined) {
    process.stderr.write(`openfirma: ${system}\n`);
    return EXIT_FAILED;
  }
  // Any other error is a fault of the program; its author needs the stack.
  process.stderr.write(`openfirma: unexpected error, please report it: ${inspectError(error)}\n`);
  return EXIT_FAILED;
}

/** The failure of one of several tasks. @throws any other error, and every error after an interruption */
export function failureOf(error: unknown, signal: AbortSignal): InputError {
  if (!(error instanceof InputError) || signal.aborted) throw error;
  return error;
}

/** Prints all failures but the last, and throws the last. */
export function throwAll(failed: readonly InputError[]): void {
  for (const { message } of failed.slice(0, -1)) process.stderr.write(`openfirma: ${oneLine(message)}\n`);
  const last = failed.at(-1);
  if (last !== undefined) throw last;
}

function systemFault(error: unknown): string | undefined {
  const reason = systemReason(error);
  if (!(error instanceof Error) || reason === undefined) return undefined;
  // The operator chose the new name of a file that is renamed, not the old one.
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  const path = typeof place === 'string' ? ` "${place}"` : '';
  const action = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : 'continue';
  return `Cannot ${action}${path}: ${reason}`;
}

function inspectError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
