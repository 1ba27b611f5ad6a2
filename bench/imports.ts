/**
 * Measures imports beside bare readers without checks, on the same invented files, in turns: CPU and peak memory of each process. With
 * registers, or `all`, measures their importers with their fixtures instead.
 *
 *     npm run bench:imports -- --records 50000 --rounds 1
 *     npm run bench:imports -- --only csv,xml
 *     npm run bench:imports -- fi-prh lv-ur
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { machine } from '../test/fixtures/machine.ts';
import { measureFixtures } from './imports/fixtures.ts';
import { FORMATS, ensureFile } from './imports/formats.ts';
import { DATA, SEED, median, runMeasured, shown } from './measuring.ts';
import { parseNumber } from './plan.ts';
import { inFolder } from './processes.ts';
import { packedProgram } from './size/steps.ts';

const BARE = join(import.meta.dirname, 'imports', 'bare.ts');

await inFolder(async (folder) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      // `JSON.parse` of a whole array of twice as many exceeds the longest text of the engine.
      records: { type: 'string', default: '150000' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: Object.keys(FORMATS).join(',') },
    },
  });
  if (positionals.length > 0) return await measureFixtures(positionals);
  const records = parseNumber('--records', values.records, 1000);
  const rounds = parseNumber('--rounds', values.rounds, 1);
  const [, ...program] = await packedProgram(folder);
  print(`${new Date().toISOString().slice(0, 10)}, ${machine()}, ${records} records, ${rounds} rounds`);
  print('format     MB   CPU s, ours            CPU s, bare            ratio   peak MB, ours   bare');
  for (const name of values.only.split(',')) {
    const format = FORMATS[name];
    if (format === undefined)
      throw new InputError(`Cannot measure "${name}": --only takes ${Object.keys(FORMATS).join(', ')}`);
    const path = ensureFile(join(DATA, `imports-${records}-${SEED}`), format, records);
    const command = [...program, 'import', format.register, '--force', '--out', join(folder, 'out.ndjson'), path];
    print(compare(name, path, command, rounds));
  }
});

/** Runs an import and the bare reader of a file in turns. Returns the row of the table. */
function compare(name: string, path: string, command: readonly string[], rounds: number): string {
  const runs = Array.from({ length: rounds }, () => [runMeasured(command), runMeasured([BARE, name, path])] as const);
  const [ours, bare] = [runs.map(([one]) => one), runs.map(([, other]) => other)];
  const peak = (all: typeof ours): string => Math.max(...all.map(({ peakMb }) => peakMb)).toFixed(0);
  const cpu = (all: typeof ours): string => {
    const seconds = all.map(({ cpuSeconds }) => cpuSeconds);
    return shown(seconds, 2);
  };
  const ratio = median(runs.map(([one, other]) => one.cpuSeconds / other.cpuSeconds));
  return [
    name.padEnd(6),
    (statSync(path).size / 1e6).toFixed(0).padStart(6),
    cpu(ours).padStart(23),
    cpu(bare).padStart(22),
    ratio.toFixed(2).padStart(7),
    peak(ours).padStart(15),
    peak(bare).padStart(6),
  ].join(' ');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
