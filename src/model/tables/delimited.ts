/**
 * Tables as text (CSV): the separator of a table, and cells that a spreadsheet reads as texts. Pure and without imports, so that the
 * site has the same rules in browsers.
 */

/** The separators that {@linkcode detectSeparator} can detect. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Maximum number of records that {@linkcode detectSeparator} reads. */
const GUESSED_RECORDS_MAX = 50;

/**
 * Guesses the separator of a table from its first records: the most frequent separator among those that occur equally often in each record;
 * otherwise the most frequent one in the header. Undefined for a single column.
 */
export function detectSeparator(head: string): string | undefined {
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
/**
 * The start of a cell that a spreadsheet runs as a formula, also with the wide characters of East Asian keyboards and after characters
 * that it drops; or a first character that it drops.
 */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/u;
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

/** Letters that are not a letter with a mark, as they are typed on other keyboards. */
const TYPED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i' };

/** Folds a heading to its letters and digits: `Org.-Nr.`, `org_nr` and `OrgNr` are equal. */
function foldedHeading(text: string): string {
  return text
    .replaceAll('#', ' no ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðı]/g, (letter) => TYPED[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The headings by which columns are recognised. */
export interface HeadingNames {
  /** The likeliest first. A name that ends in `#` needs a number word beside it: `Company no`, `№ company`, not `Company`. */
  readonly names: readonly string[];
  /** Words for a number, such as `no`, that may be beside each name. */
  readonly numberWords?: readonly string[];
  /** Other words that may be beside each name, such as `customer`. */
  readonly besideWords?: readonly string[];
}

/** Returns the positions of the columns that have one of the names, the likeliest first. */
function columnsNamed(header: readonly string[], wanted: HeadingNames): number[] {
  const { names, numberWords = [], besideWords = [] } = wanted;
  const [numbering, beside] = [numberWords, besideWords].map((words) => words.map(foldedHeading).filter((one) => one));
  const headings = header.map((heading) => {
    const forms = headingForms(heading, numberWords.length > 0);
    const bare = withoutWords(forms, beside ?? []);
    const numbered = withoutWords(withoutWord(bare, numbering ?? []), [...(numbering ?? []), ...(beside ?? [])]);
    return { any: new Set([...bare, ...numbered]), numbered: new Set(numbered) };
  });
  const found = names.flatMap((name) => {
    const isNumbered = name.endsWith('#');
    const folded = foldedHeading(isNumbered ? name.slice(0, -1) : name);
    return headings.flatMap(({ any, numbered }, at) => ((isNumbered ? numbered : any).has(folded) ? [at] : []));
  });
  return [...new Set(found)];
}

/** The headings of each role of a column. Those of `anyNumber` may be of numbers that are not of companies. */
export type HeadingsByRole<Role extends string> = Readonly<Record<Role | 'number' | 'anyNumber', HeadingNames>>;

/** Returns the positions of the columns of a role, the likeliest first. `anyNumber` counts if no column has a heading of `number`. */
export function columnsOfRole<Role extends string>(
  header: readonly string[],
  headings: HeadingsByRole<Role>,
  role: Role | 'number',
): number[] {
  const found = columnsNamed(header, headings[role]);
  return role === 'number' && found.length === 0 ? columnsNamed(header, headings.anyNumber) : found;
}

/** Whether a row has a heading of any role. */
export function hasKnownHeading(row: readonly string[], headings: Readonly<Record<string, HeadingNames>>): boolean {
  return Object.values(headings).some((wanted) => columnsNamed(row, wanted).length > 0);
}

/** Returns a heading without its remarks in brackets and, for numbers, each of its parts: `Company number (CRN)`, `ЕИК/БУЛСТАТ`. */
function headingForms(heading: string, hasParts: boolean): string[] {
  const outside = heading.replaceAll(/[([][^)\]]*[)\]]/g, ' ');
  const parts = hasParts ? heading.split(/[()[\]/|,;:&]| (?:or|oder|ou|und|and|et) /i) : [];
  return [...new Set([heading, outside, ...parts].map(foldedHeading))];
}

/** Returns the texts without one of the words at either end. */
function withoutWord(texts: readonly string[], words: readonly string[]): string[] {
  return texts.flatMap((text) =>
    words.flatMap((word) => [
      ...(text.startsWith(word) ? [text.slice(word.length)] : []),
      ...(text.endsWith(word) ? [text.slice(0, -word.length)] : []),
    ]),
  );
}

/** Number of words that may be beside the name of a column: `VAT number of the customer` has three. */
const BESIDE_MAX = 3;

/** Returns the texts as they are, and without some of the words at either end. */
function withoutWords(texts: readonly string[], words: readonly string[]): string[] {
  const all = [...texts];
  let last = texts;
  for (let removed = 0; removed < BESIDE_MAX; removed++) all.push(...(last = withoutWord(last, words)));
  return all;
}
