import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cpuMicroseconds } from '../../test/fixtures/machine.ts';
import { kilobytes } from '../processes.ts';
import { ROOT, linesOf, snapshotPath } from '../measuring.ts';

/** Interval between two samples of a build's memory and files. */
const WATCH_MS = 250;

/** Builds each size from generated lines, then again with `--previous` as a nightly build does. Yields one table row per build. */
export async function* builds(sizes: readonly number[]): AsyncGenerator<string> {
  for (const companies of sizes) {
    const lines = linesOf(companies);
    const out = snapshotPath(companies);
    rmSync(out, { force: true });
    yield await measuredBuild(companies, 'first', out, [lines]);
    yield await measuredBuild(companies, 'nightly', out, ['--previous', out, lines]);
  }
}

/** Runs `openfirma build` and samples its process and its folder. */
async function measuredBuild(companies: number, kind: string, out: string, args: string[]): Promise<string> {
  const started = performance.now();
  const child = spawn(process.execPath, ['src/cli/main.ts', 'build', '--out', out, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2000)));
  const peak = { own: 0, mapped: 0, disk: 0, cpu: 0 };
  const watch = setInterval(() => {
    if (child.exitCode !== null || !existsSync(`/proc/${child.pid}/stat`)) return;
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak.own = Math.max(peak.own, kilobytes(status, 'RssAnon'));
    peak.mapped = Math.max(peak.mapped, kilobytes(status, 'VmHWM'));
    peak.cpu = cpuMicroseconds(child.pid) / 1e6;
    peak.disk = Math.max(peak.disk, folderBytes(join(dirname(out), `.${basename(out)}.building-*`)));
  }, WATCH_MS);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`The build of ${companies} companies ended with ${String(code)}: ${output}`);
  return [
    String(companies).padEnd(10),
    kind.padEnd(9),
    ((performance.now() - started) / 1000).toFixed(0).padStart(8),
    peak.cpu.toFixed(0).padStart(7),
    ((peak.own * 1.024) / 1e3).toFixed(0).padStart(15),
    ((peak.mapped * 1.024) / 1e3).toFixed(0).padStart(22),
    (peak.disk / companies).toFixed(0).padStart(31),
    (statSync(out).size / companies).toFixed(1).padStart(20),
  ].join(' ');
}

/** Total size of the files in a folder; another process changes them. */
function folderBytes(folder: string): number {
  return globSync(`${folder}/*`).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}
