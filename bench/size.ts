/**
 * Measures the costs of any number of companies: builds, verifies, serves, publishes, refreshes and exports them once, beside a smaller
 * number. Each finished step is kept: a run that was stopped continues with the next step. With `--only matching`,
 * measures the matching of names instead. bench/README.md describes the options, docs/scaling.md has results.
 *
 *     npm run bench:size -- --companies 42000000
 *     npm run bench:size -- --only matching --companies 1000000
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Lock } from '../src/files/index.ts';
import { InputError } from '../src/model/index.ts';
import { machine } from '../test/fixtures/machine.ts';
import { compareMatching, measureMatching } from './match/index.ts';
import { ROOT, writeResults } from './measuring.ts';
import { parseNumber } from './plan.ts';
import { inFolder, say } from './processes.ts';
import { formatReport, type Finished } from './size/report.ts';
import { listSteps, packedProgram, type SizePlan } from './size/steps.ts';
import { endAbandoned } from './size/watched.ts';

/** Number of live companies in the 35 countries. */
const COMPANIES_DEFAULT = 42_000_000;

await inFolder(async (folder) => {
  const { values } = parseArgs({
    options: {
      companies: { type: 'string' },
      beside: { type: 'string', default: '1000000' },
      into: { type: 'string', default: join(ROOT, 'data', 'bench') },
      questions: { type: 'string' },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      lines: { type: 'string', multiple: true, default: [] },
    },
  });
  const { only, beside, questions = only === 'minisearch' ? '5000' : '200000' } = values;
  const { companies = only === undefined ? String(COMPANIES_DEFAULT) : beside } = values;
  const plan = {
    companies: parseNumber('--companies', companies, 1000),
    beside: parseNumber('--beside', beside, 1000),
    into: resolve(values.into),
    questions: parseNumber('--questions', questions, 100),
    seconds: parseNumber('--seconds', values.seconds, 0.1),
    rounds: parseNumber('--rounds', values.rounds, 1),
  };
  if (only === undefined) await measureSteps(plan, folder);
  else if (only === 'matching') await measureMatching(plan.companies, values.lines, folder);
  else if (only === 'minisearch') await compareMatching(plan.companies, values.lines, plan.questions, folder);
  else throw new InputError(`Cannot measure only "${only}": --only takes matching or minisearch`);
});

/** Runs the steps that have not finished yet. */
async function measureSteps(plan: SizePlan, folder: string): Promise<void> {
  const { into, companies, beside } = plan;
  mkdirSync(into, { recursive: true });
  await using _ = await Lock.take(
    join(into, 'size.lock'),
    (reason) => new InputError(`Cannot measure in "${into}": ${reason}`),
  );
  await endAbandoned(into);
  // Read before this process is pinned to one core: afterwards only that core is reported.
  const facts = machine();
  const path = join(into, `size-${companies}-beside-${beside}.json`);
  const finished: Finished = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Finished) : {};
  const steps = listSteps(plan);
  const missing = steps.filter(([name]) => finished[name] === undefined);
  const program = missing.length === 0 ? [] : await packedProgram(folder);
  for (const [name, run] of missing) {
    say(`step ${name}, ${steps.length - Object.keys(finished).length} of ${steps.length} left`);
    const figures = await run(program);
    finished[name] = { date: new Date().toISOString().slice(0, 16), machine: facts, ...figures };
    writeFileSync(`${path}.part`, JSON.stringify(finished, undefined, 1));
    renameSync(`${path}.part`, path);
    process.stdout.write(`${formatReport(plan, steps, finished)}\n`);
  }
  const report = formatReport(plan, steps, finished);
  if (missing.length === 0) process.stdout.write(report);
  if (companies >= COMPANIES_DEFAULT) writeResults('size', report);
}
