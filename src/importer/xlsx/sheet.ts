import { COLUMNS_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';
import { plainNumber } from './numbers.ts';
import { RichText, cellText, type SharedStrings } from './shared-strings.ts';
import { readPart } from './xml-part.ts';
import { PartFault, attributeOf, type PartHandler } from './xml-scanner.ts';

/** The texts of one row of a sheet by the place of their column, with holes where cells are empty. */
export type SheetRow = (string | undefined)[];

/** Streams the rows of a sheet that have any text. */
export async function* sheetRows(
  where: string,
  chunks: AsyncIterable<Buffer>,
  strings: SharedStrings,
  onControls: (count: number) => void,
): AsyncGenerator<SheetRow> {
  const builder = new RowBuilder(strings, onControls);
  for await (const _ of readPart(where, chunks, builder)) yield* builder.taken();
}

/** Builds rows while their elements open and close; everything that is no row of cells is skipped. */
class RowBuilder implements PartHandler {
  readonly #strings: SharedStrings;
  readonly #onControls: (count: number) => void;
  #rows: SheetRow[] = [];
  #row: SheetRow | undefined;
  #rowChars = 0;
  #cells = 0;
  #column = -1;
  #type = 'n';
  #value = '';
  #isValue = false;
  readonly #inline = new RichText();

  constructor(strings: SharedStrings, onControls: (count: number) => void) {
    this.#strings = strings;
    this.#onControls = onControls;
  }

  taken(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: string): void {
    if (name === 'row') {
      this.#row = [];
      this.#rowChars = 0;
      this.#cells = 0;
      this.#column = -1;
    } else if (name === 'c' && this.#row !== undefined) {
      if (++this.#cells > COLUMNS_MAX) throw new PartFault(`a row has more than the allowed ${COLUMNS_MAX} cells`);
      // Without a reference a cell stands behind the one before.
      this.#column = columnOf(attributeOf(attributes, 'r')) ?? this.#column + 1;
      if (this.#column >= COLUMNS_MAX) throw new PartFault(`a row has more than the allowed ${COLUMNS_MAX} columns`);
      this.#type = attributeOf(attributes, 't') ?? 'n';
      this.#value = '';
    } else if (name === 'v') {
      this.#isValue = true;
    } else if (name === 'is') {
      this.#inline.begin();
    } else {
      this.#inline.open(name);
    }
  }

  text(content: string): void {
    if (!this.#isValue) return this.#inline.add(content);
    this.#value += content;
    if (this.#value.length > FIELD_CHARS_MAX) {
      throw new PartFault(`a text is longer than the allowed ${FIELD_CHARS_MAX} characters`);
    }
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'is') this.#value = this.#inline.end();
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else this.#inline.close(name);
  }

  #endCell(): void {
    const text = this.#textOfCell();
    if (this.#row === undefined || text === '') return;
    this.#rowChars += text.length;
    if (this.#rowChars > RECORD_BYTES_MAX) {
      throw new PartFault(`a row is longer than the allowed ${RECORD_BYTES_MAX} characters`);
    }
    this.#row[this.#column] = text;
  }

  #endRow(): void {
    if (this.#row !== undefined && this.#row.length > 0) this.#rows.push(this.#row);
    this.#row = undefined;
  }

  /** Errors such as #N/A are no text. */
  #textOfCell(): string {
    switch (this.#type) {
      case 's': {
        if (this.#value === '') return '';
        const text = /^\d+$/.test(this.#value) ? this.#strings.get(Number(this.#value)) : undefined;
        if (text === undefined) throw new PartFault(`there is no shared string ${this.#value.slice(0, 20)}`);
        return text;
      }
      case 'n':
        return plainNumber(this.#value);
      case 'e':
        return '';
      default:
        return cellText(this.#value, this.#onControls);
    }
  }
}

const LETTER_A = 0x41;
const LETTER_Z = 0x5a;

/** The place of the column that a reference such as `AB12` names, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    if (code < LETTER_A || code > LETTER_Z) break;
    column = column * 26 + code - LETTER_A + 1;
  }
  return column === 0 ? undefined : column - 1;
}
