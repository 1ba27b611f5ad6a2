import {
  Successions,
  held,
  inputsOfKind,
  isoDate,
  joinByKey,
  ordinary,
  type ImportRun,
  type InputOfKinds,
  type Succession,
} from '../../importer/index.ts';
import { COUNTRIES, COUNTRY_CODE_PATTERN, foldNumber, type RegisterLine } from '../../model/index.ts';
import type { KINDS } from './kinds.ts';
import { buildLine } from './line.ts';
import { readRecord, type LeiRecord } from './record.ts';
import { GleifTables } from './tables.ts';

/** States of an LEI whose company continues under another LEI, if a successor is named. */
const ENDED = new Set(['RETIRED', 'MERGED', 'DUPLICATE', 'ANNULLED']);

/** States of an LEI that was a mistake: its registry number, if any, belongs to its successor. */
const MISTAKEN = new Set(['DUPLICATE', 'ANNULLED']);

/** The date of a timestamp in the publisher's time zone, not in UTC; file names use the same zone. */
const DAY = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?=T|$)/;

/** Returns the time of a record's last change; 0 if it has no valid time. */
const timeOf = ({ updated = '' }: LeiRecord): number => Date.parse(updated) || 0;

const CODE = new RegExp(COUNTRY_CODE_PATTERN);
const NEW_PERSON_FORM = 'lists: new legal form that may be of one person, so its companies get no address and no day';

const ELSEWHERE = ordinary('registered and seated outside of the 35 countries');

/** Whether a company is registered, or has its head office, in one of the 35 countries; also if the record has neither country. */
function isOfScope({ jurisdiction, country }: LeiRecord): boolean {
  const places = [jurisdiction?.slice(0, 2), country].filter((place) => place !== undefined);
  // A text that is not a code is rejected with its line.
  return places.length === 0 || places.some((place) => COUNTRIES.has(place) || !CODE.test(place));
}

const JOINED = { record: held<LeiRecord>() };

/**
 * Turns LEI records into register lines, one per LEI, in the order of the LEIs, from the record that changed last. Records with a successor
 * come last, because they depend on which successors have a line.
 */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const tables = new GleifTables();
  const taken = (code: string): void => run.report.note(ordinary('lists: entry of a code list, taken'), code);
  // The newest list is read last: its entries replace those of older lists.
  const lists = inputs.filter(({ kind }) => kind !== 'records').toReversed();
  const successions = new Successions(run.report, { scheme: 'lei' });
  yield* joinByKey([...lists, ...inputsOfKind(inputs, 'records')], run, {
    kinds: JOINED,
    needed: { records: 'no input has LEI records; code lists have no companies' },
    rows: {
      authorities: (row) => taken(tables.addAuthority(row.value)),
      forms(row) {
        const code = tables.addForm(row.value);
        taken(code);
        if (tables.newPersonForms.has(code)) run.report.note(NEW_PERSON_FORM, code);
      },
      records(row, hold) {
        const record = readRecord(row);
        if (run.world || isOfScope(record))
          for (const successor of record.successors) successions.name(foldNumber(successor));
        hold('record', foldNumber(record.lei), record);
      },
    },
    line(group) {
      const newest = group.latest('record', timeOf, ordinary('a newer record has the same LEI'));
      if (newest === undefined) return undefined;
      const { value: record, published } = newest;
      // A company abroad that continues one of the 35 countries is kept, so that the id of the latter leads somewhere.
      if (!run.world && !isOfScope(record) && !successions.isNamed(group.key))
        return run.report.drop(ELSEWHERE, record.lei);
      if (record.category === 'SOLE_PROPRIETOR' && run.dropsSoleTrader(record.lei)) return undefined;
      const line = run.line(newest, () => buildLine(record, published ?? isoDate(record.fileDate, DAY), tables, run));
      const fate = line === undefined ? undefined : decideFate(record, line, run);
      if (fate === 'line') successions.written(group.key);
      else if (fate !== undefined) successions.hold(group.key, fate);
      return fate === 'line' ? line : undefined;
    },
  });
  yield* successions.lines();
}

/**
 * Returns the fate of a record; undefined if it is dropped. RETIRED counts like MERGED if a successor is named, because files of format 3.1
 * list merged companies as RETIRED. A merged company keeps its own registry number: the number is not its successor's, and it joins the
 * national register's line of the ended company to the redirect.
 */
function decideFate(record: LeiRecord, line: RegisterLine, { report }: ImportRun): 'line' | Succession | undefined {
  const { lei, successors, registrationStatus: status = '' } = record;
  if (status === 'CANCELLED' || (status === 'ANNULLED' && successors.length === 0))
    return report.drop(ordinary(status === 'CANCELLED' ? 'CANCELLED' : 'ANNULLED without a successor'), lei);
  if (!ENDED.has(status) || successors.length === 0) {
    if (successors.length > 0) report.note('successor named by a code still in force', lei);
    return 'line';
  }
  return {
    ordinary: status === 'ANNULLED' ? undefined : line,
    succeeded: MISTAKEN.has(status) ? withoutNumber(line, lei) : line,
    successors: successors.map((successor) => foldNumber(successor)),
    isSplit: successors.length > 1,
  };
}

/** Returns the line of a record whose registry number belongs to its successor: only the LEI is left. */
function withoutNumber(line: RegisterLine, lei: string): RegisterLine {
  const own = { ...line, identifiers: [{ scheme: 'lei' as const, value: lei }] };
  delete own.number_forms;
  return own;
}
