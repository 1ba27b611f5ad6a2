/** Shared by several benches: data, targets, a running service, medians. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrefixes } from './generate.ts';
import { askAll, type LoadRequest } from './load.ts';
import { spawnServer, type Cores } from './machine.ts';
import { freePort, stopProcess, untilAnswers } from './peers/programs.ts';
import { FIRST } from './questions.ts';

/** The one seed of all generated companies. */
export const SEED = 1;
export const ROOT = join(import.meta.dirname, '..');

/** The median, the minimum and the maximum as text. */
export function shown(all: readonly number[], digits: number): string {
  return `${median(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;
}

/** The median; of an even number of values the larger middle one. */
export function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;
}

/** The path of the snapshot of so many generated companies, which may not exist. */
export function snapshotPath(count: number): string {
  return join(ROOT, 'data', 'bench', `${count}-${SEED}.snapshot`);
}

/** Generates register lines of so many companies unless they exist. Returns their path. */
export function linesOf(count: number): string {
  const directory = join(ROOT, 'data', 'bench');
  const path = join(directory, `${count}-${SEED}.ndjson`);
  if (existsSync(path)) return path;
  mkdirSync(directory, { recursive: true });
  run(['bench/generate.ts', '--companies', String(count), '--seed', String(SEED), '--out', `${path}.part`]);
  renameSync(`${path}.part`, path);
  return path;
}

/** Builds the snapshot of so many generated companies unless it exists. Returns its path. */
export function snapshotOf(count: number): string {
  const path = snapshotPath(count);
  if (!existsSync(path)) run(['src/cli/main.ts', 'build', '--out', path, linesOf(count)]);
  return path;
}

/** Runs a module of the project; its output goes to standard error. */
export function run(args: string[], settings: Readonly<Record<string, string>> = {}): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: ['inherit', 2, 2],
    env: { ...process.env, ...settings },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

/** Searches for prefixes of generated names. */
export function searchTargets(companies: number, count: number): LoadRequest[] {
  const prefixes = [...generatePrefixes({ companies, seed: SEED, count: count * 3 })];
  return prefixes
    .filter(({ kind }) => kind === 'uniform')
    .slice(0, count)
    .map(({ q }) => ({ target: `/v1/search?q=${encodeURIComponent(q)}` }));
}

export interface Service {
  readonly port: number;
  readonly child: ChildProcess;
  /** From the start of the process to its first answer to a search, in milliseconds. */
  readonly startMs: number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts `openfirma serve` as anybody runs it, until it answers; undefined `workers` leaves their number to the service, an undefined
 * `snapshot` its data to the settings.
 */
export async function startService(
  snapshot: string | undefined,
  workers: number | undefined,
  cores?: Cores,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const port = await freePort();
  const started = performance.now();
  const from = snapshot === undefined ? [] : ['--snapshot', snapshot];
  const child = spawnServer(cores, [join('bin', 'openfirma'), 'serve', ...from], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
      ...(workers !== undefined && { WORKERS: String(workers) }),
      ...settings,
    },
  });
  try {
    await untilAnswers(child, () => askOnce(port, { target: `/v1/search?q=${FIRST.q}` }));
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  return { port, child, startMs: performance.now() - started, stop: () => stopProcess(child) };
}

/** Asks once; rejects where the answer is not 200 or nothing listens. */
export async function askOnce(port: number, request: LoadRequest): Promise<Buffer> {
  let answered: Buffer | undefined;
  await askAll(
    port,
    [request],
    ({ status, body }) => {
      if (status !== 200) throw new Error(`"${request.target}" was answered ${status}`);
      answered = Buffer.from(body);
    },
    1,
  );
  return answered ?? Buffer.alloc(0);
}
