import { FactsReader, dayText, type CompanyFacts, type Day } from './company-facts.ts';
import { ADDRESS_BYTES, KIND, type LineIndex } from './line-index.ts';
import type { LineIndexWriter } from './line-index-writer.ts';
import { NEW, inputOf, type OldLines } from './old-lines.ts';

type Days = readonly (string | undefined)[];

/** A plain company of the previous snapshot, as the line index has it. */
export interface PlainCompany {
  readonly rank: number;
  readonly facts: CompanyFacts;
  /** The facts as the index has them. */
  readonly bytes: Buffer;
  readonly address: Buffer;
}

const NONE = Buffer.alloc(0);

/** Yields the plain companies of a line index in name order. */
export function* plainCompanies(index: LineIndex): Generator<PlainCompany, void, undefined> {
  const reader = new FactsReader(index.facts, index.texts);
  let addresses = 0;
  for (let rank = 0; rank < index.companies; rank++) {
    const kind = reader.kind();
    if (kind === KIND.notPlain) continue;
    const start = reader.at;
    const facts = reader.next();
    const bytes = index.facts.subarray(start, reader.at);
    const address =
      kind === KIND.withAddress ? index.addresses.subarray(addresses, (addresses += ADDRESS_BYTES)) : NONE;
    yield { rank, facts, bytes, address };
  }
}

/**
 * Returns for each company of the previous snapshot whether its lines are all there, so that it stays as it is: 1 or 0. The day of a line is as
 * before, or that of its register now. Where a company has several lines, their merge depends on the order of their inputs and days: these
 * must relate to each other as before. Lines of one input and day are in the order of their texts, which have the day, so it must stay.
 */
export function keptByLines(
  index: LineIndex,
  old: OldLines,
  days: { readonly before: Days; readonly now: Days },
  now: Pick<LineIndexWriter, 'inputs' | 'isTaken' | 'hasDay'>,
): Uint8Array {
  const { starts, lines } = linesByCompany(index);
  const kept = new Uint8Array(index.companies);
  const hasItsDay = (line: number, day: Day): boolean =>
    now.isTaken(line) ? dayText(day, days.before) === dayText(day, days.now) : now.hasDay(line, dayText(day, days.now));
  for (const { rank, facts } of plainCompanies(index)) {
    const own: number[] = [];
    for (let at = starts[rank] ?? 0; at < (starts[rank + 1] ?? 0); at++) own.push(lines[at] ?? 0);
    const present = own.map((line) => old.newLine(line));
    if (own.length !== facts.lines.length || present.includes(NEW)) continue;
    if (!facts.lines.every(({ day }, i) => hasItsDay(present[i] ?? 0, day))) continue;
    const isAlike = (a: number, b: number): boolean => {
      const [dayA, dayB] = [facts.lines[a]?.day, facts.lines[b]?.day];
      const inputs = compare(old.inputOf(own[a] ?? 0), old.inputOf(own[b] ?? 0));
      const order = compareDays(dayA, dayB, days.before);
      return (
        (present[a] ?? 0) < (present[b] ?? 0) &&
        inputs === compare(inputOf(now.inputs, present[a] ?? 0), inputOf(now.inputs, present[b] ?? 0)) &&
        order === compareDays(dayA, dayB, days.now) &&
        (inputs !== 0 || order !== 0 || dayText(dayA, days.before) === dayText(dayA, days.now))
      );
    };
    kept[rank] = facts.lines.every((_, b) => facts.lines.slice(0, b).every((__, a) => isAlike(a, b))) ? 1 : 0;
  }
  return kept;
}

/** Returns the lines of all plain companies, those of the first company first, and where those of each begin. */
function linesByCompany({ ranks, companies }: LineIndex): {
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
} {
  const starts = new Uint32Array(companies + 1);
  for (const rank of ranks) if (rank < companies) starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  for (let rank = 0; rank < companies; rank++) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
  const next = starts.slice();
  const lines = new Uint32Array(starts[companies] ?? 0);
  for (const [line, rank] of ranks.entries()) {
    if (rank >= companies) continue;
    lines[next[rank] ?? 0] = line;
    next[rank] = (next[rank] ?? 0) + 1;
  }
  return { starts, lines };
}

function compareDays(a: Day, b: Day, days: Days): number {
  return compare(dayText(a, days) ?? '', dayText(b, days) ?? '');
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}
