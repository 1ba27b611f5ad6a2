import { held, joinByKey, runningOf, type ImportRun, type Input, type JsonRow } from '../../importer/index.ts';
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
    line: (group) =>
      runningOf(group.key, group.all('record'), run).flatMap(
        ({ record, value }) => run.line(record, () => value.line) ?? [],
      ),
  });
}

/** Refuses a full set with a missing part, which would look like a loss of companies. The number of parts is unknown. */
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
      `Cannot import sk-rpo: ${name(missing)} is missing before ${name(last)}; give all parts, or rename a single part`,
    );
  }
}
