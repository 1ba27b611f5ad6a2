/** Generated data, running services and medians. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { constants, zstdCompressSync } from 'node:zlib';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotReader } from '../src/snapshot/index.ts';
import { generateLines } from '../tools/sample/lines.ts';
import { Connection, clientAddress, formatRequest } from '../test/fixtures/load.ts';
import { freePort, stopProcess, untilAnswers } from '../test/fixtures/programs.ts';
import { say, spawnServer, type Cores } from './processes.ts';
import { CURSOR_SECRET, CURSOR_TTL_SECONDS, FIRST_REQUEST } from './questions.ts';

/** The seed of all generated companies. */
export const SEED = 1;
export const ROOT = join(import.meta.dirname, '..');
/** The folder of generated data. */
export const DATA = join(ROOT, 'data', 'bench');

/** Writes a file of results. */
export function writeResults(name: string, text: string): void {
  writeFileSync(join(import.meta.dirname, 'results', `${name}.txt`), text);
}

/** Formats the median, the minimum and the maximum. */
export function shown(all: readonly number[], digits: number): string {
  return `${median(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;
}

/** Returns the median; for an even number of values, the larger of the two middle values. */
export function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN;
}

/** Returns the path of the snapshot of `count` generated companies, whether the file exists or not. */
export function snapshotPath(count: number, directory = DATA): string {
  return join(directory, `${count}-${SEED}.snapshot`);
}

/** Number of lines between two messages. */
const SAID_LINES = 1024 * 1000;

/**
 * Generates compressed register lines of `count` companies unless the file exists. Returns its path.
 * @param changedOneIn the lines of the next day: each has a new day, and one in this number another name
 */
export function ensureLines(count: number, directory = DATA, changedOneIn?: number): string {
  const day = changedOneIn === undefined ? '' : `-changed-${changedOneIn}`;
  const path = join(directory, `${count}-${SEED}${day}.ndjson.zst`);
  if (existsSync(path)) return path;
  mkdirSync(directory, { recursive: true });
  const file = openSync(`${path}.part`, 'w');
  let lines = 0;
  for (const batch of generateLines({ companies: count, seed: SEED })) {
    const all = batch.split('\n');
    const next = (line: string, i: number): string => nextDay(line, (lines + i) % (changedOneIn ?? 1) === 0);
    const text = changedOneIn === undefined ? batch : all.map(next).join('\n');
    writeFileSync(file, zstdCompressSync(text, FAST));
    lines += all.length - 1;
    if (lines % SAID_LINES === 0) say(`generated ${lines} of ${count} lines`);
  }
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}

/** Returns a line of the same company a day later, maybe with another name. */
function nextDay(line: string, isRenamed: boolean): string {
  const later = line.replace('"as_of_date":"2026-11-01"', '"as_of_date":"2026-11-02"');
  return isRenamed ? later.replace('"name":"', '"name":"Nova ') : later;
}

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Builds the snapshot of `count` generated companies with the program of a checkout, unless it exists. Returns its path. */
export function ensureSnapshot(count: number, directory = DATA, checkout = ROOT): string {
  const path = snapshotPath(count, directory);
  if (!existsSync(path)) run([join(checkout, 'src/cli/main.ts'), 'build', '--out', path, ensureLines(count)]);
  return path;
}

/** Returns the number of bytes of the tables of details in a snapshot. */
export function measureDetailsBytes(snapshot: string): number {
  const reader = SnapshotReader.open(snapshot);
  try {
    return reader.tables.details.size + reader.tables.addresses.size;
  } finally {
    void reader.close();
  }
}

/** Runs a module of the project; its output goes to standard error. */
export function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['inherit', 2, 2] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

/** A module that prints peak memory in kilobytes and CPU time in milliseconds at the end of a process. */
const ON_EXIT = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('usage '+u.maxRSS+' '+Math.round((u.userCPUTime+u.systemCPUTime)/1000)+'\\n')})`;

/** The cost of a process. */
export interface Used {
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** Runs a module in a process of its own. Throws its first line of complaint if it fails. */
export function runMeasured(args: readonly string[]): Used {
  const { status, stderr } = spawnSync(process.execPath, ['--import', ON_EXIT, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [, peak, cpu] = /usage (\d+) (\d+)/.exec(stderr) ?? [];
  if (status === 0) return { cpuSeconds: Number(cpu) / 1000, peakMb: Number(peak) / 1000 };
  throw new Error(stderr.split('\n').find((line) => /^openfirma:|Error/.test(line)) ?? `ended with ${status}`);
}

/** A running service. */
interface Service {
  readonly port: number;
  readonly child: ChildProcess;
  /** Time from the start of the process to its first response to a search, in milliseconds. */
  readonly startMs: number;
  readonly stop: () => Promise<void>;
}

/** Starts `openfirma serve` and waits until it answers. Without `workers` the service chooses their number. */
export async function startService(
  snapshot: string,
  workers: number | undefined,
  cores: Cores | undefined,
  program: readonly string[] = [join(ROOT, 'bin', 'openfirma')],
): Promise<Service> {
  const port = await freePort();
  const started = performance.now();
  const child = spawnServer(cores, [...program, 'serve', '--snapshot', snapshot], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1',
      ...(workers !== undefined && { WORKERS: String(workers) }),
      CURSOR_SECRET,
      CURSOR_TTL_SECONDS: String(CURSOR_TTL_SECONDS),
    },
  });
  try {
    await untilAnswers(child, () => askFirst(port));
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  return { port, child, startMs: performance.now() - started, stop: () => stopProcess(child) };
}

/** Sends the first question. Rejects unless the status is 200. */
export async function askFirst(port: number): Promise<void> {
  const { target } = FIRST_REQUEST;
  const connection = await Connection.open(port);
  const { status } = await connection.answerTo(formatRequest(target, clientAddress(0)));
  connection.close();
  if (status !== 200) throw new Error(`"${target}" was answered ${status}`);
}
