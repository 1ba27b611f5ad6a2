/**
 * Measures importers and matching.
 *
 *     npm run bench:data -- --only imports fi-prh lv-ur
 *     npm run bench:data -- --only matching --companies 1000000
 *     npm run bench:data -- --only lists --companies 1000000
 *     npm run bench:data -- --only matching --lines ee-ariregister.ndjson.zst
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../test/fixtures/machine.ts';
import { imports } from './data/imports.ts';
import { listRows, matching } from './match/index.ts';
import { ROOT } from './measuring.ts';

const { values, positionals: registers } = parseArgs({
  allowPositionals: true,
  options: {
    companies: { type: 'string', multiple: true, default: ['1000000', '10000000'] },
    megabytes: { type: 'string', default: '200' },
    lines: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: 'imports,matching' },
  },
});
const sizes = values.companies.map(Number);
const megabytes = Number(values.megabytes);
const only = values.only.split(',');

if (only.includes('imports')) {
  const head =
    `importers, their fixtures repeated to ${megabytes} MB; wanted: 20,000 records/s or 25 MB/s, whichever is lower, and at most 300 MB\n\n` +
    'fixtures               MB    records   records/s    MB/s   CPU s   peak MB   of reading';
  const table = await printedTable(head, imports(registers, megabytes));
  // The results cover all registers.
  if (registers.length === 0) writeResults('imports', table);
}
if (only.includes('lists')) for (const companies of sizes) await listRows(companies);
if (only.includes('matching')) {
  if (values.lines.length > 0) await matching(0, values.lines);
  else for (const companies of sizes) await matching(companies, []);
}

/** Prints the rows of a table as they are measured. Returns the whole table. */
async function printedTable(head: string, rows: AsyncIterable<string>): Promise<string> {
  let table = `${new Date().toISOString().slice(0, 10)}, ${machine()}\n${head}\n`;
  process.stdout.write(table);
  for await (const row of rows) {
    process.stdout.write(`${row}\n`);
    table += `${row}\n`;
  }
  return table;
}

function writeResults(name: string, text: string): void {
  writeFileSync(join(ROOT, 'bench', 'results', `${name}.txt`), text);
}
