import type { RegisterLine } from '../../model/index.ts';
import type { RankedLine } from './merge-lines.ts';

/**
 * Removes lines that add to a register (`adds_to`) from which the company has no line: a register of officers creates no company, and
 * adds nothing to a company that only an index lists.
 */
export function withoutStrays(lines: readonly RankedLine[]): readonly RankedLine[] {
  if (lines.every(({ line }) => line.adds_to === undefined)) return lines;
  const registers = new Set(lines.flatMap(({ line }) => (line.adds_to === undefined ? [line.register] : [])));
  return lines.filter(({ line }) => line.adds_to === undefined || registers.has(line.adds_to));
}

/** The lines of a company that count, and the numbers of the lines that a newer line replaces. */
interface Newest {
  readonly lines: readonly RankedLine[];
  readonly superseded: readonly number[];
}

/**
 * Of the lines of one register about one company, only the lines of the newest `as_of_date` count. An older line supplies no value, not
 * even a value that the newer line lacks. All lines of a register rank like its first input, so the order of its inputs does not matter.
 * A restricted line always counts: only a decision lifts a restriction. Lines without a register are not compared.
 */
export function newestOfEachRegister(lines: readonly RankedLine[]): Newest {
  if (lines.length === 1) return { lines, superseded: [] };
  const registers = Map.groupBy(lines, ({ line }) => line.register);
  if (registers.size === lines.length) return { lines, superseded: [] };
  const standing: RankedLine[] = [];
  const superseded: number[] = [];
  for (const [register, own] of registers) {
    if (register === undefined || own.length === 1) {
      standing.push(...own);
      continue;
    }
    const input = Math.min(...own.map((one) => one.input));
    for (const series of groupSeries(own)) {
      const newest = series.reduce((date, { line }) => (dateOf(line) > date ? dateOf(line) : date), '');
      for (const one of series) {
        if (dateOf(one.line) === newest || one.line.lifecycle?.status === 'restricted')
          standing.push({ ...one, input });
        else superseded.push(one.number);
      }
    }
  }
  return { lines: standing, superseded };
}

/** A line without a date is older than any other. */
function dateOf({ as_of_date: date = '' }: RegisterLine): string {
  return date;
}

/**
 * Divides the lines of a register by record, because a decision may join several records to one company: by key, or by LEI for lines of
 * an index, which have no key.
 */
function groupSeries(own: readonly RankedLine[]): Iterable<readonly RankedLine[]> {
  const keys = new Set(own.flatMap(({ line }) => line.key ?? []));
  if (keys.size > 1) return Map.groupBy(own, ({ line }) => line.key).values();
  return Map.groupBy(own, ({ line: { index, identifiers = [] } }) =>
    index === true ? identifiers.find(({ scheme }) => scheme === 'lei')?.value : undefined,
  ).values();
}
