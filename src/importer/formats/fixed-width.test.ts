import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { InputError } from '../../model/index.ts';
import { fixedWidthRecords, type FixedWidthCells, type FixedWidthLayout } from './fixed-width.ts';
import { readCell, runImport, type ReportJson } from '../index.ts';
import type { Encoding } from './text.ts';
import { textInChunks } from './chunk-fixture.ts';
import { TOY_FILES, toyRegister } from '../toy-fixture.ts';

const LAYOUT: FixedWidthLayout = {
  header: { mark: 'SHIPS', columns: { Date: { start: 6, length: 8 } } },
  trailer: { mark: '9999', count: { start: 5, length: 3 } },
  kindAt: { start: 5, length: 1 },
  kinds: {
    S: { columns: { Number: { start: 1, length: 4 }, Flag: { start: 6, length: 2 } } },
    P: {
      columns: { Number: { start: 1, length: 4 }, Rank: { start: 6, length: 2 } },
      tail: { start: 8, parts: ['Name', 'Port'] },
    },
  },
};
const COLUMNS = ['Number', 'Flag', 'Rank', 'Name', 'Port', 'Date', 'Other'];

const file = (...records: string[]): string =>
  ['SHIPS20261120', ...records, `9999${String(records.length).padStart(3, '0')}`, ''].join('\n');

async function readRows(bytes: string | Buffer, size = 7, encoding?: Encoding): Promise<FixedWidthCells[]> {
  const rows: FixedWidthCells[] = [];
  const text = await textInChunks(bytes, size, { encoding });
  for await (const row of fixedWidthRecords('x', text, LAYOUT)) rows.push(row);
  return rows;
}

/** Returns the cells of a row by column, without the column of the header. */
function toCells(row: FixedWidthCells): Record<string, string> {
  const cells = COLUMNS.map((column) => [column, row.get(column)] as const);
  return Object.fromEntries(
    cells.filter((cell): cell is [string, string] => cell[0] !== 'Date' && cell[1] !== undefined),
  );
}

const SHIP = '0001SFI';
const MATE = '0001P01ANNA <ÅBO<';

const READ: [claim: string, text: string, want: Record<string, string>[]][] = [
  ['columns and parts, trimmed', file(SHIP, MATE), [{ Number: '0001', Flag: 'FI' }, { Number: '0001', Rank: '01', Name: 'ANNA', Port: 'ÅBO' }]], // prettier-ignore
  ['blank columns and empty parts as absent', file('0001S', '0001P  < <'), [{ Number: '0001' }, { Number: '0001' }]],
  ['columns by characters, not by bytes', file('ÅÄÖ1SÉÜ'), [{ Number: 'ÅÄÖ1', Flag: 'ÉÜ' }]],
  ['columns behind the end of a short line as absent', file('0001SF'), [{ Number: '0001', Flag: 'F' }]],
  [
    'white space behind the last part',
    file(`${MATE}      `),
    [{ Number: '0001', Rank: '01', Name: 'ANNA', Port: 'ÅBO' }],
  ],
  ['a record whose part has a line break', file('0001P01ANNA\r\n<Å\nBO<', SHIP), [{ Number: '0001', Rank: '01', Name: 'ANNA', Port: 'Å BO' }, { Number: '0001', Flag: 'FI' }]], // prettier-ignore
  ['carriage returns and empty lines', file(SHIP).replaceAll('\n', '\r\n\r\n'), [{ Number: '0001', Flag: 'FI' }]],
  ['a last line without a line break', file(SHIP).trim(), [{ Number: '0001', Flag: 'FI' }]],
  ['a byte order mark', `\uFEFF${file(SHIP)}`, [{ Number: '0001', Flag: 'FI' }]],
  ['no record', file(), []],
];
for (const [claim, text, want] of READ) {
  test(`fixedWidthRecords reads ${claim}`, async () => {
    for (const size of [1, 7, 1000]) assert.deepEqual((await readRows(text, size)).map(toCells), want);
  });
}

test('fixedWidthRecords replaces control characters by blanks, so that columns keep their positions', async () => {
  const bytes = Buffer.from(file('00\0\0S\u0000I', '0001P01AN\u000bNA<\0ÅBO<'));
  const text = await textInChunks(bytes, 7, { hasFixedWidth: true });
  const rows: Record<string, string>[] = [];
  for await (const row of fixedWidthRecords('x', text, LAYOUT)) rows.push(toCells(row));
  assert.deepEqual(rows, [
    { Number: '00', Flag: 'I' },
    { Number: '0001', Rank: '01', Name: 'AN NA', Port: 'ÅBO' },
  ]);
});

test('fixedWidthRecords reads encodings with one byte a character', async () => {
  const latin = Buffer.from(file('ÅÄÖ1SÉÜ', MATE), 'latin1');
  const want = [
    { Number: 'ÅÄÖ1', Flag: 'ÉÜ' },
    { Number: '0001', Rank: '01', Name: 'ANNA', Port: 'ÅBO' },
  ];
  assert.deepEqual((await readRows(latin, 7, 'windows-1252')).map(toCells), want);
});

test('fixedWidthRecords returns the columns of the header with every record', async () => {
  assert.deepEqual((await readRows(file(SHIP, MATE))).map((row) => row.get('Date')), ['20261120', '20261120']); // prettier-ignore
});

test('fixedWidthRecords returns the kinds of records and their faults', async () => {
  const rows = await readRows(file(SHIP, '001SFI', `${MATE}FI<`, `${MATE}FI`, '', '01', MATE).replace('007', '006'));
  assert.deepEqual(
    rows.map(({ kind, fault }) => [kind, fault]),
    [
      ['S', undefined],
      ['F', 'record of the unknown kind "F"'],
      ['P', 'record with more parts than its kind has'],
      ['P', 'record with more parts than its kind has'],
      ['', 'record of the unknown kind ""'],
      ['P', undefined],
    ],
  );
});

const REFUSED: [claim: string, text: string | Buffer, want: RegExp][] = [
  ['no last line', 'SHIPS20261120\n0001SFI\n', /record 2: the file ends in the middle; download it again$/],
  ['only a header', 'SHIPS20261120\n', /record 1: the file ends in the middle/],
  [
    'records that were lost',
    file(SHIP, SHIP).replace('0001SFI\n', ''),
    /record 2: the file ends here after 1 record, but counts 002;/,
  ],
  [
    'records that came twice',
    file(SHIP).replace('0001SFI\n', '0001SFI\n0001SFI\n'),
    /record 3: .* ends here after 2 records, but counts 001;/,
  ],
  ['an invalid count', file(SHIP).replace('9999001', '9999x01'), /but counts x01;/],
  ['two files glued together', file(SHIP) + file(SHIP), /record 2: it follows the line that counts the records$/],
  ['a last record that lacks parts', file('0001P01ANNA<'), /record 1: the file ends in the middle/],
  ['a line without end', file(`0001S${'F'.repeat(1 << 17)}`), /record 1: longer than the allowed 65536 characters$/],
  [
    'a record without end',
    file(`0001P01${`${'A'.repeat(99)}\n`.repeat(1 << 11)}`),
    /record 1: longer than the allowed 65536 characters$/,
  ],
  ['a header without end', `SHIPS${'x'.repeat(1 << 18)}`, /record 1: longer than the allowed 65536 characters$/],
  ['Latin-1', Buffer.from(file('0001SÄ'), 'latin1'), /not UTF-8 near byte 19: in another encoding/],
];
for (const [claim, text, want] of REFUSED) {
  test(`fixedWidthRecords refuses ${claim}`, async () => {
    for (const size of [70, 1 << 16]) {
      await assert.rejects(readRows(text, size), (error) => error instanceof InputError && want.test(error.message));
    }
  });
}

test('fixedWidthRecords refuses a file cut at any byte, except the last line break', async () => {
  const bytes = Buffer.from(file(SHIP, MATE, ...Array.from({ length: 10 }, () => SHIP)));
  for (let end = 1; end < bytes.length - 1; end++) {
    await assert.rejects(readRows(bytes.subarray(0, end)), InputError, `cut at ${end}`);
  }
});

const shared = { taken: COLUMNS, ignored: [], required: COLUMNS };

/** Ships with their crews; a file has both kinds of records. */
const toy = toyRegister({
  files: {
    ...TOY_FILES,
    kinds: {
      ships: { ...shared, fixedWidth: LAYOUT },
      ports: { ...shared, csv: { delimiter: ';' }, required: ['Port'] },
    },
  },
  codes: {},
  expect: { full: /^all/, records: 1000 },
  async *read(inputs, run) {
    for (const input of inputs) {
      for await (const row of input.rows()) {
        const line = run.line(row, () => ({ key: `toy:${input.kind} ${row.record} ${readCell(row, 'Port') ?? ''}` }));
        if (line !== undefined) yield line;
      }
    }
  },
});

async function imported(t: TestContext, text: string): Promise<{ keys: string; report: ReportJson }> {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-fixed-'));
  t.after(() => rmSync(at, { recursive: true }));
  writeFileSync(join(at, 'in'), text);
  const report = await runImport(toy, { output: join(at, 'out'), inputs: [join(at, 'in')], maxRejects: 0 });
  const keys = readFileSync(join(at, 'out'), 'utf8').match(/(?<=toy:)[^"]*/g) ?? [];
  return { keys: keys.join(', '), report: report.toJSON() };
}

test('runImport distinguishes a file of fixed width from a CSV and reports the format', async (t) => {
  const fixed = await imported(t, file(SHIP, MATE));
  assert.equal(fixed.keys, 'ships 1 , ships 2 ÅBO');
  assert.equal(fixed.report.inputs[0]?.format, 'fixed-width');
  assert.equal(fixed.report.inputs[0]?.proven_whole, true);
  const csv = await imported(t, 'Port;Date\n"ÅBO";1\n');
  assert.equal(csv.keys, 'ports 1 ÅBO');
  assert.equal(csv.report.inputs[0]?.format, 'csv');
});

test('runImport counts unreadable records of fixed width and continues', async (t) => {
  const { keys, report } = await imported(t, file(SHIP, '001SFI', `${MATE}FI<`, MATE));
  assert.equal(keys, 'ships 1 , ships 4 ÅBO');
  assert.equal(report.records_read, 4);
  assert.deepEqual(report.dropped, {
    'record of the unknown kind "F"': { count: 1, examples: ['in: record 2'] },
    'record with more parts than its kind has': { count: 1, examples: ['in: record 3'] },
  });
});

test('runImport refuses a file of fixed width without records, and one with another first line', async (t) => {
  await assert.rejects(imported(t, file()), /it holds no record$/);
  await assert.rejects(imported(t, file(SHIP).replace('SHIPS', 'TRAIN')), /of none of the kinds ships, ports$/);
});
