/** The service as a process of its own, started by its command. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The command `openfirma`. */
export const COMMAND = join(import.meta.dirname, '..', 'bin', 'openfirma');
/** How long a service may take to start on a busy machine. */
export const START_MS_MAX = 20_000;

/** A running service. */
export interface Running {
  readonly child: ChildProcess;
  readonly address: string;
  readonly port: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its exit code, or the signal that ended it. */
  readonly exit: Promise<number | string | null>;
}

export type Environment = Readonly<Record<string, string>>;

/**
 * Nothing of the environment of the test but what finds Node and what it compiled; one process, unless a test asks for more. However busy
 * the machine is, no load is shed.
 */
export function environment(settings: Environment): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const compiled: Environment = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  const quiet: Environment = { PORT: '0', HOST: '127.0.0.1', WORKERS: '1', EVENT_LOOP_DELAY_MS_MAX: '60000' };
  return { PATH, ...compiled, ...quiet, ...settings };
}

/** Starts `openfirma serve` in a directory and waits until it listens. */
export async function startService(
  cwd: string,
  args: readonly string[],
  settings: Environment,
  command = COMMAND,
): Promise<Running> {
  const child = spawn(command, ['serve', ...args], { cwd, env: environment(settings) });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const exit = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  const started = Date.now();
  let address: string | undefined;
  while (address === undefined) {
    assert.ok(Date.now() - started < START_MS_MAX && child.exitCode === null, `${stdout}${stderr}`);
    await pause(10);
    address = /"address":"([^"]+)".*"listening"/.exec(stdout)?.[1];
  }
  const port = Number(new URL(address).port);
  return { child, address, port, stdout: () => stdout, stderr: () => stderr, exit };
}

/** Stops a service by SIGTERM; it must end with exit code 0. */
export async function stopService({ child, exit }: Running): Promise<void> {
  child.kill('SIGTERM');
  assert.equal(await exit, 0);
}
