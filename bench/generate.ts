/**
 * Writes register lines of invented companies: `node bench/generate.ts --companies 1000000 --seed 1 --out FILE.ndjson`.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { InputError } from '../src/model/index.ts';
import { generateLines } from './lines.ts';

export { generateLines, type BenchOptions } from './lines.ts';
export { generatePrefixes, type PrefixOptions, type TypedPrefix } from './prefixes.ts';

if (import.meta.main) {
  try {
    main();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function main(): void {
  const { values } = parseArgs({
    options: { companies: { type: 'string' }, seed: { type: 'string', default: '1' }, out: { type: 'string' } },
  });
  const companies = wholeNumber('--companies', values.companies);
  const seed = wholeNumber('--seed', values.seed);
  if (values.out === undefined) throw new InputError('Cannot generate companies: --out needs the path of a file');
  const file = openSync(values.out, 'w');
  for (const batch of generateLines({ companies, seed })) {
    const bytes = Buffer.from(batch);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  }
  closeSync(file);
}

function wholeNumber(option: string, text = ''): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InputError(`Cannot generate companies: ${option} "${text}" must be a whole number below 1000000000`);
}
