import { cellOf, type CsvRow, type ImportRun, type InputOfKinds, type JoinedGroup } from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import type { KINDS } from './columns.ts';
import { lineOf, whyLeftOut, type Unit } from './company.ts';
import { JOINED, heldIn, heldOf, type HeldRow, type JoinedKind } from './held-row.ts';

/** The files without which there are no companies, no names of theirs, or sole traders among them. */
const NEEDED: readonly [kind: JoinedKind, entity: string][] = [
  ['companies', 'Virksomhed'],
  ['names', 'Navn'],
  ['forms', 'Virksomhedsform'],
];

/** Turns companies into register lines, in the order of their units. All other files join them by the number of the unit. */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const joined = run.joined('units');
  const found = new Set<JoinedKind>();
  for (const input of inputs) {
    if (input.kind === 'units') {
      await input.passOver('production units are places of work, and no part of a line');
      continue;
    }
    for await (const row of input.rows()) {
      const kind = kindOf(input.kind, row);
      found.add(kind);
      const unit = cellOf(row, kind === 'companies' ? 'id' : 'CVREnhedsId');
      const held = heldOf(kind, row);
      if (unit === undefined || held.value === '')
        run.report.drop(`${kind}: without a value`, unit ?? String(row.record));
      else if (!isInForce(kind, row)) run.report.drop(`${kind}: superseded row`, unit);
      else joined.add(unit, JOINED.indexOf(kind), row, JSON.stringify(held));
    }
  }
  const missing = NEEDED.find(([kind]) => !found.has(kind));
  if (missing !== undefined) {
    throw new InputError(
      `Cannot import dk-cvr: no input is a file of ${missing[1]}; Virksomhed, Navn and Virksomhedsform are needed`,
    );
  }
  const dates = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, dates, run);
    if (line !== undefined) yield line;
  }
}

/** Activities have six digits, forms three at most: so they are told apart, should forms get a `sekvens` one day. */
function kindOf(kind: JoinedKind, row: CsvRow): JoinedKind {
  return kind === 'activities' && /^\d{1,3}$/.test(cellOf(row, 'vaerdi') ?? '') ? 'forms' : kind;
}

/** A "current" file has superseded rows too. Of names, those that were right until some day are kept: former names. */
function isInForce(kind: JoinedKind, row: CsvRow): boolean {
  if (cellOf(row, 'registreringTil') !== undefined) return false;
  return kind === 'names' || cellOf(row, 'virkningTil') === undefined;
}

function lineOfGroup(
  { key: id, records }: JoinedGroup,
  dates: ReadonlyMap<string, string | undefined>,
  run: ImportRun,
): RegisterLine | undefined {
  const { report } = run;
  // Files come newest first, and companies first in a group.
  const [record] = records;
  if (record === undefined || JOINED[record.kind] !== 'companies') {
    for (const { kind } of records) report.drop(`${JOINED[kind]}: of a unit that is no company here`, id);
    return undefined;
  }
  const rows: Record<JoinedKind, HeldRow[]> = { companies: [], names: [], forms: [], activities: [], addresses: [] };
  for (const one of records) rows[JOINED[one.kind] ?? 'companies'].push(heldIn(one));
  const { companies, ...others } = rows;
  for (const _ of companies.slice(1)) report.drop('companies: a newer record has the same unit', id);
  const unit: Unit = { company: heldIn(record), ...others };
  const leftOut = whyLeftOut(unit, run);
  if (leftOut !== undefined) {
    report.drop(leftOut, unit.company.value);
    return undefined;
  }
  return run.line(record, () => lineOf(unit, dates.get(record.input), run));
}
