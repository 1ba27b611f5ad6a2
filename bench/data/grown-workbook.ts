import { writeFileSync } from 'node:fs';
import { zipEntries } from '../../src/importer/formats/zip.ts';
import { openWorkbook } from '../../src/importer/xlsx/workbook.ts';
import { workbookOf } from '../../test/importing/workbook-fixture.ts';
import type { Renumbering } from './grown.ts';

/** Rows above the records of the first sheet: a title and the header. */
const HEAD_ROWS = 2;

/**
 * Repeats the records of the first sheet of an XLSX file with other numbers and texts in each round: as in a register, most texts are
 * distinct shared strings. Returns the bytes.
 */
export async function writeGrownWorkbook(
  input: string,
  output: string,
  rounds: number,
  { pattern, moved }: Renumbering,
): Promise<number> {
  const sheets: Record<string, (string | number | undefined)[][]> = {};
  for (const sheet of (await openWorkbook(input, await zipEntries(input))) ?? []) {
    const rows: (string | number | undefined)[][] = [];
    for await (const row of sheet.rows(
      () => {},
      () => {},
    ))
      rows.push(Array.from(row, cellOf));
    sheets[sheet.name] = rows;
  }
  const [first = ''] = Object.keys(sheets);
  const rows = sheets[first] ?? [];
  const grown = rows.slice(0, HEAD_ROWS);
  for (let round = 0; round < rounds; round++) {
    for (const row of rows.slice(HEAD_ROWS)) {
      grown.push(
        row.map((cell, column) => {
          if (typeof cell === 'number') return Number(String(cell).replaceAll(pattern, (found) => moved(found, round)));
          // Legal forms repeat in a register, too.
          return cell === undefined || column === FORM_COLUMN ? cell : cell.replace(/ /, ` ${round} `);
        }),
      );
    }
  }
  const bytes = workbookOf({ ...sheets, [first]: grown });
  writeFileSync(output, bytes);
  return bytes.length;
}

const FORM_COLUMN = 3;

function cellOf(text: string | undefined): string | number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
}
