/** Durations and CPU time of test files. The durations of earlier runs decide the order of the next one. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Assumed duration of a long file that has not run here before, as on a fresh clone. */
const LONG_SECONDS = 30;

const KEPT = join('node_modules', '.cache', 'openfirma-test-times.json');

/** Appends the CPU time of a process and its descendants, in hundredths of a second, to a file when the process ends. */
const MEASURE = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread && /\\.(test\\.ts|soak\\.ts|mjs)$/.test(process.argv[1]) && process.env.NODE_TEST_CONTEXT && existsSync('/proc/self/stat'))
  process.on('exit', () => {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ').slice(11, 15);
    appendFileSync(PATH, fields.reduce((sum, field) => sum + Number(field), 0) + ' ' + process.argv[1] + '\\n');
  });
`;

/**
 * Sorts files by their last known duration, longest first. A file without a known duration counts as 30 s if it is a `.long.` test, else as
 * 0 s. Ties are sorted by size, largest first.
 */
export function longestFirst(files: readonly string[]): string[] {
  const known = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number>) : {};
  const sizes = new Map(files.map((file) => [file, statSync(file).size]));
  const secondsOf = (file: string): number => known[file] ?? (file.includes('.long.') ? LONG_SECONDS : 0);
  const longer = (a: string, b: string): number =>
    secondsOf(b) - secondsOf(a) || (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0);
  return files.toSorted(longer);
}

/** The times of one run. */
export class FileTimes {
  readonly #folder: string;
  readonly #cpuFile: string;
  readonly #seconds = new Map<string, number>();
  /** Options of Node for each test file. */
  readonly execArgv: readonly string[];

  /** @param folder a folder of the run, for the files of this class */
  constructor(folder: string) {
    this.#folder = folder;
    this.#cpuFile = join(folder, 'cpu-times');
    const module = join(folder, 'measure.mjs');
    writeFileSync(module, MEASURE.replace('PATH', JSON.stringify(this.#cpuFile)));
    this.execArgv = [`--import=${module}`];
  }

  /** Adds the duration of a process that ran one file. */
  addFile(file: string, ms: number): void {
    this.#seconds.set(this.#nameOf(file), ms / 1000);
  }

  /** Adds the duration of a test in a process that several files share. */
  addTest({ file, nesting, details }: TestEvent): void {
    if (file === undefined || nesting > 0 || !/(?<!\.process|\.browser)\.test\.ts$/.test(file)) return;
    const name = this.#nameOf(file);
    this.#seconds.set(name, (this.#seconds.get(name) ?? 0) + details.duration_ms / 1000);
  }

  /** Returns a table of the duration of each file and the CPU time of each process, sorted by duration. */
  table(): string {
    const lines = existsSync(this.#cpuFile) ? readFileSync(this.#cpuFile, 'utf8').trimEnd().split('\n') : [];
    const cpu = new Map<string, number>();
    for (const line of lines) {
      const [hundredths = '', ...file] = line.split(' ');
      cpu.set(this.#nameOf(file.join(' ')), Number(hundredths) / 100);
    }
    const rows = [...this.#seconds]
      .toSorted(([, a], [, b]) => b - a)
      .map(([file, seconds]) => {
        const used = cpu.get(file)?.toFixed(1) ?? '';
        return `${seconds.toFixed(1).padStart(7)} s ${used.padStart(7)}  ${file}\n`;
      });
    const total = [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0);
    return `\nduration, CPU s\n${rows.join('')}${total.toFixed(1).padStart(17)}  in all\n`;
  }

  /** Stores the durations, which decide the order of the next run. */
  keep(): void {
    const known = existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as object) : {};
    const kept = { ...known, ...Object.fromEntries(this.#seconds) };
    if (!existsSync('node_modules')) return;
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify(kept));
  }

  #nameOf(file: string): string {
    return file.startsWith(this.#folder) ? basename(file) : relative('.', file);
  }
}

/** The fields of a `run` event that are used here. */
interface TestEvent {
  readonly file?: string;
  readonly nesting: number;
  readonly details: { readonly duration_ms: number };
}
