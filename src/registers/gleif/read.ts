import {
  SOLE_TRADER,
  held,
  isoDate,
  joinByKey,
  ordinary,
  type Group,
  type ImportRun,
  type InputOfKinds,
} from '../../importer/index.ts';
import { InputError, foldNumber, type RegisterLine } from '../../model/index.ts';
import type { KINDS } from './kinds.ts';
import { lineOf } from './line.ts';
import { readRecord, type LeiRecord } from './record.ts';
import { HeldRecords, type Held } from './successors.ts';
import { GleifTables } from './tables.ts';

/** States of a code whose company goes on elsewhere, where a successor is named. */
const ENDED = new Set(['RETIRED', 'MERGED', 'DUPLICATE', 'ANNULLED']);

/** States of a code that was a mistake: its registry number, if any, is that of its successor. */
const MISTAKEN = new Set(['DUPLICATE', 'ANNULLED']);

/** More successors than this are named by no file: of 3.4 million published records about 27,000 name one. */
const NAMED_MAX = 1_000_000;

const JOINED = { record: held<LeiRecord>() };

/**
 * Turns LEI records into register lines, one per LEI, in the order of the LEIs: the record that changed last stands. Records
 * with a successor come last, when it is known which successors have a line.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const tables = await tablesWith(inputs, run);
  const named = new Set<string>();
  const written = new Set<string>();
  const succeeded = new HeldRecords(run.report);
  yield* joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { records: 'no input has LEI records; code lists alone make no line' },
    rows: {
      records(row, hold) {
        const record = readRecord(row);
        for (const successor of record.successors) named.add(foldNumber(successor));
        if (named.size > NAMED_MAX) throw new InputError(`Cannot import: more than ${NAMED_MAX} successors are named`);
        hold('record', foldNumber(record.lei), record);
      },
    },
    line(group) {
      const { place, record, published } = newestOf(group, run);
      if (record.category === 'SOLE_PROPRIETOR' && !run.soleTraders) {
        run.report.drop(SOLE_TRADER, record.lei);
        return undefined;
      }
      const line = run.line(place, () => lineOf(record, published ?? dayOf(record.fileDate), tables, run));
      const fate = line === undefined ? undefined : fateOf(record, line, run);
      if (fate === 'line' && named.has(group.key)) written.add(group.key);
      if (typeof fate === 'object') succeeded.hold(fate);
      return fate === 'line' ? line : undefined;
    },
  });
  yield* succeeded.lines((lei) => written.has(lei));
}

/** What ships, and the code lists among the inputs: of two, the one that was given first stands. */
async function tablesWith(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): Promise<GleifTables> {
  const tables = new GleifTables();
  for (const input of inputs.toReversed()) {
    if (input.kind === 'records') continue;
    for await (const row of input.rows()) {
      const isForm = input.kind === 'forms';
      const code = run.attempt(row, () => (isForm ? tables.addForm(row.value) : tables.addAuthority(row.value)));
      if (code !== undefined) run.report.note(ordinary('lists: entry of a code list, taken'), code);
    }
  }
  return tables;
}

/** The record that changed last (LastUpdateDate). Where that does not tell, the one in the newest file stands. */
function newestOf(group: Group<typeof JOINED>, run: ImportRun) {
  const all = group.all('record').map((place) => ({ place, published: place.published, record: place.value }));
  const [newest, ...older] = all.toSorted((a, b) => timeOf(b.record) - timeOf(a.record));
  if (newest === undefined) throw new Error('a group has no record');
  for (const _ of older) run.report.drop(ordinary('a newer record has the same LEI'), newest.record.lei);
  return newest;
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
 * What a record becomes; undefined where it is dropped. RETIRED counts like MERGED where a successor is named, because format 3.1 files
 * merged companies under it. A merged company keeps its own registry number: it is not its successor's, and by it the national
 * register's line of the ended company becomes part of the redirect.
 */
function fateOf(record: LeiRecord, line: RegisterLine, { report }: ImportRun): 'line' | Held | undefined {
  const { lei, successors, registrationStatus: status = '' } = record;
  if (status === 'CANCELLED' || (status === 'ANNULLED' && successors.length === 0)) {
    report.drop(ordinary(status === 'CANCELLED' ? 'CANCELLED' : 'ANNULLED without a successor'), lei);
    return undefined;
  }
  if (!ENDED.has(status) || successors.length === 0) {
    if (successors.length > 0) report.note('successor named by a code still in force', lei);
    return 'line';
  }
  return {
    lei,
    ordinary: status === 'ANNULLED' ? undefined : line,
    succeeded: MISTAKEN.has(status) ? withoutNumber(line, lei) : line,
    successors: successors.map((successor) => foldNumber(successor)),
  };
}

/** A line whose number is its successor's: it has the LEI alone. */
function withoutNumber(line: RegisterLine, lei: string): RegisterLine {
  const alone = { ...line, identifiers: [{ scheme: 'lei' as const, value: lei }] };
  delete alone.number_forms;
  return alone;
}
