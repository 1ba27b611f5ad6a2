import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { endStarted } from './processes.ts';

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

/** Runs a bench in a temporary folder. Afterwards, also after an error or a signal, stops all its servers and removes the folder. */
export async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-bench-'));
  // A database runs as another user.
  chmodSync(folder, 0o755);
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => {
    ending ??= endStarted().then(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
    return ending;
  };
  const stop = (exitCode: number): void => void end().finally(() => process.exit(exitCode));
  for (const [signal, number] of Object.entries(SIGNALS)) process.once(signal, () => stop(128 + number));
  // While servers are stopped, errors of their clients are expected.
  process.once('uncaughtException', (error) => {
    if (ending !== undefined) return;
    process.stderr.write(`${inspect(error)}\n`);
    stop(1);
  });
  try {
    await work(folder);
  } catch (error) {
    if (ending === undefined) {
      process.exitCode = 1;
      process.stderr.write(`${error instanceof InputError ? error.message : inspect(error)}\n`);
    }
  } finally {
    await end();
  }
}

/** Writes the time and the current step to standard error. */
export function say(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
