/**
 * Measures imports beside bare readers without checks, on the same invented files, in turns: CPU and peak memory of each process.
 *
 *     npm run bench:imports -- --records 300000 --rounds 3
 *     npm run bench:imports -- --only csv,xml
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { machine } from '../test/fixtures/machine.ts';
import { FORMATS, ensureFile } from './imports/formats.ts';
import { DATA, SEED, median, runMeasured, shown, type Used } from './measuring.ts';
import { parseNumber } from './plan.ts';
import { inFolder } from './processes.ts';
import { packedProgram } from './size/steps.ts';

await inFolder(async (folder) => {
  const { values } = parseArgs({
    options: {
      records: { type: 'string', default: '300000' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: Object.keys(FORMATS).join(',') },
    },
  });
  const records = parseNumber('--records', values.records, 1000);
  const rounds = parseNumber('--rounds', values.rounds, 1);
  const program = await packedProgram(folder);
  print(`${new Date().toISOString().slice(0, 10)}, ${machine()}, ${records} records, ${rounds} rounds`);
  print('format     MB   CPU s, ours            CPU s, bare            ratio   peak MB, ours   bare');
  for (const name of values.only.split(',')) {
    const format = FORMATS[name];
    if (format === undefined)
      throw new InputError(`Cannot measure "${name}": --only takes ${Object.keys(FORMATS).join()}`);
    const path = ensureFile(join(DATA, `imports-${records}-${SEED}`), format, records);
    const command = [
      ...program.slice(1),
      'import',
      format.register,
      '--force',
      '--out',
      join(folder, 'out.ndjson'),
      path,
    ];
    const [ours, bare]: [Used[], Used[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(runMeasured(command));
      bare.push(runMeasured([join(import.meta.dirname, 'imports', 'bare.ts'), name, path]));
    }
    const [cpu, bareCpu] = [ours, bare].map((all) => all.map(({ cpuSeconds }) => cpuSeconds)) as [number[], number[]];
    const [peak, barePeak] = [ours, bare].map((all) => Math.max(...all.map(({ peakMb }) => peakMb)).toFixed(0));
    print(
      [
        name.padEnd(6),
        (statSync(path).size / 1e6).toFixed(0).padStart(6),
        shown(cpu, 2).padStart(23),
        shown(bareCpu, 2).padStart(22),
        (median(cpu) / median(bareCpu)).toFixed(2).padStart(7),
        peak?.padStart(15),
        barePeak?.padStart(6),
      ].join(' '),
    );
  }
});

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
