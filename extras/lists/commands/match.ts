import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { between, printJson } from '../../../src/extra/index.ts';
import { InputError, counted, quoteValue } from '../../../src/model/index.ts';
import { SnapshotReader, hasMatchIndex, hasSearchableMatchIndex } from '../../../src/snapshot/index.ts';
import { CERTAIN_PROBABILITY, DOUBTFUL_PROBABILITY, calibrationText } from '../../matching/names/index.ts';
import { columnsText, withoutColumn } from '../input/columns.ts';
import { runList, type ListWork } from '../list-run.ts';
import { MatcherPool } from '../matching/matcher-pool.ts';
import { matchCells, matchColumns, type MatchedRow } from '../matching/match-rows.ts';
import { LIST_HELP, listCommand, toJob, type ListFlags } from './list-options.ts';

/** Maximum number of candidates of a row, as in a response of the reconciliation service. */
const CANDIDATES_MAX = 25;
/** Maximum number of threads: more would wait for the thread that reads and writes. */
const WORKERS_MAX = 64;

const HELP = `${LIST_HELP}
Added are company_id, company_name, company_number, company_locality, company_country, company_state, match_score,
match_certain, match_reason, and the next candidates with their descriptions.
${calibrationText()
  .replaceAll(/(.{1,110})(?: |$)/g, '$1\n')
  .trimEnd()}

Examples:
  openfirma match data/openfirma.snapshot customers.csv --out matched.csv
  openfirma match data/openfirma.snapshot customers.xlsx --name Firma --country-column Land --number VAT --out matched.csv
  openfirma match data/openfirma.snapshot < names.jsonl > matched.jsonl
`;

interface MatchFlags extends ListFlags {
  readonly name?: string;
  readonly candidates: number;
  readonly workers: number;
}

/** The command `openfirma match`: finds the company that each row of a list means. */
export function matchCommand(): Command {
  return listCommand(new Command('match'))
    .description('match a list of companies (CSV, XLSX, JSON lines) with those of a snapshot')
    .option('--name <column>', 'the column with names')
    .option('--candidates <count>', `the candidates of each row, 1 to ${CANDIDATES_MAX}`, between(1, CANDIDATES_MAX), 3)
    .option(
      '--workers <count>',
      'the threads that match rows; by default one a core',
      between(1, WORKERS_MAX),
      Math.min(WORKERS_MAX, availableParallelism()),
    )
    .addHelpText('after', HELP)
    .action(async (snapshot: string, input: string, flags: MatchFlags) => {
      const { name, candidates, workers, json } = flags;
      const generation = await matchableGeneration(snapshot);
      const job = toJob(input, flags, name === undefined ? {} : { name: [name] }, ['match', generation, candidates]);
      const pool = new MatcherPool({ snapshot, candidates }, workers);
      const counts: Counts = { certain: 0, doubtful: 0, unlikely: 0, without_candidate: 0 };
      let expected = 0;
      const count = (row: MatchedRow): void => {
        counts[classifyRow(row)]++;
        expected += (row.match_score ?? 0) / 100;
      };
      try {
        const outcome = await runList(job, matchWork(pool, candidates, workers), count);
        const right = Math.round(expected);
        if (json === true) printJson({ output: job.out, generation, ...outcome, ...counts, expected_right: right });
        process.stderr.write(formatSummary(outcome.rows, outcome.resumed, counts, right));
      } finally {
        await pool.close();
      }
    });
}

/** Returns the generation of a snapshot. @throws {InputError} if the snapshot has no match index of this version */
async function matchableGeneration(snapshot: string): Promise<string> {
  const reader = SnapshotReader.open(snapshot);
  const { metadata } = reader;
  const isSearchable = hasSearchableMatchIndex(reader.tables);
  await reader.close();
  if (isSearchable) return metadata.generation;
  const fault = hasMatchIndex(metadata)
    ? 'its match index is of another version of openfirma'
    : 'it has no match index';
  throw new InputError(
    `Cannot match with the snapshot ${quoteValue(snapshot)}: ${fault}; build it with "openfirma build --match", or with "match": true in the configuration of "openfirma refresh"`,
  );
}

function matchWork(pool: MatcherPool, candidates: number, workers: number): ListWork<MatchedRow> {
  return {
    name: 'match',
    // Two batches for each thread: one that it works on and one that waits.
    batchesMax: 2 * workers,
    prepare(columns, header) {
      const { name, country, number } = columns;
      if (name.length === 0 && number.length === 0)
        throw withoutColumn('match', 'names or numbers; set --name, --number or --no-header', header);
      return { added: matchColumns(candidates), used: columnsText({ name, country, number }, header) };
    },
    run: (rows) => pool.match(rows),
    cells: (row) => matchCells(row, candidates),
  };
}

type Counts = Record<'certain' | 'doubtful' | 'unlikely' | 'without_candidate', number>;

function classifyRow({ match_certain: isCertain, match_score: score }: MatchedRow): keyof Counts {
  if (isCertain) return 'certain';
  if (score === undefined) return 'without_candidate';
  return score >= 100 * DOUBTFUL_PROBABILITY ? 'doubtful' : 'unlikely';
}

function formatSummary(rows: number, resumed: number, counts: Counts, right: number): string {
  const { certain, doubtful, unlikely, without_candidate: none } = counts;
  const before = resumed === 0 ? '' : `${counted(resumed, 'row')} ${resumed === 1 ? 'was' : 'were'} done before; `;
  const companies = right === 1 ? '1 of the companies is' : `${right} of the companies are`;
  return (
    `match  ${before}${counted(rows - resumed, 'row')}: ${certain} certain, ${doubtful} doubtful (${100 * DOUBTFUL_PROBABILITY} to ${100 * CERTAIN_PROBABILITY} percent), ` +
    `${unlikely} unlikely, ${none} without a candidate; by their scores ${companies} right\n` +
    `match  ${calibrationText()} docs/matching.md has the measurements\n`
  );
}
