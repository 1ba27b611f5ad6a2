/**
 * Measures full builds and refreshes beside a load of the same lines into SQLite, in turns: CPU, wall time and peak memory of each process.
 * With `--other`, also full builds of another checkout of the project.
 *
 *     npm run bench:builds -- --companies 300000 --rounds 3
 *     npm run bench:builds -- --other ../openfirma-before
 */
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '../src/model/index.ts';
import { machine } from '../test/fixtures/machine.ts';
import { DATA, ensureLines, median, runMeasured, shown, type Used } from './measuring.ts';
import { parseNumber } from './plan.ts';
import { inFolder, say } from './processes.ts';
import { packedProgram } from './size/steps.ts';

interface Run extends Used {
  readonly wallSeconds: number;
}

/** The name of each measurement: what it is, and the measurement that it is divided by. */
const MEASURED = {
  sqlite: ['SQLite, three indexes', undefined],
  full: ['full build', 'sqlite'],
  other: ['full build of --other', 'sqlite'],
  refresh100: ['refresh, 1 % changed, new days', 'full'],
  refresh1000: ['refresh, 0.1 % changed, new days', 'full'],
} as const;
type Measured = keyof typeof MEASURED;

await inFolder(async (folder) => {
  const { values } = parseArgs({
    options: {
      companies: { type: 'string', default: '300000' },
      rounds: { type: 'string', default: '3' },
      other: { type: 'string' },
    },
  });
  const companies = parseNumber('--companies', values.companies, 1000);
  const rounds = parseNumber('--rounds', values.rounds, 1);
  const [, ...program] = await packedProgram(folder);
  const lines = ensureLines(companies);
  const base = join(folder, 'base.snapshot');
  const out = join(folder, 'out.snapshot');
  const runs = new Map<Measured, Run[]>();
  const measure = (name: Measured, args: readonly string[]): void => {
    say(MEASURED[name][0]);
    const started = performance.now();
    const used = runMeasured(args);
    runs.set(name, [...(runs.get(name) ?? []), { ...used, wallSeconds: (performance.now() - started) / 1000 }]);
  };
  for (let round = 0; round < rounds; round++) {
    const database = join(folder, 'lines.sqlite');
    measure('sqlite', [join(import.meta.dirname, 'builds', 'sqlite-load.ts'), lines, database]);
    rmSync(database);
    for (const path of [base, `${base}.lines`, `${base}.made.json`]) rmSync(path, { force: true });
    measure('full', [...program, 'build', '--out', base, lines]);
    if (values.other !== undefined)
      measure('other', [join(resolve(values.other), 'src/cli/main.ts'), 'build', '--force', '--out', out, lines]);
    for (const oneIn of [100, 1000] as const) {
      copyFileSync(base, out);
      copyFileSync(`${base}.lines`, `${out}.lines`);
      const changed = ensureLines(companies, DATA, oneIn);
      measure(`refresh${oneIn}`, [...program, 'build', '--force', '--previous', out, '--out', out, changed]);
    }
  }
  print(
    `${new Date().toISOString().slice(0, 10)}, ${machine()}, ${counted(companies, 'company')}, ${counted(rounds, 'round')}`,
  );
  print(`snapshot: ${(statSync(base).size / companies).toFixed(1)} bytes a company`);
  print('                                    CPU s                  ratio   wall of CPU   peak MB');
  for (const [name, all] of runs) print(describe(name, all, runs));
});

/** Returns a row: CPU, its ratio to the yardstick, wall time of CPU, and the largest peak. */
function describe(name: Measured, all: readonly Run[], runs: ReadonlyMap<Measured, readonly Run[]>): string {
  const [title, beside] = MEASURED[name];
  const cpu = all.map(({ cpuSeconds }) => cpuSeconds);
  const yardstick = beside === undefined ? undefined : runs.get(beside)?.map(({ cpuSeconds }) => cpuSeconds);
  return [
    title.padEnd(34),
    shown(cpu, 2).padStart(23),
    (yardstick === undefined ? '' : (median(cpu) / median(yardstick)).toFixed(2)).padStart(8),
    median(all.map(({ wallSeconds, cpuSeconds }) => wallSeconds / cpuSeconds))
      .toFixed(2)
      .padStart(13),
    Math.max(...all.map(({ peakMb }) => peakMb))
      .toFixed(0)
      .padStart(9),
  ].join(' ');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
