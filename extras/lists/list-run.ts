import { createProgress, interruptible } from '../../src/extra/index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';
import { columnsOf, type ChosenColumns, type Columns } from './input/columns.ts';
import { STANDARD, openList, type ListInput, type ListRow, type ReadingOptions } from './input/list-input.ts';
import {
  RESULT_FIELD,
  mustNotReplace,
  openOutput,
  partialPath,
  rowFormatOf,
  type ListOutput,
} from './output/list-output.ts';

/** The work of a command on each row of a list. */
export interface ListWork<Result extends object> {
  /** The command: `match` or `enrich`. */
  readonly name: string;
  /** Checks the columns. Returns the names of the added columns, and a text that names the columns that are used. */
  prepare(columns: Columns, header: readonly string[]): { readonly added: readonly string[]; readonly used: string };
  /** Returns one result for each row, in the order of the rows. */
  run(rows: readonly RowValues[]): Promise<readonly Result[]>;
  /** Returns the cells that a result adds to a row of a table. */
  cells(result: Result): readonly string[];
  readonly batchesMax: number;
}

/** The values of one row by role; empty if the list has no column for a role. */
export interface RowValues {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly numbers: readonly string[];
}

export interface ListJob {
  readonly input: string;
  /** A path, or `-` for standard output. */
  readonly out: string;
  readonly reading: ReadingOptions;
  readonly columns: ChosenColumns;
  readonly isRaw: boolean;
  readonly resumes: boolean;
  /** The data and the options that, besides the list, determine the results. */
  readonly dependsOn: readonly unknown[];
}

/**
 * Writes every row of a list once, in order and with its values unchanged, and adds its result.
 * @param onResult called with each result, in order
 * @returns the number of rows, and how many of these an earlier run wrote
 */
export async function runList<Result extends object>(
  job: ListJob,
  work: ListWork<Result>,
  onResult: (result: Result) => void,
): Promise<{ readonly rows: number; readonly resumed: number }> {
  mustNotReplace(job.input, job.out);
  const input = await openList(job.input, job.reading);
  const columns = columnsOf(input.name, input.header, job.columns);
  const { added, used } = work.prepare(columns, input.header);
  mustBeNew(input, input.form === 'json lines' ? [RESULT_FIELD] : added);
  process.stderr.write(`${work.name}  ${input.name}: ${[...input.guesses, used].join(', ')}\n`);
  const partial = partialPath(job.out, [job.dependsOn, job.isRaw, columns, added]);
  const left =
    job.out === STANDARD
      ? 'standard output has a part of the rows'
      : `${quoteValue(partial)} has the rows so far; --resume continues it`;
  return await interruptible(
    `${work.name} ${quoteValue(input.name)}`,
    async (signal) => {
      const format = rowFormatOf(input, added, job.isRaw);
      await using output = await openOutput(job.out, partial, format, input.rows, job.resumes);
      const textOf = (row: ListRow, result: Result): string => {
        onResult(result);
        return format.before(row) + format.after(work.cells(result), result);
      };
      const rows = await writeRows(input, columns, work, output, textOf, signal);
      await output.finish();
      return { rows: rows + output.done, resumed: output.done };
    },
    left,
  );
}

async function writeRows<Result extends object>(
  input: ListInput,
  columns: Columns,
  work: ListWork<Result>,
  output: ListOutput,
  textOf: (row: ListRow, result: Result) => string,
  signal: AbortSignal,
): Promise<number> {
  const progress = createProgress(work.name);
  const { rows: total, bytes } = input.size;
  const startBytes = output.done === 0 ? 0 : input.bytesRead();
  const run = (batch: readonly ListRow[]): Promise<readonly Result[]> =>
    work.run(batch.map((row) => valuesOf(row, columns, input.header)));
  let written = 0;
  for await (const batch of inOrder(input.rows, run, work.batchesMax)) {
    signal.throwIfAborted();
    await output.write(batch.map(([row, result]) => textOf(row, result)).join(''));
    written += batch.length;
    const note = `${written + output.done} rows`;
    if (total !== undefined) progress.update(written, total - output.done, note);
    else progress.update(input.bytesRead() - startBytes, bytes === undefined ? undefined : bytes - startBytes, note);
  }
  progress.finish();
  return written;
}

function mustBeNew({ name, header }: ListInput, added: readonly string[]): void {
  const taken = added.find((column) => header.includes(column));
  if (taken === undefined) return;
  const reason = `it has a column ${quoteValue(taken)} already; rename or remove that`;
  throw new InputError(`Cannot write the result of ${quoteValue(name)}: ${reason}`);
}

function valuesOf(row: ListRow, columns: Columns, header: readonly string[]): RowValues {
  const cell = (at: number | undefined): string => {
    if (at === undefined) return '';
    if (!('value' in row)) return row[at] ?? '';
    const value = row.value[header[at] ?? ''];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  };
  return {
    id: cell(columns.id[0]).trim(),
    name: cell(columns.name[0]),
    country: cell(columns.country[0]),
    numbers: columns.number.map(cell),
  };
}

/** Number of rows in a batch: about 50 ms of work for a thread. */
const BATCH_ROWS = 32;

/**
 * Runs an asynchronous function over batches of items, several at once, and yields the results in the order of the items.
 * @param batchesMax maximum number of batches in memory
 */
async function* inOrder<Item, Result>(
  items: AsyncGenerator<Item>,
  work: (batch: readonly Item[]) => Promise<readonly Result[]>,
  batchesMax: number,
): AsyncGenerator<readonly (readonly [Item, Result])[]> {
  const running: Promise<readonly (readonly [Item, Result])[]>[] = [];
  const start = (batch: readonly Item[]): void => {
    const results = work(batch).then((all) => {
      if (all.length !== batch.length) throw new Error(`${batch.length} rows gave ${all.length} results`);
      return batch.map((item, i) => [item, all[i] as Result] as const);
    });
    // Awaited below, in order: an earlier rejection must not count as unhandled.
    results.catch(() => undefined);
    running.push(results);
  };
  let batch: Item[] = [];
  const rest = async function* () {
    if (batch.length > 0) start(batch);
    for (const results of running) yield await results;
  };
  try {
    for await (const item of items) {
      if (batch.push(item) < BATCH_ROWS) continue;
      start(batch);
      batch = [];
      if (running.length >= batchesMax) yield (await running.shift()) ?? [];
    }
  } catch (error) {
    // The items before the fault are complete: yield their results.
    yield* rest();
    throw error;
  }
  yield* rest();
}
