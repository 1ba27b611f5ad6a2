import { cellText, withoutFormula } from '../../../src/model/index.ts';
import type { ListInput, ListRow } from '../input/list-input.ts';
import type { JsonRecord } from '../input/json-records.ts';

/** The field of JSON lines that has the result of a row. */
export const RESULT_FIELD = 'openfirma';

/** How rows are written: as the input has them, workbooks as CSV. */
export interface RowFormat {
  /** The text before the first row; empty for JSON lines. */
  readonly start: string;
  readonly hasQuotes: boolean;
  /** The text of a row up to its result. By it a continued run recognises the row. */
  before(row: ListRow): string;
  /** The result that is added to a row: cells of a table, or the same as an object. */
  after(cells: readonly string[], result: object): string;
}

const JSON_LINES: RowFormat = {
  start: '',
  hasQuotes: false,
  before(row) {
    const { text, value } = row as JsonRecord;
    const isEmpty = Object.keys(value).length === 0;
    return `${text.slice(0, text.lastIndexOf('}')).trimEnd()}${isEmpty ? '' : ','}`;
  },
  after: (_, result) => `${JSON.stringify(RESULT_FIELD)}:${JSON.stringify(result)}}\n`,
};

/** @param isRaw whether cells that spreadsheets would run are written as they are */
export function rowFormatOf(input: ListInput, columns: readonly string[], isRaw: boolean): RowFormat {
  if (input.form === 'json lines') return JSON_LINES;
  const { header, separator = ',', lineBreak, isMarked } = input;
  const cells = (values: readonly string[]): string =>
    values.map((value) => cellText(isRaw ? value : withoutFormula(value), separator)).join(separator);
  const before = (values: readonly string[]): string => cells(values) + separator;
  return {
    start: `${isMarked ? '\uFEFF' : ''}${before(header)}${cells(columns)}${lineBreak}`,
    hasQuotes: true,
    before: (row) => before(row as readonly string[]),
    after: (result) => cells(result) + lineBreak,
  };
}
