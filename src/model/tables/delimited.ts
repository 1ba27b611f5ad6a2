/**
 * Tables as text (CSV): the separator of a table, and cells that a spreadsheet reads as texts. Pure and without imports, so that the
 * site has the same rules in browsers.
 */

/** The separators that {@linkcode separatorOf} can detect. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Maximum number of records that {@linkcode separatorOf} reads. */
const GUESSED_RECORDS_MAX = 50;

/**
 * Guesses the separator of a table from its first records: the most frequent separator among those that occur equally often in each record;
 * otherwise the most frequent one in the header. Undefined for a single column.
 */
export function separatorOf(head: string): string | undefined {
  const counts = separatorCounts(head);
  const [header] = counts;
  if (header === undefined) return undefined;
  const consistent = SEPARATORS.map((_, i) => (counts.every((count) => count[i] === header[i]) ? (header[i] ?? 0) : 0));
  const best = Math.max(...consistent) > 0 ? consistent : header;
  const most = Math.max(...best);
  return most === 0 ? undefined : SEPARATORS[best.indexOf(most)];
}

/**
 * Counts each separator outside of quotes, by record. A last record without a line break may be cut off: it counts only if it is the only
 * one.
 */
function separatorCounts(head: string): number[][] {
  const counts: number[][] = [];
  let count = SEPARATORS.map(() => 0);
  let isQuoted = false;
  let isEmpty = true;
  for (const char of head) {
    if (char === '"') isQuoted = !isQuoted;
    if (char === '\n' && !isQuoted) {
      if (!isEmpty) counts.push(count);
      if (counts.length === GUESSED_RECORDS_MAX) return counts;
      count = SEPARATORS.map(() => 0);
      isEmpty = true;
      continue;
    }
    if (char !== '\r') isEmpty = false;
    const at = isQuoted ? -1 : SEPARATORS.indexOf(char as ',');
    if (at !== -1) count[at] = (count[at] ?? 0) + 1;
  }
  if (counts.length === 0 && !isEmpty) counts.push(count);
  return counts;
}

/** Whether quotes in the first records are part of cells and not around them (RFC 4180), so that each line is a record. */
export function hasPlainQuotes(head: string, separator: string | undefined): boolean {
  let isQuoted = false;
  let isStart = true;
  for (let i = 0; i < head.length; i++) {
    const char = head[i] ?? '';
    if (isQuoted) {
      if (char !== '"') continue;
      if (head[i + 1] === '"') i++;
      else isQuoted = false;
      const next = head[i + 1];
      if (!isQuoted && next !== undefined && next !== separator && next !== '\n' && next !== '\r') return true;
      continue;
    }
    if (char === '"' && !isStart) return true;
    if (char === '"') isQuoted = true;
    isStart = char === separator || char === '\n';
  }
  return false;
}

/** Writes a cell as text of a table (RFC 4180). */
export function cellText(value: string, separator: string): string {
  return value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A number, which a spreadsheet may calculate with. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;
/** The beginning of a formula, also with the wide characters of East Asian keyboards, or of a cell that loses its first character. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/;
/**
 * The beginning of a formula after a separator: a spreadsheet that expects another separator ignores the quotes and begins a cell there.
 */
const INNER_FORMULA = /([,;|\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

/**
 * Returns a cell that no spreadsheet runs: an apostrophe before each formula makes it a text. Other values, including numbers, are
 * unchanged.
 */
export function withoutFormula(value: string): string {
  if (NUMBER.test(value)) return value;
  const inert = value.replaceAll(INNER_FORMULA, "$1'");
  return FORMULA.test(inert) ? `'${inert}` : inert;
}
