/** The service as a process of its own, started by its command. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { WAIT_MS_MAX, until } from './until.ts';

/** The command `openfirma`. */
export const COMMAND = join(import.meta.dirname, '..', 'bin', 'openfirma');
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

/** Starts `openfirma serve` in a directory, as another user where one is named, and waits until it listens. */
export async function startService(
  cwd: string,
  args: readonly string[],
  settings: Environment,
  command = COMMAND,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<Running> {
  const child = spawn(command, ['serve', ...args], { cwd, env: environment(settings), ...user });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const exit = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  let address = '';
  await until(
    () => `it listens: ${stdout}${stderr}`,
    () => {
      assert.equal(child.exitCode, null, `${stdout}${stderr}`);
      address = /"address":"([^"]+)".*"listening"/.exec(stdout)?.[1] ?? '';
      return address !== '';
    },
  ).catch((error: unknown) => {
    // Its pipes would keep the process of the tests.
    child.kill('SIGKILL');
    throw error;
  });
  const port = Number(new URL(address).port);
  return { child, address, port, stdout: () => stdout, stderr: () => stderr, exit };
}

/** Runs `openfirma serve` in a directory where it cannot start, until it ends. */
export function failToStart(cwd: string, args: readonly string[], settings: Environment): SpawnSyncReturns<string> {
  const env = environment(settings);
  return spawnSync(COMMAND, ['serve', ...args], { cwd, env, encoding: 'utf8', timeout: WAIT_MS_MAX });
}

/** A port on which another program listens until the test ends. */
export async function usedPort(t: TestContext): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  return (other.address() as AddressInfo).port;
}

/** Stops a service by SIGTERM; it must end with exit code 0. */
export async function stopService({ child, exit }: Running): Promise<void> {
  child.kill('SIGTERM');
  assert.equal(await exit, 0);
}
