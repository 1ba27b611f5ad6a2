/**
 * How fast do the importers read, how do builds and questions grow with the number of companies, and how well are messy names matched?
 *
 *     npm run bench:data -- --only imports fi-prh lv-ur
 *     npm run bench:data -- --only builds,questions --companies 1000000 --companies 10000000
 *     npm run bench:data -- --only matching --companies 1000000
 *     npm run bench:data -- --only matching --lines ee-ariregister.ndjson.zst
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builds, questions } from './data/builds.ts';
import { imports } from './data/imports.ts';
import { machine } from './machine.ts';
import { matching } from './match/index.ts';
import { ROOT } from './measuring.ts';

const PARTS = ['imports', 'builds', 'questions'] as const;
const MATCHING = 'matching';

const { values, positionals: registers } = parseArgs({
  allowPositionals: true,
  options: {
    companies: { type: 'string', multiple: true, default: ['1000000', '10000000'] },
    megabytes: { type: 'string', default: '200' },
    lines: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: [...PARTS, MATCHING].join(',') },
  },
});
const sizes = values.companies.map(Number);
const megabytes = Number(values.megabytes);

/** Each part: the head of its table, and its rows as they are measured. */
const TABLES: Readonly<
  Record<(typeof PARTS)[number], readonly [head: string, rows: () => AsyncIterable<string> | Iterable<string>]>
> = {
  imports: [
    `importers, their fixtures repeated to ${megabytes} MB; wanted: 20,000 records/s or 25 MB/s, whichever is lower, and at most 300 MB\n\n` +
      'fixtures               MB    records   records/s    MB/s   CPU s   peak MB   of reading',
    () => imports(registers, megabytes),
  ],
  builds: [
    'builds by the number of companies\n\n' +
      'companies  build       wall s   CPU s   own memory MB   with mapped pages MB   disk while building B/company   snapshot B/company',
    () => builds(sizes),
  ],
  questions: [
    'questions by the number of companies, in a loop\n\nquestion  companies  CPU µs, median (min to max)',
    () => questions(sizes),
  ],
};

const only = values.only.split(',');
for (const part of PARTS.filter((name) => only.includes(name))) {
  const [head, rows] = TABLES[part];
  let report = `${new Date().toISOString().slice(0, 10)}, ${machine()}\n${head}\n`;
  process.stdout.write(report);
  for await (const row of rows()) {
    process.stdout.write(`${row}\n`);
    report += `${row}\n`;
  }
  mkdirSync(join(ROOT, 'bench', 'results'), { recursive: true });
  // A run of selected registers is not written: results cover all of them.
  if (part !== 'imports' || registers.length === 0)
    writeFileSync(join(ROOT, 'bench', 'results', `${part}.txt`), report);
}
if (only.includes(MATCHING))
  for (const companies of sizes.slice(0, values.lines.length > 0 ? 1 : undefined))
    await matching(companies, values.lines);
