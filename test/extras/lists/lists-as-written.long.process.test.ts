/** Lists as spreadsheets and other programs write them: lost digits, placeholders, headings, cells of workbooks, other forms of files. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { RegisterLine } from '../../../src/model/index.ts';
import { createZip } from '../../../src/importer/formats/zip-fixture.ts';
import { builtSample } from '../../fixtures/built-sample.ts';
import { ResidentCommand, type Ended } from '../../fixtures/resident-command.ts';
import { createWorkbook } from '../../importing/workbook-fixture.ts';

const swedish = (name: string, value: string, locality: string): RegisterLine => ({
  name,
  country_code: 'SE',
  identifiers: [{ scheme: 'national_registry_number', value, country_scope: 'SE' }],
  address: { locality, country_code: 'SE' },
  state: 'active',
});
const LINES: readonly RegisterLine[] = [
  swedish('Kvistfnatt AB', '5569988776', 'Kiruna'),
  swedish('Tredubbel Bolaget AB', '5569988669', 'Ystad'),
  swedish('Tredubbel Bolaget AB', '5569988701', 'Falun'),
  swedish('Tredubbel Bolaget AB', '5569988719', 'Visby'),
  {
    name: 'Zwiebelkuchen SAS',
    country_code: 'FR',
    identifiers: [{ scheme: 'national_registry_number', value: '998877666', country_scope: 'FR' }],
  },
  {
    name: 'TRUE',
    country_code: 'IE',
    identifiers: [{ scheme: 'national_registry_number', value: '998811', country_scope: 'IE' }],
  },
];

suite('A list as it is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-lists-written-'));
  const resident = new ResidentCommand();
  let sample: Awaited<ReturnType<typeof builtSample>>;
  before(async () => {
    sample = await builtSample(LINES);
  });
  after(() => {
    resident.close();
    sample.remove();
    rmSync(folder, { recursive: true });
  });
  const write = (name: string, bytes: string | Buffer): void => writeFileSync(join(folder, name), bytes);
  const run = (command: string, ...args: readonly string[]): Promise<Ended> =>
    resident.run([command, sample.path, ...args], folder);
  /** Splits at commas and semicolons that no blank follows, so that those of sentences do not count. */
  const parseRows = (text: string): string[][] => text.trimEnd().split(/\r?\n/).map((line) => line.split(/[,;](?! )/)); // prettier-ignore
  /** Returns the values of a column of the output. */
  const column = ({ stdout, stderr }: Ended, name: string): (string | undefined)[] => {
    const [header = [], ...rows] = parseRows(stdout.replace('\uFEFF', ''));
    const at = header.indexOf(name);
    assert.ok(at >= 0, `${name}: ${stderr}`);
    return rows.map((cells) => cells[at]);
  };

  test('has numbers that a spreadsheet made floats, and says which lost digits', async () => {
    const numbers = ['5569988776.0', '5569988776.00', '5.56999E+9', '5569988776', 'unknown', '0', 'n/a', 'applied for'];
    write('floats.csv', `name;number\n${numbers.map((number) => `Kvistfnatt AB;${number}\n`).join('')}`);
    const matched = await run('match', 'floats.csv', '--separator', ';', '--candidates', '1');
    assert.match(matched.stderr, /number column "number"/);
    assert.match(
      matched.stderr,
      /^match {2}1 number has lost digits in a spreadsheet, such as "5\.56999E\+9": it counts/m,
    );
    const rows = matched.stdout.trimEnd().split('\n').slice(1).map((line) => line.split(';')); // prettier-ignore
    const isCertain = rows.map((cells) => cells.includes('true'));
    assert.deepEqual(isCertain, numbers.map(() => true), matched.stdout); // prettier-ignore
    assert.equal(rows.filter((cells) => cells.join(';').includes('same number')).length, 3);
    assert.match(rows[2]?.join(';') ?? '', /the number .*5\.56999E\+9.* has lost digits/);
    const enriched = await run('enrich', 'floats.csv', '--separator', ';', '--fields', 'name');
    const found = enriched.stdout.trimEnd().split('\n').slice(1).map((line) => line.split(';')[3]); // prettier-ignore
    const none = 'the row has neither an ID nor a number';
    assert.deepEqual(found, ['found', 'found', 'the number has lost digits', 'found', none, none, none, none]);
  });

  test('headed SIRET is matched and enriched, with blanks and without', async () => {
    write('siret.csv', 'SIRET\n99887766600011\n998 877 666 00011\n998877666\n99887766600011.0\n');
    const matched = await run('match', 'siret.csv', '--separator', ',');
    assert.deepEqual(column(matched, 'company_name'), Array.from({ length: 4 }, () => 'Zwiebelkuchen SAS'), matched.stdout); // prettier-ignore
    const enriched = await run('enrich', 'siret.csv', '--separator', ',', '--fields', 'name');
    assert.deepEqual(
      column(enriched, 'company_lookup'),
      Array.from({ length: 4 }, () => 'found'),
    );
  });

  for (const [what, text, args, said, rows] of [
    ['without a heading', 'Kvistfnatt AB\nTredubbel Bolaget\n', [], 'the first row "Kvistfnatt AB" is a row (--header if it is a heading)', 2],
    ['with an unknown heading that --header names', 'Partner 2024\nKvistfnatt AB\n', ['--header'], 'name column "Partner 2024"', 1],
    ['with a heading that --name names', 'Partner 2024\nKvistfnatt AB\n', ['--name', 'Partner 2024'], 'name column "Partner 2024"', 1],
    ['with a known heading', 'Firma\nKvistfnatt AB\n', [], 'name column "Firma"', 1],
    ['of numbers without a heading', '5569988776\n5569988669\n', [], 'number column "column 1"', 2],
  ] as const)
    test(`of one column ${what} loses no company`, async () => {
      write('one.csv', text);
      const { stdout, stderr, status } = await run('match', 'one.csv', ...args);
      assert.equal(status, 0, stderr);
      assert.ok(stderr.includes(said), stderr);
      assert.equal(parseRows(stdout).length, 1 + rows);
      assert.ok(stderr.includes(rows === 1 ? 'match  1 row: 1 certain' : `${rows} rows: `), stderr);
      assert.ok(rows !== 1 || stderr.includes('by their scores 1 of the companies is right'), stderr);
    }); // prettier-ignore

  test('replaces no file without --force', async () => {
    write('few.csv', 'name\nKvistfnatt AB\n');
    write('mine.csv', 'not to be lost');
    for (const command of ['match', 'enrich']) {
      const { status, stderr } = await run(command, 'few.csv', '--out', 'mine.csv');
      assert.deepEqual([status, stderr.includes('Cannot write "mine.csv": it exists; --force replaces it')], [1, true], stderr); // prettier-ignore
      assert.equal(readFileSync(join(folder, 'mine.csv'), 'utf8'), 'not to be lost');
    }
    assert.equal((await run('match', 'few.csv', '--out', 'mine.csv', '--force')).status, 0);
    assert.match(readFileSync(join(folder, 'mine.csv'), 'utf8'), /^name,company_id/);
  });

  test('in a workbook keeps its cells as a spreadsheet shows them, and says what it cannot keep', async () => {
    const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const header = ['name', 'number', 'bool', 'date', 'time', 'share', 'error', 'formula', 'empty', 'x'];
    const cells = `<c t="b"><v>1</v></c><c s="4"><v>998811</v></c><c t="b"><v>0</v></c><c s="1"><v>46354</v></c><c s="2"><v>46354.5</v></c><c s="3"><v>0.255</v></c><c t="e"><v>#N/A</v></c><c><f>A1+1</f><v>12.5</v></c><c><f>A1+1</f></c>${inline('a&#7;b')}`;
    write(
      'cells.xlsx',
      createWorkbook(
        { Kunden: [[]] },
        {
          'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${header.map(inline).join('')}</row><row>${cells}</row></sheetData></worksheet>`,
          'xl/styles.xml': '<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>',
          'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/styles" Target="styles.xml"/></Relationships>',
        },
      ),
    ); // prettier-ignore
    const matched = await run('match', 'cells.xlsx');
    assert.equal(matched.status, 0, matched.stderr);
    assert.ok(matched.stdout.includes('TRUE,00998811,FALSE,2026-11-28,2026-11-28 12:00,25.5%,#N/A,12.5,,ab,'), matched.stdout); // prettier-ignore
    assert.deepEqual(column(matched, 'company_name'), ['TRUE']);
    assert.match(matched.stderr, /^match {2}1 formula without a stored result: save the workbook in a spreadsheet/m);
    assert.match(matched.stderr, /^match {2}1 control character removed$/m);
  });

  for (const [name, bytes, said] of [
    ['list.ods', createZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>', 'META-INF/manifest.xml': '<x/>' }), 'ODS is not read: save it as XLSX or CSV'],
    ['list.xlsb', createZip({ 'xl/workbook.bin': 'x', 'xl/worksheets/sheet1.bin': 'x' }), 'XLSB is not read: save it as XLSX or CSV'],
    ['list.numbers', createZip({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }), 'a file of Numbers is not read: save it as XLSX or CSV'],
    ['list.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'XLS, or an XLSX with a password, is not read: save it as XLSX or CSV'],
    ['page.xls', Buffer.from('<html><table><tr><td>Firma</td></tr></table></html>'), 'XML or HTML is not read: open it in a spreadsheet, and save it as XLSX or CSV'],
    ['list.parquet', Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'name', data: ['Mill'] }] })), 'Parquet is not read: save it as CSV'],
  ] as const)
    test(`that is ${name} is refused by name, also with --sheet`, async () => {
      write(name, bytes);
      for (const args of [[], ['--sheet', 'content.xml']]) {
        const { status, stderr, stdout } = await run('match', name, ...args);
        assert.deepEqual([status, stdout], [1, '']);
        assert.ok(stderr.includes(said), stderr);
      }
    }); // prettier-ignore

  test('has the byte order mark that it had, or that --bom asks for, and says where Excel needs one', async () => {
    write('plain.csv', 'name\nKvistfnatt AB\nÅngström Påhitt\n');
    write('marked.csv', '\uFEFFname\nKvistfnatt AB\n');
    for (const [args, isMarked] of [
      [['plain.csv'], false],
      [['plain.csv', '--bom'], true],
      [['marked.csv'], true],
      [['marked.csv', '--no-bom'], false],
    ] as const) {
      const { stderr } = await run('match', ...args, '--out', 'marks.csv', '--force');
      assert.equal(readFileSync(join(folder, 'marks.csv'), 'utf8').startsWith('\uFEFF'), isMarked, args.join(' '));
      const isNoted = stderr.includes('"marks.csv" has no byte order mark, without which Excel misreads its letters: --bom writes one'); // prettier-ignore
      assert.equal(isNoted, args[0] === 'plain.csv' && !isMarked, stderr);
    }
    write('lines.jsonl', '{"name":"Kvistfnatt AB"}\n');
    assert.match((await run('match', 'lines.jsonl', '--bom')).stderr, /with --bom: JSON has no byte order mark/);
  });

  test('tells further candidates of one name apart', async () => {
    write('same.csv', 'name,country\nTredubbel Bolaget AB,SE\n');
    const matched = await run('match', 'same.csv');
    const [best] = column(matched, 'company_locality');
    const described = [column(matched, 'candidate_2_description')[0], column(matched, 'candidate_3_description')[0]];
    const towns = ['Ystad', 'Falun', 'Visby'].filter((town) => town !== best);
    assert.equal(towns.length, 2);
    for (const town of towns) assert.ok(described.some((text) => text?.includes(` · ${town} · active`)), described.join()); // prettier-ignore
    for (const text of described) assert.match(text ?? '', /^SE · 55699\d{5} · /);
    write('same.jsonl', '{"name":"Tredubbel Bolaget AB","country":"SE"}\n');
    const { openfirma } = JSON.parse((await run('match', 'same.jsonl')).stdout) as { openfirma: { candidates: { description?: string }[] } }; // prettier-ignore
    assert.equal(openfirma.candidates.length, 2);
    for (const { description } of openfirma.candidates) assert.match(description ?? '', /^SE · 55699\d{5} · /);
  });
});
