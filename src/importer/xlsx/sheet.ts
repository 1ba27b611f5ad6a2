import { InputError, quoteValue } from '../../model/index.ts';
import type { OnControls } from '../formats/controls.ts';
import type { XmlElement } from '../formats/xml.ts';
import { COLUMNS_MAX } from '../limits.ts';
import { plainNumber } from './numbers.ts';
import { attributeOf, cellText, childrenOf, partElements, richText, textOf } from './part.ts';
import type { SharedStrings } from './shared-strings.ts';

/** The texts of one row of a sheet by the position of their column, with holes where cells are empty. */
export type SheetRow = (string | undefined)[];

/** Streams the rows of a sheet that have any text. */
export async function* sheetRows(
  where: string,
  chunks: AsyncGenerator<Buffer>,
  strings: SharedStrings,
  onControls: OnControls,
): AsyncGenerator<SheetRow> {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot read ${quoteValue(where)}: ${reason}`);
  };
  for await (const element of partElements(where, chunks, 'worksheet.sheetData.row', onControls)) {
    const cells = childrenOf(element, 'c');
    if (cells.length > COLUMNS_MAX) refuse(`a row has more than the allowed ${COLUMNS_MAX} cells`);
    const row: SheetRow = [];
    let column = -1;
    for (const cell of cells) {
      // A cell without a reference follows the one before.
      column = columnOf(attributeOf(cell, 'r')) ?? column + 1;
      if (column >= COLUMNS_MAX) refuse(`a row has more than the allowed ${COLUMNS_MAX} columns`);
      const text = textOfCell(cell, strings, onControls, refuse);
      if (text !== '') row[column] = text;
    }
    if (row.length > 0) yield row;
  }
}

/** The text of a cell, empty for errors such as #N/A. */
function textOfCell(
  cell: XmlElement,
  strings: SharedStrings,
  onControls: OnControls,
  refuse: (reason: string) => never,
): string {
  const value = childrenOf(cell, 'v').map(textOf).join('');
  switch (attributeOf(cell, 't') ?? 'n') {
    case 's':
      if (value === '') return '';
      return strings.get(Number(value)) ?? refuse(`there is no shared string ${value.slice(0, 20)}`);
    case 'n':
      return plainNumber(value);
    case 'e':
      return '';
    case 'inlineStr':
      return cellText(childrenOf(cell, 'is').map(richText).join(''), onControls);
    default:
      return cellText(value, onControls);
  }
}

const LETTER_A = 0x41;
const LETTER_Z = 0x5a;

/** The position of the column that a reference such as `AB12` names, from 0. */
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
