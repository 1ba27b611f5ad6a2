import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { generatePrefixes } from '../generate.ts';
import { cpuMicroseconds, kilobytes } from '../machine.ts';
import { ROOT, SEED, linesOf, median, shown, snapshotOf } from '../measuring.ts';

/** How often the memory and the files of a build are read. */
const WATCH_MS = 250;
const QUESTIONS = 20_000;
const ROUNDS = 7;
const LIMIT = 10;

/** Builds each size from generated lines, then again with `--previous`, as a nightly build does. Yields a row of the table for each build. */
export async function* builds(sizes: readonly number[]): AsyncGenerator<string> {
  for (const companies of sizes) {
    const lines = linesOf(companies);
    const out = join(dirname(lines), `${companies}-${SEED}.snapshot`);
    rmSync(out, { force: true });
    yield await measuredBuild(companies, 'first', out, [lines]);
    yield await measuredBuild(companies, 'nightly', out, ['--previous', out, lines]);
  }
}

/** Runs `openfirma build` and watches its process and its folder. */
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
    // After the process has ended the last figures count.
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

/** The bytes in a folder that another process changes. */
function folderBytes(folder: string): number {
  return globSync(`${folder}/*`).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** Asks the snapshots of all sizes the same questions in turns, because the speed of the machine changes. Returns the rows of the table. */
export function questions(sizes: readonly number[]): string[] {
  const readers = sizes.map((companies) => {
    const reader = SnapshotReader.open(snapshotOf(companies));
    return { companies, reader, ids: idsOf(reader, companies) };
  });
  const prefixes = Array.from(generatePrefixes({ companies: Math.min(...sizes), seed: SEED, count: QUESTIONS }));
  const asks: Record<string, (one: (typeof readers)[number], i: number) => unknown> = {
    search: ({ reader }, i) => reader.search(prefixes[i]?.q ?? '', undefined, LIMIT, 0),
    get: ({ reader, ids }, i) => reader.company(ids[i] ?? ''),
    officers: ({ reader, ids }, i) => reader.officers(ids[i] ?? '', 100, '2026-11-21'),
  };
  return Object.entries(asks).flatMap(([name, ask]) => {
    const figures = readers.map((): number[] => []);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [at, one] of readers.entries()) {
        const before = process.cpuUsage();
        for (let i = 0; i < QUESTIONS; i++) ask(one, i);
        const { user, system } = process.cpuUsage(before);
        if (round > 0) figures[at]?.push((user + system) / QUESTIONS);
      }
    }
    const first = median(figures[0] ?? []);
    return readers.map(({ companies }, at) => {
      const all = figures[at] ?? [];
      return `${name.padEnd(9)} ${String(companies).padEnd(10)} ${shown(all, 2).padEnd(26)} ${(median(all) / first).toFixed(2)} of the first`;
    });
  });
}

/** Ids from all over a snapshot. */
function idsOf(reader: SnapshotReader, companies: number): string[] {
  const every = Math.max(1, Math.floor(companies / QUESTIONS));
  const ids: string[] = [];
  let n = 0;
  for (const id of reader.idsInOrder()) if (n++ % every === 0 && ids.length < QUESTIONS) ids.push(id);
  return ids;
}
