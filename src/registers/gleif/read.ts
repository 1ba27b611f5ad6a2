import type { CsvRow, ImportRun, Input, JsonRow, XmlRow } from '../../importer/index.ts';
import { foldNumber, type RegisterLine } from '../../model/index.ts';
import { LeiSet } from './lei.ts';
import { lineOf } from './line.ts';
import { readRecord, type LeiRecord } from './record.ts';
import { HeldRecords, type Held } from './successors.ts';
import { loadTables } from './tables.ts';

/** States of a code whose company goes on elsewhere, where a successor is named. */
const ENDED = new Set(['RETIRED', 'MERGED', 'DUPLICATE', 'ANNULLED']);

/** States of a code that was a mistake: its registry number, if any, is that of its successor. */
const MISTAKEN = new Set(['DUPLICATE', 'ANNULLED']);

/**
 * Turns LEI records into register lines, one per LEI: the inputs come newest first and the first record of an LEI
 * stands. Records with a successor come last, when all LEIs are known.
 */
export async function* read(
  inputs: readonly Input<CsvRow | JsonRow | XmlRow>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const { report } = run;
  const tables = loadTables();
  const seen = new LeiSet();
  const dropped = new LeiSet();
  const held = new HeldRecords(report);
  for (const input of inputs) {
    for await (const row of input.rows()) {
      const record = run.attempt(row, () => readRecord(row));
      if (record === undefined) continue;
      const lei = foldNumber(record.lei);
      if (!seen.add(lei)) {
        report.drop('a newer record has the same LEI', record.lei);
        continue;
      }
      if (record.category === 'SOLE_PROPRIETOR' && !run.soleTraders) {
        dropped.add(lei);
        report.drop('sole trader', record.lei);
        continue;
      }
      const line = run.line(row, () => lineOf(record, input.stamp?.date, tables, run));
      if (line === undefined) {
        dropped.add(lei);
        continue;
      }
      const fate = fateOf(record, line);
      if (fate === 'drop') {
        dropped.add(lei);
        report.drop(
          record.registrationStatus === 'CANCELLED' ? 'CANCELLED' : 'ANNULLED without a successor',
          record.lei,
        );
      } else if (fate === 'line') {
        if (record.successors.length > 0) report.note('successor named by a code still in force', record.lei);
        yield line;
      } else {
        held.hold(fate);
      }
    }
  }
  yield* held.lines((lei) => seen.has(lei) && !dropped.has(lei));
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
    succeeded: MISTAKEN.has(status) ? { ...line, identifiers: [{ scheme: 'lei', value: record.lei }] } : line,
    successors: record.successors.map((successor) => foldNumber(successor)),
  };
}
