/** A list for the page that matches lists: certain and doubtful rows, a row without a company, and a formula. */
export const LIST = `Firma;Land;USt-IdNr;Notiz\r\n${[
  'aallokas marjatila;Finnland;FI01100716;"=1+1"',
  'Nordlysmyr Handel;Norwegen;;"zwei\r\nZeilen"',
  'Xyzzy Unbekannt;;;x',
]
  .map((row) => `${row}\r\n`)
  .join('')}`;

/** Returns the rows of the downloaded file, reduced to the columns that the tests compare. */
export function downloadedRows(text: string): string[][] {
  return text
    .replace('"zwei\r\nZeilen"', 'zwei Zeilen')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';').slice(0, 5));
}

/** Files that the page refuses, and what it says of each. */
export const REFUSED_LISTS: readonly (readonly [text: string, said: string])[] = [
  ['a,b\n1\n', 'Row 1 has 1 cell, the header has 2.'],
  ['name\n', 'The file has a header, and no rows.'],
  [`name\n${'Nord\n'.repeat(1001)}`, 'The file has more than the 1000 rows that this page takes.'],
  [`${'a,'.repeat(2_000_000)}\n`, 'The file has more than the 1000 columns that this page takes.'],
  [`name\n${'x'.repeat(5_000_000)}`, 'The file is larger than 5 MB.'],
];
