import { CommanderError } from 'commander';
import { systemReason } from '../files/index.ts';
import { InputError } from '../model/index.ts';

/** The exit codes that every command has. */
const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'Done.',
  1: 'Failed or interrupted; one line on standard error says why. Existing files are unchanged.',
  2: 'The command line is wrong: an unknown command or option, a missing or malformed argument.',
};

const OF_FINDINGS = { 3: 'At least one warning, and no error.', 4: 'At least one error.' };

/** The exit codes that some commands have beside, or with another meaning. */
const OWN_EXIT_CODES: Readonly<Record<string, typeof EXIT_CODES>> = {
  serve: { 0: 'Stopped by SIGTERM or SIGINT, and all requests were answered.' },
  doctor: OF_FINDINGS,
  probe: OF_FINDINGS,
  changes: { 3: 'Watched companies changed.' },
};

const EXIT_FAILED = 1;
const EXIT_MISUSED = 2;
export const EXIT_FOUND = 3;

/** Returns the exit codes of a command, for its help. */
export function exitHelp(command: string): string {
  const codes = Object.entries({ ...EXIT_CODES, ...OWN_EXIT_CODES[command] });
  return `\nExit status:\n${codes.map(([code, meaning]) => `  ${code}  ${meaning}\n`).join('')}`;
}

/** Matches what commander puts before the message of a parser in arguments.ts. It repeats the value, which the message contains. */
const REFUSED_VALUE =
  /^(?:command-argument value '[^]*' is invalid for argument '([\w-]+)'|option '(?:-\w, )?(--[\w-]+)[^']*' argument '[^]*' is invalid)\. ([^]*?)\.?$/;

/** Prints an error as one line on standard error and returns the exit code. */
export function reportFault(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const message = error.message.replace(/^error: /, '').replace(REFUSED_VALUE, 'Cannot use $1$2: $3');
    if (message !== '(outputHelp)') printFault(oneLine(message));
    return EXIT_MISUSED;
  }
  const known = error instanceof InputError ? oneLine(error.message) : systemFault(error);
  // Any other error is a fault of the program, whose authors need the stack.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printFault(known ?? `unexpected error, please report it: ${stack}`);
  return EXIT_FAILED;
}

/**
 * Returns the failure of one of several tasks as an InputError, also where the system refused, as on a full disk.
 * @throws any other error, and every error after an interruption
 */
export function toInputError(error: unknown, signal?: AbortSignal): InputError {
  if (signal?.aborted === true) throw error;
  if (error instanceof InputError) return error;
  const fault = systemFault(error);
  if (fault === undefined) throw error;
  return new InputError(fault, { cause: error });
}

/** Prints all failures but the last, and throws the last. */
export function throwAll(failed: readonly InputError[]): void {
  for (const { message } of failed.slice(0, -1)) printFault(oneLine(message));
  const last = failed.at(-1);
  if (last !== undefined) throw last;
}

function systemFault(error: unknown): string | undefined {
  const reason = systemReason(error);
  if (!(error instanceof Error) || reason === undefined) return undefined;
  // When a file is renamed, the operator chose the new name, not the old one.
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  const path = typeof place === 'string' ? ` "${place}"` : '';
  const action = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : 'continue';
  return `Cannot ${action}${path}: ${reason}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}

function printFault(text: string): void {
  process.stderr.write(`openfirma: ${text}\n`);
}
