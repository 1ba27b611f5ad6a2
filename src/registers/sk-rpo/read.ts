import {
  held,
  joinByKey,
  ordinary,
  type Group,
  type HeldRecord,
  type ImportRun,
  type Input,
  type JsonRow,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';

const JOINED = { record: held<Company>() };

/** Turns records into register lines, one for each id of the register, in the order of the numbers. */
export async function* read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  refuseMissingParts(inputs);
  yield* joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold, { stamp }) {
      const company = companyOf(row, stamp?.date, run);
      if (company !== undefined) hold('record', company.number ?? `id ${company.id}`, company);
    },
    line: (group) => linesOf(group, run),
  });
}

/**
 * The lines of the records with one number. Of one id, the record that was changed last stands, and of those the one in the newest file;
 * an ended record gives way to one that continues.
 */
function* linesOf(group: Group<typeof JOINED>, run: ImportRun): Generator<RegisterLine> {
  const newest = new Map<string, { readonly company: Company; readonly record: HeldRecord }>();
  for (const record of group.all('record')) {
    const company = record.value;
    const known = newest.get(company.id);
    if (known !== undefined) run.report.drop(ordinary('a newer record has the same id'), company.id);
    if (known === undefined || company.changed > known.company.changed) newest.set(company.id, { company, record });
  }
  const all = [...newest.values()];
  const continuing = all.filter(({ company }) => !company.hasEnded);
  const kept = continuing.length === 0 ? all : continuing;
  for (const _ of all.slice(kept.length)) {
    run.report.drop(ordinary('ended, and a record that goes on has the same number'), group.key);
  }
  if (kept.length > 1) run.report.note('number that several records have', group.key);
  for (const { company, record } of kept) {
    const line = run.line(record, () => company.line);
    if (line !== undefined) yield line;
  }
}

/** A full set without one of its parts would look like a country that lost companies. Its last part is not known. */
function refuseMissingParts(inputs: readonly Input[]): void {
  const sets = new Map<string, Set<number>>();
  for (const { ownName } of inputs) {
    const { set, part } = /^(?<set>init_\d{4}-\d{2}-\d{2})_(?<part>\d{3})\./.exec(ownName)?.groups ?? {};
    if (set === undefined) continue;
    sets.set(set, (sets.get(set) ?? new Set()).add(Number(part)));
  }
  for (const [set, parts] of sets) {
    const last = Math.max(...parts);
    const missing = Array.from({ length: last }, (_, i) => i + 1).find((part) => !parts.has(part));
    if (missing === undefined) continue;
    const name = (part: number): string => `${set}_${String(part).padStart(3, '0')}`;
    throw new InputError(
      `Cannot import sk-rpo: ${name(missing)} is missing before ${name(last)}; give all parts, or one alone under another name`,
    );
  }
}
