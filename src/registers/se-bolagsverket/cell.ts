import { cellOf, type CsvRow } from '../../importer/index.ts';

/** A name without line breaks and stray zeros, which are faults of a file and no part of a name. */
export function nameIn(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** The cell of a column, trimmed; undefined where it is empty or holds the word of a program for nothing. */
export function textOf(row: CsvRow, column: string): string | undefined {
  const text = cellOf(row, column);
  return text === 'null' ? undefined : text;
}
