import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { renameSynced, systemReason } from '../../../src/files/index.ts';
import { InputError, cellText, quoteValue, withoutFormula } from '../../../src/model/index.ts';
import { STANDARD, type JsonRecord, type ListInput, type ListRow } from '../input/list-input.ts';

/** The output of the rows. A file that is disposed before `finish` stays incomplete; `--resume` continues it. */
export interface ListOutput extends AsyncDisposable {
  /** Number of complete rows that an earlier run wrote. */
  readonly done: number;
  write(text: string): Promise<void>;
  /** Renames the complete file to its final name. */
  finish(): Promise<void>;
}

const STANDARD_OUTPUT: ListOutput = {
  done: 0,
  async write(text) {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  },
  async finish() {},
  async [Symbol.asyncDispose]() {},
};

/**
 * Returns the path of the file of an unfinished run. The name contains a hash of everything that determines the rows, so that a run with
 * other data or options never continues the file.
 */
export function partialPath(out: string, dependsOn: readonly unknown[]): string {
  return `${out}.${hash('sha256', JSON.stringify(dependsOn)).slice(0, 8)}.part`;
}

/**
 * Opens the output: a file that is renamed to `out` when it is complete. With `resumes`, the rows of an earlier run are kept; each is
 * compared with the next row that is read from `rows`.
 * @throws {InputError} if the file cannot be written, or has rows of another list
 */
export async function openOutput(
  out: string,
  partial: string,
  format: RowFormat,
  rows: AsyncGenerator<ListRow>,
  resumes: boolean,
): Promise<ListOutput> {
  if (out === STANDARD) {
    await STANDARD_OUTPUT.write(format.start);
    return STANDARD_OUTPUT;
  }
  try {
    const kept = resumes && existsSync(partial) ? await completeRows(partial, format, rows) : undefined;
    if (kept === undefined) rmSync(partial, { force: true });
    else await truncate(partial, kept.bytes);
    const file = await open(partial, 'a');
    if (kept === undefined || kept.bytes === 0) await file.write(format.start);
    return {
      done: kept?.rows ?? 0,
      async write(text) {
        await file.appendFile(text).catch((error: unknown) => Promise.reject(writeError(out, error)));
      },
      async finish() {
        await file.sync();
        await file.close();
        renameSynced(partial, out);
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    throw writeError(out, error);
  }
}

/** Compares the complete rows of an earlier run with the input. Returns the number of these rows and of their bytes. */
async function completeRows(
  partial: string,
  format: RowFormat,
  rows: AsyncGenerator<ListRow>,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  let bytes = 0;
  let count = 0;
  const refuse = (what: string): InputError =>
    new InputError(`Cannot continue ${quoteValue(partial)}: ${what}; remove it, or run without --resume`);
  let isStart = format.start !== '';
  for await (const record of readRecords(createReadStream(partial), format.hasQuotes)) {
    const text = record.toString();
    if (isStart) {
      if (text !== format.start) throw refuse('its header is another one');
      isStart = false;
    } else {
      const next = await rows.next();
      if (next.done === true) throw refuse('it has more rows than the input');
      count++;
      if (!text.startsWith(format.before(next.value)))
        throw refuse(`its row ${count} is not row ${count} of the input`);
    }
    bytes += record.length;
  }
  return { rows: count, bytes };
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Yields the complete records of a file that this program wrote, with their line breaks. A last record without a line break is skipped.
 * @param hasQuotes whether line breaks between quotes belong to a cell
 */
async function* readRecords(chunks: AsyncIterable<Buffer>, hasQuotes: boolean): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let isQuoted = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) isQuoted = hasQuotes && !isQuoted;
      if (byte !== LINE_FEED || isQuoted) continue;
      yield Buffer.concat([...parts, chunk.subarray(start, at + 1)]);
      parts = [];
      start = at + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
}

/** @throws {InputError} if the output is the input, or would replace another file without `replaces` */
export function mustBeFree(input: string, out: string, replaces: boolean): void {
  if (out === STANDARD) return;
  const to = statSync(out, { throwIfNoEntry: false });
  if (to === undefined) return;
  const from = input === STANDARD ? undefined : statSync(input, { throwIfNoEntry: false });
  if (from?.ino === to.ino && from.dev === to.dev)
    throw new InputError(`Cannot write ${quoteValue(out)}: it is the input; --out names another file`);
  if (!replaces) throw new InputError(`Cannot write ${quoteValue(out)}: it exists; --force replaces it`);
}

function writeError(out: string, error: unknown): unknown {
  const reason = error instanceof InputError ? undefined : systemReason(error);
  return reason === undefined ? error : new InputError(`Cannot write ${quoteValue(out)}: ${reason}`, { cause: error });
}

/** The name of the field of JSON lines that holds the result of a row. */
export const RESULT_FIELD = 'openfirma';

/** The format of written rows: that of the input, or CSV for a workbook. */
interface RowFormat {
  /** The text before the first row; empty for JSON lines. */
  readonly start: string;
  readonly hasQuotes: boolean;
  /** Returns the text of a row before its result. A continued run recognises the row by this text. */
  before(row: ListRow): string;
  /** Returns the text of the result that is added to a row: the cells in a table, the object in JSON lines. */
  after(cells: readonly string[], result: object): string;
}

const JSON_LINES: RowFormat = {
  start: '',
  hasQuotes: false,
  before(row) {
    const { text, value } = row as JsonRecord;
    const isEmpty = Object.keys(value).length === 0;
    return `${text.slice(0, text.lastIndexOf('}')).trimEnd()}${isEmpty ? '' : ','}`;
  },
  after: (_, result) => `${JSON.stringify(RESULT_FIELD)}:${JSON.stringify(result)}}\n`,
};

/** @param isRaw whether cells that spreadsheets would run as formulas are written unchanged */
export function createRowFormat(input: ListInput, columns: readonly string[], isRaw: boolean): RowFormat {
  if (input.form === 'json lines') return JSON_LINES;
  const { header, separator = ',', lineBreak, isMarked } = input;
  const cells = (values: readonly string[]): string =>
    values.map((value) => cellText(isRaw ? value : withoutFormula(value), separator)).join(separator);
  const before = (values: readonly string[]): string => cells(values) + separator;
  return {
    start: `${isMarked ? '\uFEFF' : ''}${before(header)}${cells(columns)}${lineBreak}`,
    hasQuotes: true,
    before: (row) => before(row as readonly string[]),
    after: (result) => cells(result) + lineBreak,
  };
}
