import type { Register, ReportJson } from '../importer/index.ts';

const SHOWN_MAX = 10;

/** Says how lines without a date get one: by the option, or by names in which the register finds a day. */
export function datingAdvice({ stamp }: Pick<Register['files'], 'stamp'>): string {
  const option = 'import with --published YYYY-MM-DD';
  if (stamp === undefined) return option;
  return stamp.test('2026-11-20')
    ? `${option}, or put the day into the name of each file`
    : `${option}, or give each file the name that its publisher gives it, with the day`;
}

/**
 * Returns the summary of a report, one line per fact: alarms first, ordinary counts last.
 * @param output the file with the lines. The report is beside it, except for standard output.
 * @param undated how the lines would get a date; undefined if they have one
 */
export function formatSummary(report: ReportJson, output: string, undated?: string): string {
  const lines = report.inputs.flatMap((input) => formatFacts(input));
  const rest = output === '-' ? 'more' : `more in ${output}.report.json`;
  const inputs = report.inputs.filter((input) => input.published === undefined && input.passed_over === undefined);
  if (undated !== undefined && inputs.length > 0) {
    const names = inputs.slice(0, SHOWN_MAX).map(({ name }) => name);
    if (inputs.length > SHOWN_MAX) names.push(`${inputs.length - SHOWN_MAX} ${rest}`);
    lines.push(`no date: ${names.join(', ')}: the age of these data stays unknown; ${undated}`);
  }
  const table = (title: string, entries: readonly [key: string, count: number][]): void => {
    if (entries.length === 0) return;
    const shown = entries.slice(0, SHOWN_MAX).map(([key, count]) => `${key} ${count}`);
    if (entries.length > SHOWN_MAX) shown.push(`${entries.length - SHOWN_MAX} ${rest}`);
    lines.push(`${title}: ${shown.join(', ')}`);
  };
  const ordinary = new Set(report.ordinary);
  const isOrdinary = ([reason]: readonly [string, number]): boolean => ordinary.has(reason);
  const isNotable = (entry: readonly [string, number]): boolean => !isOrdinary(entry);
  const [dropped, noted] = [toCounts(report.dropped), toCounts(report.noted)];
  table('dropped', dropped.filter(isNotable));
  table('noted', noted.filter(isNotable));
  for (const [list, counts] of Object.entries(report.unknown_codes)) {
    table(`unknown ${/, (left out|replaced)$/.test(list) ? list : `${list}, kept`}`, Object.entries(counts));
  }
  table('unknown fields', Object.entries(report.leftover_fields));
  const { rejects, records_rejected: rejected } = report;
  for (const { input, record, field, reason } of rejects.slice(0, SHOWN_MAX)) {
    lines.push(`rejected: ${input}: record ${record}: ${field} ${reason}`);
  }
  if (rejected > SHOWN_MAX) lines.push(`rejected: ${rejected - SHOWN_MAX} ${rest}`);
  if (report.input === 'part') table('last lines', Object.entries(report.last_lines ?? {}));
  table('ordinary', [...dropped, ...noted].filter(isOrdinary));
  return lines.map((line) => `  ${line}\n`).join('');
}

function formatFacts(input: ReportJson['inputs'][number]): string[] {
  const { name, proven_whole, passed_over, control_characters_removed, last_row_without_line_break } = input;
  const removed =
    control_characters_removed === undefined
      ? []
      : [`control characters removed: ${name}: ${control_characters_removed}`];
  // If a skipped file is cut, nothing is lost.
  if (passed_over !== undefined) return removed;
  if (last_row_without_line_break === true) {
    const end = proven_whole
      ? `no line break behind the last row: ${name}: the file is proven whole`
      : `may be cut: ${name}: no line break behind the last row, which has every column, but perhaps not its end`;
    return [...removed, end];
  }
  if (proven_whole) return removed;
  const instead = 'import the compressed file that the publisher offers, or use "openfirma fetch"';
  return [`may be cut: ${name}: a plain file of rows has no end mark; ${instead}`, ...removed];
}

function toCounts(counted: Readonly<Record<string, { readonly count: number }>>): [key: string, count: number][] {
  return Object.entries(counted).map(([key, { count }]) => [key, count]);
}
