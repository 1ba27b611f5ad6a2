import { isAscii } from 'node:buffer';
import { createProgress, interruptible } from '../../src/extra/index.ts';
import { InputError, counted, isCompanyId, lostDigits, quoteValue } from '../../src/model/index.ts';
import { findColumns, type Columns, type Role } from './input/columns.ts';
import { STANDARD, openList, type ListInput, type ListInputOptions, type ListRow } from './input/list-input.ts';
import {
  RESULT_FIELD,
  createRowFormat,
  mustBeFree,
  openOutput,
  partialPath,
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
  readonly inputOptions: ListInputOptions;
  readonly isRaw: boolean;
  /** Whether the output begins with a byte order mark; undefined as the list does. */
  readonly isMarked: boolean | undefined;
  /** Whether an existing file is replaced. */
  readonly replaces: boolean;
  readonly resumes: boolean;
  /** The data and the options that, besides the list, determine the results. */
  readonly dependsOn: readonly unknown[];
}

/** The results of a run. */
export interface ListOutcome {
  readonly rows: number;
  /** The number of rows that an earlier run wrote. */
  readonly resumed: number;
  readonly has_header: boolean;
  /** The number of numbers that a spreadsheet wrote with an exponent, so that their last digits are lost. */
  readonly lost_digits: number;
}

/**
 * Writes every row of a list once, in order and with its values unchanged, and adds its result.
 * @param onResult called with each result, in order
 */
export async function runList<Result extends object>(
  job: ListJob,
  work: ListWork<Result>,
  onResult: (result: Result) => void,
): Promise<ListOutcome> {
  mustBeFree(job.input, job.out, job.replaces);
  const input = await openList(job.input, job.inputOptions);
  const columns = findColumns(input.name, input.header, job.inputOptions.columns, roleOfSingle(input.headless));
  const { added, used } = work.prepare(columns, input.header);
  mustBeNew(input, input.form === 'json lines' ? [RESULT_FIELD] : added);
  process.stderr.write(`${work.name}  ${input.name}: ${[...input.guesses, used].join(', ')}\n`);
  const isMarked = hasByteOrderMark(job, input);
  const partial = partialPath(job.out, [job.dependsOn, job.isRaw, isMarked, columns, added]);
  const left =
    job.out === STANDARD
      ? 'standard output has a part of the rows'
      : `${quoteValue(partial)} has the rows so far; --resume continues it`;
  return await interruptible(
    `${work.name} ${quoteValue(input.name)}`,
    async (signal) => {
      const format = createRowFormat({ ...input, isMarked }, added, job.isRaw);
      await using output = await openOutput(job.out, partial, format, input.rows, job.resumes);
      // Excel reads text without a byte order mark in the encoding of its system.
      const hasNoMark = !isMarked && input.form !== 'json lines' && job.out !== STANDARD;
      let isMisread = false;
      const formatRow = (row: ListRow, result: Result): string => {
        onResult(result);
        const text = format.before(row) + format.after(work.cells(result), result);
        isMisread ||= hasNoMark && !isAscii(Buffer.from(text));
        return text;
      };
      const lost = new LostDigits();
      const rows = await writeRows(input, columns, work, output, formatRow, lost, signal);
      await output.finish();
      const notes = [...input.losses(), ...lost.notes()];
      if (isMisread)
        notes.push(
          `${quoteValue(job.out)} has no byte order mark, without which Excel misreads its letters: --bom writes one`,
        );
      for (const note of notes) process.stderr.write(`${work.name}  ${note}\n`);
      return {
        rows: rows + output.done,
        resumed: output.done,
        has_header: input.headless === undefined,
        lost_digits: lost.count,
      };
    },
    left,
  );
}

function hasByteOrderMark({ isMarked }: ListJob, input: ListInput): boolean {
  if (input.form === 'json lines' && isMarked === true)
    throw new InputError(
      `Cannot write the result of ${quoteValue(input.name)} with --bom: JSON has no byte order mark`,
    );
  return isMarked ?? input.isMarked;
}

/** Returns the role of a single column without a known heading, by its first row. */
function roleOfSingle(row: readonly string[] = []): Role {
  const [cell = ''] = row;
  if (isCompanyId(cell.trim())) return 'id';
  const digits = cell.replaceAll(/\P{Nd}/gu, '').length;
  return digits >= NUMBER_DIGITS_MIN && digits > cell.replaceAll(/\P{L}/gu, '').length ? 'number' : 'name';
}

/** Number of digits from which a text with fewer letters is a number, not a name. */
const NUMBER_DIGITS_MIN = 5;

/** The numbers whose last digits are lost. */
class LostDigits {
  count = 0;
  #first = '';

  add(numbers: readonly string[]): void {
    for (const number of numbers.filter(lostDigits)) if (this.count++ === 0) this.#first = number;
  }

  notes(): string[] {
    if (this.count === 0) return [];
    const numbers = this.count === 1 ? 'number has' : 'numbers have';
    return [
      `${this.count} ${numbers} lost digits in a spreadsheet, such as ${quoteValue(this.#first)}: it counts neither for nor against a company; format the column as text`,
    ];
  }
}

async function writeRows<Result extends object>(
  input: ListInput,
  columns: Columns,
  work: ListWork<Result>,
  output: ListOutput,
  formatRow: (row: ListRow, result: Result) => string,
  lost: LostDigits,
  signal: AbortSignal,
): Promise<number> {
  const progress = createProgress(work.name);
  const { rows: total, bytes } = input.size;
  const startBytes = output.done === 0 ? 0 : input.bytesRead();
  const run = (batch: readonly ListRow[]): Promise<readonly Result[]> => {
    const rows = batch.map((row) => readValues(row, columns, input.header));
    for (const { numbers } of rows) lost.add(numbers);
    return work.run(rows);
  };
  let written = 0;
  for await (const batch of inOrder(input.rows, run, work.batchesMax)) {
    signal.throwIfAborted();
    await output.write(batch.map(([row, result]) => formatRow(row, result)).join(''));
    written += batch.length;
    const note = counted(written + output.done, 'row');
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

function readValues(row: ListRow, columns: Columns, header: readonly string[]): RowValues {
  const cell = (at: number | undefined): string => {
    if (at === undefined) return '';
    if (!('value' in row)) return row[at] ?? '';
    const value = row.value[header[at] ?? ''];
    return typeof value === 'string' ? value : typeof value === 'number' ? numberText(value) : '';
  };
  return {
    id: cell(columns.id[0]).trim(),
    name: cell(columns.name[0]),
    country: cell(columns.country[0]),
    numbers: columns.number.map(cell),
  };
}

/** Returns a number of JSON as text: with an exponent if the double has not all its digits. */
function numberText(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
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
      if (all.length !== batch.length)
        throw new Error(`${counted(batch.length, 'row')} gave ${counted(all.length, 'result')}`);
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
