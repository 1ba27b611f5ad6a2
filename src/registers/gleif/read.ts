import {
  inputsOfKind,
  isoDate,
  type ImportRun,
  type InputOfKinds,
  SOLE_TRADER,
  ordinary,
} from '../../importer/index.ts';
import { InputError, foldNumber, type RegisterLine } from '../../model/index.ts';
import { LISTED } from './codes.ts';
import type { KINDS } from './kinds.ts';
import { LeiSet } from './lei.ts';
import { lineOf } from './line.ts';
import { readRecord, recordOf, textOfRecord, type LeiRecord } from './record.ts';
import { HeldRecords, type Held } from './successors.ts';
import { GleifTables } from './tables.ts';

/** States of a code whose company goes on elsewhere, where a successor is named. */
const ENDED = new Set(['RETIRED', 'MERGED', 'DUPLICATE', 'ANNULLED']);

/** States of a code that was a mistake: its registry number, if any, is that of its successor. */
const MISTAKEN = new Set(['DUPLICATE', 'ANNULLED']);

/**
 * Turns LEI records into register lines, one per LEI, in the order of the LEIs: the record that changed last stands. Records
 * with a successor come last, when all LEIs are known.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const { report } = run;
  const files = inputsOfKind(inputs, 'records');
  if (files.length === 0)
    throw new InputError('Cannot import gleif: no input has LEI records; code lists alone make no line');
  const tables = await tablesWith(inputs, run);
  const joined = run.joined('records');
  for (const input of files) {
    for await (const row of input.rows()) {
      const record = run.attempt(row, () => readRecord(row));
      if (record !== undefined) joined.add(foldNumber(record.lei), 0, row, textOfRecord(record));
    }
  }
  const dates = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  const written = new LeiSet();
  const held = new HeldRecords(report);
  for (const { key: lei, records } of joined.groups()) {
    const { place, record } = newestOf(records.map((one) => ({ place: one, record: recordOf(one.text) })));
    for (let older = records.length - 1; older > 0; older--)
      report.drop(ordinary('a newer record has the same LEI'), record.lei);
    if (record.category === 'SOLE_PROPRIETOR' && !run.soleTraders) {
      report.drop(SOLE_TRADER, record.lei);
      continue;
    }
    const published = dates.get(place.input) ?? dayOf(record.fileDate);
    const line = run.line(place, () => lineOf(record, published, tables, run));
    if (line === undefined) continue;
    const fate = fateOf(record, line);
    if (fate === 'drop') {
      report.drop(record.registrationStatus === 'CANCELLED' ? 'CANCELLED' : 'ANNULLED without a successor', record.lei);
    } else if (fate === 'line') {
      if (record.successors.length > 0) report.note('successor named by a code still in force', record.lei);
      written.add(lei);
      yield line;
    } else {
      held.hold(fate);
    }
  }
  yield* held.lines((lei) => written.has(lei));
}

/** What ships, and the code lists among the inputs: of two, the one that was given first stands. */
async function tablesWith(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): Promise<GleifTables> {
  const tables = new GleifTables();
  for (const input of inputs.toReversed()) {
    if (input.kind === 'records') continue;
    for await (const row of input.rows()) {
      const isForm = input.kind === 'forms';
      const code = run.attempt(row, () => (isForm ? tables.addForm(row.value) : tables.addAuthority(row.value)));
      if (code !== undefined) run.report.note(LISTED, code);
    }
  }
  return tables;
}

/**
 * The record that changed last (LastUpdateDate). Where that does not tell, the first stands: records come in the order of
 * their files, newest first.
 */
function newestOf<T extends { readonly record: LeiRecord }>(records: readonly T[]): T {
  const [first, ...others] = records;
  if (first === undefined) throw new Error('a group has no record');
  return others.reduce((newest, one) => (timeOf(one.record) > timeOf(newest.record) ? one : newest), first);
}

function timeOf({ updated }: LeiRecord): number {
  const time = Date.parse(updated ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** The day of a time, in the zone of the publisher, as in the names of the files. */
function dayOf(time: string | undefined): string | undefined {
  return isoDate(time, /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?=T|$)/);
}

/**
 * What a record becomes. RETIRED counts like MERGED where a successor is named, because format 3.1 files merged
 * companies under it. A merged company keeps its own registry number: it is not its successor's, and by it the national
 * register's line of the ended company becomes part of the redirect.
 */
function fateOf(record: LeiRecord, line: RegisterLine): 'line' | 'drop' | Held {
  const status = record.registrationStatus ?? '';
  if (status === 'CANCELLED') return 'drop';
  if (!ENDED.has(status)) return 'line';
  if (record.successors.length === 0) return status === 'ANNULLED' ? 'drop' : 'line';
  return {
    lei: record.lei,
    ordinary: status === 'ANNULLED' ? undefined : line,
    succeeded: MISTAKEN.has(status) ? withoutNumber(line, record.lei) : line,
    successors: record.successors.map((successor) => foldNumber(successor)),
  };
}

/** A line whose number is its successor's: it has the LEI alone. */
function withoutNumber(line: RegisterLine, lei: string): RegisterLine {
  const alone = { ...line, identifiers: [{ scheme: 'lei' as const, value: lei }] };
  delete alone.number_forms;
  return alone;
}
