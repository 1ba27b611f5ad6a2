import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { InputError } from '../../model/index.ts';
import { BrokenRow } from './csv-lines.ts';
import { csvRows, type CsvDialect } from './csv-quoted.ts';
import { COLUMNS_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';
import { textInChunks } from './chunk-fixture.ts';

async function readRows(text: string | Buffer, delimiter = ',', chunkBytes = 5): Promise<unknown[]> {
  const ready = await textInChunks(text, chunkBytes);
  const rows: unknown[] = [];
  for await (const row of csvRows('x', ready, { delimiter })) rows.push(row);
  return rows;
}

/** Returns the last row, and whether its missing line break was reported. */
async function readLastRow(bytes: string | Buffer, reading: { isWhole?: boolean; dialect?: CsvDialect } = {}) {
  let isUnended = false;
  const observer = { onControls: () => {}, onUnendedRow: () => (isUnended = true) };
  const { isWhole = false, dialect = { delimiter: ',' } } = reading;
  const ready = await textInChunks(bytes, 4, { isWhole, observer });
  let row = '';
  for await (const cells of csvRows('x', ready, dialect)) {
    row = cells instanceof BrokenRow ? cells.reason : cells.join('|');
  }
  return { isUnended, row };
}

const tabs: CsvDialect = { delimiter: '\t', quotes: 'none' };
const UNENDED: [claim: string, text: string, dialect: CsvDialect | undefined, maybeCut: string, whole: string][] = [
  ['every column', 'a,b\n1,2', undefined, '1|2, reported', '1|2, reported'],
  ['every column and half a line break', 'a,b\n1,2\r', undefined, '1|2, reported', '1|2, reported'],
  ['an empty last column', 'a,b\n1,', undefined, '1|, reported', '1|, reported'],
  ['too few columns', 'a,b\n1', undefined, 'middle; download it again', 'has 1 cell, the header has 2'],
  ['too many columns', 'a,b\n1,2,3', undefined, 'middle; download it again', 'has 3 cells, the header has 2'],
  ['an open quote', 'a,b\n1,"2', undefined, 'middle; download it again', 'middle; download it again'],
  ['a closed quote', 'a,b\n1,"2"', undefined, '1|2', '1|2'],
  ['only the header', 'a,b', undefined, 'middle; download it again', 'a|b'],
  ['every column without quotes', 'a\tb\n1\t2', tabs, '1|2, reported', '1|2, reported'],
  [
    'too few columns without quotes',
    'a\tb\n1',
    tabs,
    'middle; download it again',
    'must have 2 cells, has 1, reported',
  ],
  ['a delimiter after it', 'a\tb\t\n1\t2\t', tabs, '1|2|', '1|2|'],
];
for (const [claim, text, dialect, maybeCut, whole] of UNENDED) {
  test(`csvRows accepts or refuses a last row without a line break that has ${claim}`, async () => {
    for (const [isWhole, want] of [
      [false, maybeCut],
      [true, whole],
    ] as const) {
      const found = await readLastRow(text, { isWhole, ...(dialect && { dialect }) }).then(
        ({ row, isUnended }) => `${row}${isUnended ? ', reported' : ''}`,
        (error: Error) => error.message,
      );
      assert.ok(found === want || found.endsWith(want), found);
    }
  });
}

const READ: [string, string, string, string[][]][] = [
  [
    'quoted cells with breaks, quotes and delimiters',
    'a,b\n"x\ny","""q"", z"\n',
    ',',
    [
      ['a', 'b'],
      ['x\ny', '"q", z'],
    ],
  ],
  [
    'another delimiter and a byte order mark',
    '\uFEFFa;b\n1;2,5\n',
    ';',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    'carriage returns',
    'a,b\r\n1,é\r\n',
    ',',
    [
      ['a', 'b'],
      ['1', 'é'],
    ],
  ],
  [
    'a last line that ends with a quote',
    'a,b\n1,"2"',
    ',',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty lines at the end',
    'a,b\n1,2\n\n\n',
    ',',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
];
for (const [claim, text, delimiter, want] of READ) {
  test(`csvRows reads ${claim}`, async () => {
    for (const size of [1, 5, 1000]) assert.deepEqual(await readRows(text, delimiter, size), want);
  });
}

const REFUSED: [string, string | Buffer, RegExp][] = [
  ['too few cells', 'a,b\n1,2\n1\n', /line 3: the record has 1 cell, the header has 2$/],
  ['too many cells', 'a,b\n1,2,3\n', /line 2: the record has 3 cells, the header has 2$/],
  ['a quote that stays open', 'a,b\n1,"2\n', /line 2: the file ends in the middle; download it again$/],
  ['a quote in the middle of a cell', 'a,b\n1,x"2"\n', /line 2: a quote is inside a cell that is not quoted$/],
  ['a quote that ends no cell', 'a,b\n\n"x\ny",2\n"1"x,2\n', /line 5: a quote inside a quoted cell is not doubled$/],
  ['Latin-1', Buffer.from('a,b\n1,\u00e9\n', 'latin1'), /not UTF-8 near byte 6/],
];
for (const [claim, text, want] of REFUSED) {
  test(`csvRows refuses ${claim}`, async () => {
    await assert.rejects(readRows(text), (error) => error instanceof InputError && want.test(error.message));
  });
}

const long = 'x'.repeat(FIELD_CHARS_MAX);
const LARGE: [claim: string, text: string, want: RegExp][] = [
  ['has more columns', `a,b\n${'1,'.repeat(1_000_000)}`, /line 2: the record has more than 4096 cells$/],
  ['has a wider header', `${'a,'.repeat(COLUMNS_MAX)}b\n`, /line 1: the record has more than 4096 cells$/],
  ['has a longer cell', `a,b\n1,x${long}\n`, /line 2: a cell is longer than the allowed 1048576 characters$/],
  ['has a longer quoted cell', `a,b\n1,"x${long}"\n`, /line 2: a cell is longer than the allowed 1048576 char/],
  ['has a quote that stays open for longer', `a,b\n1,"${long}${long}`, /line 2: a cell is longer than the allowed/],
  ['is longer', `a,b\n${`${long},`.repeat(17)}`, /line 2: the record is longer than the allowed 16777216 characters$/],
  ['has longer empty lines', `a,b\n${'\n'.repeat(RECORD_BYTES_MAX + 1)}`, /: the record is longer than the allowed/],
];
for (const [claim, text, want] of LARGE) {
  test(`csvRows refuses a record that ${claim} than the limit`, async () => {
    await assert.rejects(
      readRows(text, ',', 1 << 16),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

test('csvRows reads records of the maximum length in any chunks', async () => {
  const header = Array.from({ length: 16 }, (_, i) => `c${i}`);
  const row = header.map(() => long.slice(0, -1));
  const want = [header, row, header].map((cells) => cells.join(','));
  const rows = await readRows(`${want.join('\n')}\n`, ',', 1 << 16);
  assert.deepEqual(rows.map((cells) => (cells as string[]).join(',').length), want.map(({ length }) => length)); // prettier-ignore
});

test('csvRows refuses a file cut anywhere but between two records', async () => {
  const text = '"a","b"\n"1","x\né ""y"" z"\n"2",w\n"3","4"\n';
  const bytes = Buffer.from(text);
  const whole = new Set<number>();
  const unended: string[] = [];
  for (let end = 1; end <= bytes.length; end++) {
    await readLastRow(bytes.subarray(0, end)).then(
      ({ isUnended, row }) => (isUnended ? unended.push(row) : whole.add(end)),
      (error: unknown) => assert.ok(error instanceof InputError, `cut at ${end}`),
    );
  }
  assert.deepEqual(unended, ['1|', '2|', '2|w', '3|']);
  const ends = ['"a","b"', '\n', '"1","x\né ""y"" z"', '\n', '"2",w\n', '"3","4"', '\n'];
  let at = 0;
  const want = ends.map((part) => (at += Buffer.byteLength(part)));
  // A cell that is cut within a doubled quote looks closed after the first quote: `"x\né "` and `"x\né ""y"`.
  const looksClosed = ['"a","b"\n"1","x\né "', '"a","b"\n"1","x\né ""y"'].map((part) => Buffer.byteLength(part));
  // A file with only a header has no expected number of cells; required columns are checked later.
  looksClosed.push('"a"'.length);
  assert.deepEqual(
    [...whole],
    [...want, ...looksClosed].toSorted((a, b) => a - b),
  );
});

/** Cells that are hard to read. */
const hardCell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '|', '\n', '\r\n', ' ', ''),
  maxLength: 6,
});
const rowsOfCells = fc
  .integer({ min: 2, max: 4 })
  .chain((width) =>
    fc.array(fc.array(hardCell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  );

/** Writes a cell as in RFC 4180. Some cells get quotes although they need none. */
function written(cell: string, delimiter: string): string {
  const needsQuotes = /["\r\n]/.test(cell) || cell.includes(delimiter) || cell.length % 2 === 0;
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

test('csvRows reads the same rows as csv-parse, for any cells and chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      rowsOfCells,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 40 }),
      async (rows, delimiter, end, size) => {
        const text = rows.map((row) => row.map((cell) => written(cell, delimiter)).join(delimiter) + end).join('');
        const want: unknown = parse(text, { delimiter, skip_empty_lines: true });
        assert.deepEqual(await readRows(text, delimiter, size), want);
      },
    ),
  );
});
