import type { DataFacts, IndexMatchCounts, RegisterFacts } from '../model/index.ts';
import { counted } from '../model/index.ts';

/** Maximum rows of one index in the output; `inspect --json` shows all. */
const ROWS_MAX = 20;

/** A fall by more than this share is an alarm, because few LEIs lapse in a night. A fall by one line is never an alarm. */
const FALL_MAX = 0.01;

interface Row extends IndexMatchCounts {
  readonly country: string;
  readonly authority: string;
  /** Number of lines that met a company in the previous build; undefined if it had no such lines. */
  readonly before: number | undefined;
}

/**
 * Describes how many lines of each index met a company of a national register, by country and registration authority, compared with
 * the previous build. A fall is an alarm: the index or the register may have changed how it writes numbers.
 */
export function describeIndexMatches(now: DataFacts, before: DataFacts | undefined): string[] {
  const ids = Object.keys({ ...before?.registers, ...now.registers });
  return ids.flatMap((id) => formatMatches(id, toRows(now.registers?.[id], before?.registers?.[id])));
}

function formatMatches(id: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const met = rows.reduce((sum, row) => sum + row.met, 0);
  const lines = rows.reduce((sum, row) => sum + row.lines, 0);
  const shown = rows.toSorted((a, b) => b.lines - a.lines).slice(0, ROWS_MAX);
  const hidden = rows.length - shown.length;
  return [
    `${id}: ${met} of ${counted(lines, 'line')} met a company of a national register`,
    ...shown.map(({ country, authority, ...row }) => {
      const earlier = row.before === undefined ? '' : `, before ${row.before}`;
      return `  ${country} ${authority}  ${row.met} of ${row.lines}${earlier}`;
    }),
    ...(hidden === 0 ? [] : [`  and ${hidden} more, which "openfirma inspect --json" shows`]),
    ...rows.flatMap(({ country, authority, met: now, before = 0 }) => {
      if (before - now <= Math.max(1, before * FALL_MAX)) return [];
      return `warning: ${id} met ${counted(now, 'company')} in ${country} by numbers of ${authority}, before ${before}; see whether one side writes its numbers in another way`;
    }),
  ];
}

function toRows(now: RegisterFacts | undefined, before: RegisterFacts | undefined): Row[] {
  const countries = new Set([now, before].flatMap((facts) => Object.keys(facts?.met ?? {})));
  return [...countries].flatMap((country) => {
    const authorities = Object.keys({ ...before?.met?.[country], ...now?.met?.[country] });
    return authorities.map((authority) => {
      const { lines, met } = now?.met?.[country]?.[authority] ?? { lines: 0, met: 0 };
      return { country, authority, lines, met, before: before?.met?.[country]?.[authority]?.met };
    });
  });
}
