/** What several benches do alike: data, targets, a running service, figures. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrefixes } from './generate.ts';

/** The one seed of all generated companies. */
export const SEED = 1;
export const ROOT = join(import.meta.dirname, '..');

/** The median with the smallest and the largest. */
export function shown(all: readonly number[], digits: number): string {
  return `${median(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;
}

/** The value in the middle. */
export function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;
}

/** The processor time that a process has used, user and system. The kernel counts it in hundredths of a second. */
export function cpuMicroseconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Generates register lines of so many companies, unless an earlier run left them. */
export function linesOf(count: number): string {
  const directory = join(ROOT, 'data', 'bench');
  const path = join(directory, `${count}-${SEED}.ndjson`);
  if (existsSync(path)) return path;
  mkdirSync(directory, { recursive: true });
  run(['bench/generate.ts', '--companies', String(count), '--seed', String(SEED), '--out', `${path}.part`]);
  renameSync(`${path}.part`, path);
  return path;
}

/** Builds the snapshot of generated companies, unless an earlier run left it. */
export function snapshotOf(count: number): string {
  const path = join(ROOT, 'data', 'bench', `${count}-${SEED}.snapshot`);
  if (!existsSync(path)) run(['src/cli/main.ts', 'build', '--out', path, linesOf(count)]);
  return path;
}

function run(args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

/** Searches for prefixes of generated names. */
export function searchTargets(companies: number, count: number): string[] {
  const prefixes = [...generatePrefixes({ companies, seed: SEED, count: count * 3 })];
  return prefixes
    .filter(({ kind }) => kind === 'uniform')
    .slice(0, count)
    .map(({ q }) => `/v1/search?q=${encodeURIComponent(q)}`);
}

/** Starts `openfirma serve` as anybody runs it, with so many workers. */
export async function startService(
  path: string,
  workers: number,
  port = 18_080,
): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', '--snapshot', path], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
      WORKERS: String(workers),
    },
    // The log is written, to where it costs nobody else's time.
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
  });
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return { port, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service does not answer');
}
