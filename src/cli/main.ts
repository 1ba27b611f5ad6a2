import { Command, CommanderError } from 'commander';
import { InputError } from '../model/index.ts';
import { buildCommand } from './build.ts';
import { getCommand } from './get.ts';
import { importCommand } from './import.ts';
import { inspectCommand } from './inspect.ts';
import { searchCommand } from './search.ts';
import { verifyCommand } from './verify.ts';

const EXIT_FAILED = 1;
const EXIT_MISUSED = 2;

const program = new Command('openfirma')
  .description('The company registers of 35 European countries as one file and one small, keyless JSON API.')
  .addCommand(importCommand())
  .addCommand(buildCommand())
  .addCommand(inspectCommand())
  .addCommand(verifyCommand())
  .addCommand(searchCommand())
  .addCommand(getCommand());

for (const command of [program, ...program.commands]) {
  command.exitOverride().configureOutput({
    // One clear line: the message that commander would print twice, with its advice, is printed below.
    outputError: () => undefined,
  });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Prints what went wrong as one line on standard error and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Help and version were asked for and given.
    if (error.exitCode === 0) return 0;
    const message = error.message.replace(/^error: /, '');
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
  // Whatever else arrives here is a fault of the program: its stack is what the author needs.
  process.stderr.write(`openfirma: unexpected fault, please report it: ${inspectError(error)}\n`);
  return EXIT_FAILED;
}

const SYSTEM_REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOENT', 'no such file or directory'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['EISDIR', 'it is a directory'],
  ['EMFILE', 'too many files are open'],
]);

function systemFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const reason = SYSTEM_REASONS.get(String(error.code));
  if (reason === undefined) return undefined;
  const path = 'path' in error && typeof error.path === 'string' ? ` "${error.path}"` : '';
  const action = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : 'go on';
  return `Cannot ${action}${path}: ${reason}`;
}

function inspectError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
