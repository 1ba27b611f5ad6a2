/**
 * Tables as text (CSV): the separator of a table, and cells that a spreadsheet reads as texts. Pure and without imports, so that the
 * site has the same rules in browsers.
 */

/** The separators that are guessed. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The records that a guess reads. */
const GUESSED_RECORDS_MAX = 50;

/**
 * Guesses the separator of a table by its first records: the one that occurs most often, equally often in each of them; otherwise the
 * most frequent one of the header. Undefined for a single column.
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

/** How often each separator occurs outside of quotes, by record. A last record without a line break may be cut, and counts only alone. */
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

/** Whether quotes in the first records are parts of cells and not around them (RFC 4180), so that each line is a record. */
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

/** A cell as text of a table (RFC 4180). */
export function cellText(value: string, separator: string): string {
  return value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A number, which a spreadsheet may calculate with. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;
/** The beginning of a formula, also with the wide characters of East Asian keyboards, or of a cell that loses its first character. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/;
/** The same after a separator: a spreadsheet with another separator, which then ignores the quotes, begins a cell there. */
const INNER_FORMULA = /([,;|\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

/** A cell that no spreadsheet runs: an apostrophe before each formula makes it a text. Other values, numbers included, are unchanged. */
export function withoutFormula(value: string): string {
  if (NUMBER.test(value)) return value;
  const inert = value.replaceAll(INNER_FORMULA, "$1'");
  return FORMULA.test(inert) ? `'${inert}` : inert;
}
