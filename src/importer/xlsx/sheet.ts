import { doubled } from '../../files/index.ts';
import { InputError, quoteValue } from '../../model/index.ts';
import { withoutControls, type OnControls } from '../formats/controls.ts';
import { readText } from '../formats/text.ts';
import { xmlRecords } from '../formats/xml.ts';
import type { XmlElement } from '../formats/xml-element.ts';
import { COLUMNS_MAX } from '../limits.ts';
import type { NumberFormat, NumberFormats } from './number-formats.ts';

/**
 * Streams the elements at a path in one part of a workbook.
 * @throws {InputError} if the part is not XML in UTF-8, or is cut
 */
export async function* partElements(
  where: string,
  chunks: AsyncGenerator<Buffer>,
  path: string,
  onControls: OnControls,
): AsyncGenerator<XmlElement> {
  const text = await readText(where, chunks, { observer: { onControls, onUnendedRow: () => {} } });
  if (text.format !== 'xml') {
    await text.chunks.return(undefined);
    throw new InputError(`Cannot read ${quoteValue(where)}: it is not XML`);
  }
  yield* xmlRecords(where, text, { records: path, bareAttributes: true });
}

function listChildren(element: XmlElement, name: string): readonly XmlElement[] {
  const children = element[name];
  if (children === undefined || typeof children === 'string') return [];
  return Array.isArray(children) ? children : [children];
}

/** Returns an attribute by its name without prefix. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const value = element[`@${name}`];
  return typeof value === 'string' ? value : undefined;
}

function textOf(element: XmlElement): string {
  return typeof element['$'] === 'string' ? element['$'] : '';
}

/** Returns the text of a string, which may be divided into formatted runs (`r`). Phonetic hints (`rPh`) are omitted. */
export function richText(element: XmlElement): string {
  return [element, ...listChildren(element, 'r')].flatMap((run) => listChildren(run, 't').map(textOf)).join('');
}

/** Removes control characters and their escapes (`_x000D_`) from a text. */
export function cellText(text: string, onControls: OnControls): string {
  const plain = text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return withoutControls(plain.toWellFormed(), onControls);
}

/** Maximum size of all shared strings of a workbook, in bytes: they are held in memory. The strings of Moldova's file have some 75 MB. */
const TEXT_BYTES_MAX = 128 * 1024 * 1024;

/** Maximum number of shared strings: each takes four bytes in addition to its text. Moldova's file has 1.14 million. */
const STRINGS_MAX = 4_000_000;

/** The shared strings of a workbook, by number. They are UTF-8 in one buffer: JavaScript strings would take three times the memory. */
export class SharedStrings {
  #bytes = new Uint8Array(64 * 1024);
  #ends = new Uint32Array(1024);
  #count = 0;

  /** Adds a string. Returns a reason if there are too many. */
  add(text: string): string | undefined {
    const bytes = Buffer.from(text);
    const start = this.#endOf(this.#count - 1);
    const end = start + bytes.length;
    if (end > TEXT_BYTES_MAX) return `the shared strings have more than the allowed ${TEXT_BYTES_MAX} bytes`;
    if (this.#count === STRINGS_MAX) return `there are more than the allowed ${STRINGS_MAX} shared strings`;
    if (this.#count === this.#ends.length) this.#ends = doubled(this.#ends);
    while (this.#bytes.length < end) this.#bytes = doubled(this.#bytes);
    this.#bytes.set(bytes, start);
    this.#ends[this.#count++] = end;
    return undefined;
  }

  /** Returns the string with a number; undefined if it does not exist. */
  get(number: number): string | undefined {
    if (!Number.isInteger(number) || number < 0 || number >= this.#count) return undefined;
    return Buffer.from(this.#bytes.buffer).toString('utf8', this.#endOf(number - 1), this.#endOf(number));
  }

  #endOf(number: number): number {
    return this.#ends[number] ?? 0;
  }
}

/** Reads the part of a workbook that has the shared strings. */
export async function readSharedStrings(
  where: string,
  chunks: AsyncGenerator<Buffer>,
  onControls: OnControls,
): Promise<SharedStrings> {
  const strings = new SharedStrings();
  for await (const element of partElements(where, chunks, 'sst.si', onControls)) {
    const fault = strings.add(cellText(richText(element), onControls));
    if (fault !== undefined) throw new InputError(`Cannot read ${quoteValue(where)}: ${fault}`);
  }
  return strings;
}

/** Removes the exponent and `.0` that some programs write from a whole number: `1.003600012345E12`. Other numbers are unchanged. */
function plainNumber(text: string): string {
  if (!/[.eE]/.test(text)) return text.trim();
  const number = Number(text);
  return Number.isSafeInteger(number) ? String(number) : text.trim();
}

/** The texts of one row of a sheet by the position of the column, with holes for empty cells. */
export type SheetRow = (string | undefined)[];

/** How cells are read as a spreadsheet shows them; without it, as the workbook stores them, and without errors. */
export interface ShownCells {
  readonly formats: NumberFormats;
  /** Called for each formula whose result the workbook does not store. */
  readonly onUnstored: () => void;
}

/** Streams the rows of a sheet that have any text. */
export async function* sheetRows(
  where: string,
  chunks: AsyncGenerator<Buffer>,
  strings: SharedStrings,
  onControls: OnControls,
  shown?: ShownCells,
): AsyncGenerator<SheetRow> {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot read ${quoteValue(where)}: ${reason}`);
  };
  for await (const element of partElements(where, chunks, 'worksheet.sheetData.row', onControls)) {
    const cells = listChildren(element, 'c');
    if (cells.length > COLUMNS_MAX) refuse(`a row has more than the allowed ${COLUMNS_MAX} cells`);
    const row: SheetRow = [];
    let column = -1;
    for (const cell of cells) {
      // A cell without a reference follows the one before.
      column = parseColumn(attributeOf(cell, 'r')) ?? column + 1;
      if (column >= COLUMNS_MAX) refuse(`a row has more than the allowed ${COLUMNS_MAX} columns`);
      const text = (shown && shownText(cell, shown)) ?? textOfCell(cell, strings, onControls, refuse);
      if (text !== '') row[column] = text;
    }
    if (row.length > 0) yield row;
  }
}

/** Returns the text that a spreadsheet shows for a cell; undefined if it is that of {@linkcode textOfCell}. */
function shownText(cell: XmlElement, { formats, onUnstored }: ShownCells): string | undefined {
  const value = listChildren(cell, 'v').map(textOf).join('');
  // The result of a formula may be an empty text.
  if (value === '' && cell['f'] !== undefined && attributeOf(cell, 't') !== 'str') onUnstored();
  switch (attributeOf(cell, 't') ?? 'n') {
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : undefined;
    case 'e':
      return value;
    case 'n':
      return value === '' ? undefined : shownNumber(Number(value), formats[Number(attributeOf(cell, 's') ?? 0)]);
    default:
      return undefined;
  }
}

/** Number of significant digits that spreadsheets show: 0.1 + 0.2 is stored as 0.30000000000000004. */
const SHOWN_DIGITS = 15;

function shownNumber(value: number, format: NumberFormat | undefined): string | undefined {
  const shown = format?.(value);
  if (shown !== undefined || Number.isInteger(value) || Number.isNaN(value)) return shown;
  const rounded = String(Number(value.toPrecision(SHOWN_DIGITS)));
  return rounded.includes('e') ? undefined : rounded;
}

/** Returns the text of a cell; empty for errors such as #N/A. */
function textOfCell(
  cell: XmlElement,
  strings: SharedStrings,
  onControls: OnControls,
  refuse: (reason: string) => never,
): string {
  const value = listChildren(cell, 'v').map(textOf).join('');
  switch (attributeOf(cell, 't') ?? 'n') {
    case 's':
      if (value === '') return '';
      return strings.get(Number(value)) ?? refuse(`there is no shared string ${value.slice(0, 20)}`);
    case 'n':
      return plainNumber(value);
    case 'e':
      return '';
    case 'inlineStr':
      return cellText(listChildren(cell, 'is').map(richText).join(''), onControls);
    default:
      return cellText(value, onControls);
  }
}

/** Returns the position, from 0, of the column in a reference such as `AB12`. */
function parseColumn(reference = ''): number | undefined {
  const [letters] = /^[A-Z]+/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  // Column letters are digits in base 26; A is 1.
  for (let i = 0; i < letters.length; i++) column = column * 26 + letters.charCodeAt(i) - 0x40;
  return column - 1;
}
