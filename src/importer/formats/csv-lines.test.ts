import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError } from '../../model/index.ts';
import { BrokenRow } from './csv-lines.ts';
import { csvRows, type CsvDialect } from './csv-quoted.ts';
import { COLUMNS_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';
import { textInChunks } from './chunk-fixture.ts';

/** Returns the rows of a CSV; for a broken row, the reason. */
async function readRows(text: string | Buffer, dialect: CsvDialect, chunkBytes = 5): Promise<(string[] | string)[]> {
  const ready = await textInChunks(text, chunkBytes);
  const rows: (string[] | string)[] = [];
  for await (const row of csvRows('x', ready, dialect)) rows.push(row instanceof BrokenRow ? row.reason : row);
  return rows;
}

const plain: CsvDialect = { delimiter: '\t', quotes: 'none' };
const fenced: CsvDialect = { delimiter: ';', quotes: { recordStart: /^"\d+\$ID";/ } };

const READ: [claim: string, dialect: CsvDialect, text: string, want: string[][]][] = [
  ['plain lines', plain, 'a\tb\n1\té\n', [['1', 'é']]],
  ['plain lines with quotes, which are characters', plain, 'a\tb\n"1\tx "y"\n', [['"1', 'x "y"']]],
  ['plain lines that end with a delimiter and a carriage return', plain, 'a\tb\t\r\n1\t2\t\r\n', [['1', '2', '']]],
  ['a plain last line that its delimiter closes', plain, 'a\tb\t\n1\t2\t', [['1', '2', '']]],
  ['fenced cells', fenced, 'a;b;c\n"1$ID";"x;y";""\n', [['1$ID', 'x;y', '']]],
  ['a quoted header', fenced, '"a";"b"\r\n"1$ID";"é"\r\n', [['1$ID', 'é']]],
  ['a last record without a line break', fenced, 'a;b\n"1$ID";"x"', [['1$ID', 'x']]],
  ['doubled quotes', fenced, 'a;b;c\n"1$ID";"x ""q; r"" y";"""z"""\n', [['1$ID', 'x "q; r" y', '"z"']]],
  ['quotes behind backslashes', fenced, 'a;b;c\n"1$ID";"x \\"q; r\\"";"\\\\z"\n', [['1$ID', 'x "q; r"', '\\z']]],
  ['quotes as they are', fenced, 'a;b;c\n"1$ID";"24" wide";"x "q; r""\n', [['1$ID', '24" wide', 'x "q; r"']]],
  ['a backslash as it is', fenced, 'a;b;c\n"1$ID";"C:\\";"\\n"\n', [['1$ID', 'C:\\', '\\n']]],
  ['line breaks', fenced, 'a;b\n"1$ID";"x\r\n\n"y" z\n"\n"2$ID";"w"\n\n', [['1$ID', 'x\r\n\n"y" z\n'], ['2$ID', 'w']]], // prettier-ignore
];
for (const [claim, dialect, text, want] of READ) {
  test(`csvRows reads ${claim}`, async () => {
    for (const size of [1, 5, 1000]) assert.deepEqual((await readRows(text, dialect, size)).slice(1), want);
  });
}

const BROKEN: [claim: string, dialect: CsvDialect, record: string, reason: string][] = [
  ['a plain line with too few cells', plain, '1', 'must have 2 cells, has 1'],
  ['a plain line with too many cells', plain, '1\t2\t3', 'must have 2 cells, has 3'],
  ['a plain line of delimiters', plain, '\t'.repeat(99_999), 'must have 2 cells, has more than 4096'],
  [
    'a plain line with a long cell',
    plain,
    `1\t${'x'.repeat(FIELD_CHARS_MAX + 1)}`,
    'has a cell longer than the allowed 1048576 characters',
  ],
  [
    'a long fenced cell',
    fenced,
    `"1$ID";"${'x'.repeat(FIELD_CHARS_MAX + 1)}"`,
    'has a cell longer than the allowed 1048576 characters',
  ],
  ['too few fenced cells', fenced, '"1$ID";', 'must start and end with a quote'],
  ['fenced cells whose last is left open', fenced, '"1$ID";"x', 'must start and end with a quote'],
  ['too many fenced cells', fenced, '"1$ID";"x";"y"', 'must have 2 cells, has 3'],
  ['a text that looks like two cells', fenced, '"1$ID";"x "y";"z" w"', 'must have 2 cells, has 3'],
  ['an ambiguous end of a cell', fenced, '"1$ID";";"', 'has a quote that may end a cell or belong to it'],
];
for (const [claim, dialect, record, reason] of BROKEN) {
  test(`csvRows returns ${claim} as a broken row and continues`, async () => {
    const [first, next] = dialect === plain ? ['8\tx', '9\ty'] : ['"8$ID";"x"', '"9$ID";"y"'];
    const rows = await readRows(`a${dialect.delimiter}b\n${first}\n${record}\n${next}\n`, dialect, 5000);
    const [, before, broken, after] = rows;
    assert.deepEqual(before, dialect === plain ? ['8', 'x'] : ['8$ID', 'x']);
    assert.equal(broken, reason);
    assert.deepEqual(after, dialect === plain ? ['9', 'y'] : ['9$ID', 'y']);
    assert.equal(rows.length, 4);
  });
}

test('csvRows returns a record with a wrong start and the one before it as one broken row', async () => {
  assert.deepEqual((await readRows('a;b\n"1$ID";"x"\n"odd";"y"\n"2$ID";"z"\n', fenced)).slice(1), [
    'continues after the quote that ends its last cell',
    ['2$ID', 'z'],
  ]);
});

/** A text of the maximum length of a record, in lines of a kilobyte. */
const LINE_BREAKS = `${'x'.repeat(1023)}\n`.repeat(RECORD_BYTES_MAX / 1024);

const REFUSED: [claim: string, dialect: CsvDialect, text: string, want: RegExp][] = [
  ['a plain file cut in a line', plain, 'a\tb\n1', /: record 1: the file ends in the middle; download it again$/],
  ['a plain file cut in its header', plain, 'a\tb', /: header: the file ends in the middle/],
  ['a plain last line that lacks a cell', plain, 'a\tb\t\n1\t2\t\n3\t4', /: record 2: the file ends in the middle/],
  ['a fenced file cut in a cell', fenced, 'a;b\n"1$ID";"x"\n"2$ID";"y', /: record 2: the file ends in the middle/],
  ['a fenced file cut between two cells', fenced, 'a;b\n"1$ID"', /start with \/\^"\\d\+\\\$ID";\/$/],
  ['a fenced file cut in a line break', fenced, 'a;b;c\n"1$ID";"x"\n', /: record 1: the file ends in the middle/],
  ['a first record that begins otherwise', fenced, 'a;b\n1;2\n', /: record 1: must start with \/\^"\\d\+\\\$ID";\/$/],
  [
    'a plain header that is too wide',
    plain,
    `${'a\t'.repeat(COLUMNS_MAX)}b\n`,
    /: header: has more than 4096 columns$/,
  ],
  [
    'a fenced header that is too wide',
    fenced,
    `${'a;'.repeat(COLUMNS_MAX)}b\n`,
    /: header: has more than 4096 columns$/,
  ],
  [
    'empty lines that never end',
    plain,
    `a\tb\n${'\n'.repeat(RECORD_BYTES_MAX + 1)}`,
    /: record 1: is longer than 16777216/,
  ],
  ['a line that never ends', plain, `a\tb\n${'x'.repeat(RECORD_BYTES_MAX + 1)}`, /: record 1: is longer than 16777216 char/], // prettier-ignore
  ['a record that never ends', fenced, `a;b\n"1$ID";"${LINE_BREAKS}`, /: record 1: is longer than 16777216 char/], // prettier-ignore
];
for (const [claim, dialect, text, want] of REFUSED) {
  test(`csvRows refuses ${claim}`, async () => {
    await assert.rejects(
      readRows(text, dialect, 1 << 20),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

for (const [claim, dialect, records, headerEnds] of [
  // Nothing marks the end of a fenced header; the required columns are checked later.
  ['fenced', fenced, ['a;b;c\n', '"1$ID";"x ""y"" z";"é"\n', '"2$ID";"";"w"\n'], [1, 2, 3, 4, 5]],
  ['plain', plain, ['a\tb\t\n', '1\té\t\n', '2\tx\t\n'], []],
] as const) {
  test(`csvRows refuses a ${claim} file cut anywhere but between two records`, async () => {
    const bytes = Buffer.from(records.join(''));
    const whole: number[] = [];
    for (let end = 1; end <= bytes.length; end++) {
      await readRows(bytes.subarray(0, end), dialect).then(
        () => whole.push(end),
        (error: unknown) => assert.ok(error instanceof InputError, `cut at ${end}`),
      );
    }
    const [header, ...others] = records.map((record) => Buffer.byteLength(record));
    let at = header ?? 0;
    // The line break after a record may be missing, because the record is complete without it.
    const ends = others.flatMap((length) => [(at += length) - 1, at]);
    assert.deepEqual(whole, [...headerEnds, header, ...ends]);
  });
}
