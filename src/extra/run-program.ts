import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { systemReason } from '../files/index.ts';
import { InputError, quoteValue } from '../model/index.ts';

/**
 * Runs a program without a shell, with a text as its standard input.
 * @param task what the program is for, in messages
 * @throws {InputError} if it does not start, or fails
 */
export async function runProgram(task: string, program: string, words: readonly string[], input = ''): Promise<void> {
  const child = spawn(program, words, { stdio: ['pipe', 'inherit', 'inherit'], shell: false });
  // A program that does not read its input is not a failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code, signal] = (await once(child, 'exit').catch((error: unknown) => {
    throw new InputError(`Cannot run ${quoteValue(program)}: ${systemReason(error) ?? String(error)}`);
  })) as [number | null, string | null];
  if (code !== 0)
    throw new InputError(`Cannot ${task}: ${quoteValue(program)} ended with ${signal ?? `status ${code}`}`);
}
