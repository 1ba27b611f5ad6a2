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
