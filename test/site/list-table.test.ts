/** Tables as the page for lists reads them in the browser, compared with the reader of the program. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BrokenRow, csvRows, readText } from '../../src/importer/index.ts';
import { detectSeparator, hasPlainQuotes } from '../../src/model/index.ts';
import { downloadText, isOfKind, type MatchedRow } from '../../src/site/browser/list/matched-table.ts';
import {
  guessedColumn,
  hasHeadings,
  readTable,
  withoutHeadings,
  type Table,
} from '../../src/site/browser/list/table.ts';

const LIMITS = { rowsMax: 5, columnsMax: 5 };
const parseTable = (bytes: Uint8Array): Table => readTable(bytes, LIMITS);

async function programRows(text: string): Promise<string[][]> {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  };
  const separator = detectSeparator(text);
  const dialect = { delimiter: separator ?? '\0', ...(hasPlainQuotes(text, separator) && { quotes: 'none' as const }) };
  const rows: string[][] = [];
  for await (const cells of csvRows('table', await readText('table', chunks(), { isWhole: true }), dialect)) {
    if (cells instanceof BrokenRow) throw new RangeError(cells.reason);
    rows.push(cells);
  }
  return rows;
}

suite('A table in the browser', () => {
  for (const [what, text] of [
    ['with commas', 'a,b\n1,2\n'],
    ['with quotes, line breaks and separators inside', 'a;b\r\n"x ""y""";"1\r\n2;3"\r\n;\r\n'],
    ['without a last line break', 'a,b\n1,'],
    ['with empty lines', '\na,b\n\n1,2\n\r\n3,4\n\n'],
    ['with an empty quoted cell', 'a\n""\nb\n'],
    ['with one column', 'name\nNord, AS\nSüd\n'],
    ['with tabs and plain quotes', 'a\tb\n"Rīga" SIA\tLV\n'],
    ['with a byte order mark', '\uFEFFa|b\n1|2\n'],
  ] as const)
    test(`${what} has the rows that the program reads`, async () => {
      const { header, rows } = parseTable(Buffer.from(text));
      assert.deepEqual([header, ...rows], await programRows(text));
    });

  for (const [what, text] of [
    ['a row with more cells', 'a,b\n1,2,3\n'],
    ['a row with fewer cells', 'a,b\n1\n'],
    ['an open quote', 'a,b\n"1,2\n'],
  ] as const)
    test(`with ${what} is refused, as by the program`, async () => {
      assert.throws(() => parseTable(Buffer.from(text)), RangeError);
      await assert.rejects(programRows(text));
    });

  for (const [what, text] of [
    ['columns', `${',a'.repeat(LIMITS.columnsMax)}\n`],
    ['rows', `a,b\n${'1,2\n'.repeat(LIMITS.rowsMax + 1)}`],
  ] as const)
    test(`with too many ${what} is refused`, () => {
      const message = `The file has more than the 5 ${what} that this page takes. For longer lists use "openfirma match".`;
      assert.throws(() => parseTable(Buffer.from(text)), { message });
    });

  for (const [encoding, bytes] of [
    ['UTF-8', Buffer.from('näme\nÅ\n')],
    ['WINDOWS-1252', Buffer.from('näme\nÅ\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFnäme\nÅ\n', 'utf16le')],
    ['UTF-16', Buffer.from('näme\nÅ\n', 'utf16le')],
    ['UTF-16', Buffer.from('\uFEFFnäme\nÅ\n', 'utf16le').swap16()],
  ] as const)
    test(`is read as ${encoding}: ${bytes.toString('hex')}`, () => {
      const table = parseTable(bytes);
      assert.deepEqual([table.encoding, table.header, table.rows], [encoding, ['näme'], [['Å']]]);
    });

  const NAMES = {
    name: { names: ['company name', 'raison sociale'] },
    country: { names: [] },
    number: { names: ['ust id', 'company #'], numberWords: ['nr', 'no'] },
    anyNumber: { names: ['number'] },
  };

  test('has its columns guessed by headings, likelier ones first', () => {
    assert.equal(guessedColumn(['x', 'Raison Sociale', 'COMPANY_NAME'], NAMES, 'name'), 2);
    assert.equal(guessedColumn(['x', 'USt-IdNr.', 'number'], NAMES, 'number'), 1);
    assert.equal(guessedColumn(['x', 'Company no', 'number'], NAMES, 'number'), 1);
    assert.equal(guessedColumn(['x', 'number'], NAMES, 'number'), 1);
    assert.equal(guessedColumn(['x', 'Company'], NAMES, 'number'), -1);
  });

  test('of one column without a known heading loses no company', () => {
    const table = parseTable(Buffer.from('Nord AS\nSüd AG\n'));
    assert.equal(hasHeadings(table, NAMES), false);
    const { header, rows } = withoutHeadings(table);
    assert.deepEqual([header, rows], [['column 1'], [['Nord AS'], ['Süd AG']]]);
    assert.equal(hasHeadings(parseTable(Buffer.from('Company name\nNord AS\n')), NAMES), true);
    assert.equal(hasHeadings(parseTable(Buffer.from('a,b\n1,2\n')), NAMES), true);
  });
});

suite('The downloaded table', () => {
  const company = { id: 'co_1', name: '=Nord', score: 40, match: false, reason: 'same name' };
  const row = (more: Partial<MatchedRow>): MatchedRow => ({ cells: ['+a'], candidates: [company, { ...company, id: 'co_2', name: 'Süd', description: 'NO · 8 · Bergen', score: 20 }], chosen: 0, isChecked: false, ...more }); // prettier-ignore
  const table = { header: ['name'], rows: [], separator: undefined, encoding: 'UTF-8' };

  test('has the chosen company, the others behind it, and no formulas', () => {
    const rows = [
      row({}),
      row({ chosen: 1, isChecked: true }),
      row({ chosen: -1 }),
      row({ candidates: [], chosen: -1 }),
    ];
    const text = downloadText(
      table,
      rows,
      new Map([['co_1', { number: '7', locality: 'Oslo', country: 'NO', state: 'active' }]]),
      2,
    );
    assert.deepEqual(text.split('\r\n'), [
      '\uFEFFname,company_id,company_name,company_number,company_locality,company_country,company_state,match_score,match_certain,match_reason,candidate_2_id,candidate_2_name,candidate_2_description,candidate_2_score,match_checked',
      "'+a,co_1,'=Nord,7,Oslo,NO,active,40,false,same name,co_2,Süd,NO · 8 · Bergen,20,false",
      "'+a,co_2,Süd,,,,,20,false,same name,co_1,'=Nord,,40,true",
      "'+a,,,,,,,,false,none of the candidates,co_1,'=Nord,,40,false",
      "'+a,,,,,,,,false,no similar name,,,,,false",
      '',
    ]);
  });

  test('has doubtful rows, certain ones, and rows without a likely company', () => {
    const kinds = (['doubtful', 'certain', 'without'] as const).map(
      (kind) =>
      [row({}), row({ candidates: [{ ...company, match: true }] }), row({ candidates: [{ ...company, score: 5 }] }), row({ candidates: [] })].map((one) => isOfKind(one, kind, 10)), // prettier-ignore
    );
    assert.deepEqual(kinds, [[true, false, false, false], [false, true, false, false], [false, false, true, true]]); // prettier-ignore
  });
});
