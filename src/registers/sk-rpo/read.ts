import {
  type ImportRun,
  type Input,
  type JoinedGroup,
  type JoinedRecord,
  type JsonRow,
  ordinary,
} from '../../importer/index.ts';
import { InputError, type RegisterLine } from '../../model/index.ts';
import { companyOf, type Company } from './company.ts';

/**
 * Turns records into register lines, one for each id of the register, in the order of the numbers. The newest record of an
 * id stands: the one that was changed last, and of those the one in the newest file.
 */
export async function* read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  refuseMissingParts(inputs);
  const joined = run.joined('records');
  for (const input of inputs) {
    for await (const row of input.rows()) {
      run.attempt(row, () => {
        const company = companyOf(row, input.stamp?.date, run);
        if (company !== undefined) joined.add(company.number ?? `id ${company.id}`, 0, row, JSON.stringify(company));
      });
    }
  }
  for (const group of joined.groups()) yield* linesOf(group, run);
}

/** The lines of the records with one number. An ended record gives way to one that goes on. */
function* linesOf({ key, records }: JoinedGroup, run: ImportRun): Generator<RegisterLine> {
  const newest = new Map<string, { company: Company; record: JoinedRecord }>();
  for (const record of records) {
    const company = JSON.parse(record.text) as Company;
    const known = newest.get(company.id);
    if (known !== undefined) run.report.drop(ordinary('a newer record has the same id'), company.id);
    if (known === undefined || company.changed > known.company.changed) newest.set(company.id, { company, record });
  }
  const all = [...newest.values()];
  const goOn = all.filter(({ company }) => !company.hasEnded);
  const kept = goOn.length === 0 ? all : goOn;
  for (const { company } of all) {
    if (goOn.length > 0 && company.hasEnded)
      run.report.drop('ended, and a record that goes on has the same number', key);
  }
  if (kept.length > 1) run.report.note('number that several records have', key);
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
