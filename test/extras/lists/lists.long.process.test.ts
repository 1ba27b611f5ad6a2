/** Input and output of lists: what `openfirma match` and `enrich` write for each form of a list, and what they refuse. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildSnapshot } from '../../../src/build/index.ts';
import { csvRows, readText } from '../../../src/importer/index.ts';
import { builtSample, SAMPLE_FILE } from '../../fixtures/built-sample.ts';
import { ResidentCommand, type Ended } from '../../fixtures/resident-command.ts';
import { createWorkbook } from '../../importing/workbook-fixture.ts';

const HEADER = ['Nr', 'Firma', 'Land', 'USt-IdNr', 'Notiz'];
const ROWS = [
  ['1', 'aallokas marjatila', 'Finnland', 'FI01100716', 'zwei\nZeilen'],
  ['2', 'Aallokas Marjatilla Oy', 'FI', '', 'a;b,c\td|e'],
  ['3', 'Œuvre inconnue «Ž»', 'Frankreich', '', 'ein "Zitat"'],
  ['4', '', 'Atlantis', '', ' Leerzeichen '],
  ['5', 'Ångström Påhitt', '', '', '007'],
];
const BEST = ['co_1xw5a8veabsvyw18kvw13gstxc', undefined, '', '', ''];

const quoted = (cells: readonly string[], separator: string): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);
const table = (separator: string, lineBreak = '\n'): string =>
  [HEADER, ...ROWS].map((cells) => quoted(cells, separator) + lineBreak).join('');
const withoutBreaks = ROWS.map((cells) => cells.map((cell) => cell.replaceAll(/[\n\t]/g, ' ')));
const plain = [HEADER, ...withoutBreaks].map((cells) => `${cells.join('\t')}\n`).join('');

async function parseCells(text: string, delimiter: string): Promise<string[][]> {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  };
  const rows: string[][] = [];
  for await (const cells of csvRows('output', await readText('output', chunks(), { isWhole: true }), { delimiter }))
    rows.push(cells as string[]);
  return rows;
}

suite('A list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openfirma-lists-'));
  const resident = new ResidentCommand();
  let sample: Awaited<ReturnType<typeof builtSample>>;
  before(async () => {
    sample = await builtSample();
  });
  after(() => {
    resident.close();
    sample.remove();
    rmSync(folder, { recursive: true });
  });

  const at = (name: string): string => join(folder, name);
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  const run = (...args: readonly string[]): Promise<Ended> => resident.run(args, folder);
  const match = (...args: readonly string[]): Promise<Ended> => run('match', sample.path, ...args);
  const partials = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.part'));

  for (const [what, name, bytes, said, separator, rows] of [
    ['with commas', 'a.csv', Buffer.from(table(',')), 'separator ",", encoding UTF-8', ',', ROWS],
    ['with semicolons and line breaks of Windows', 'b.csv', Buffer.from(table(';', '\r\n')), 'separator ";", encoding UTF-8', ';', ROWS], // prettier-ignore
    [
      'with tabs and quotes inside cells',
      'c.tsv',
      Buffer.from(plain),
      'separator tab, encoding UTF-8',
      '\t',
      withoutBreaks,
    ],
    ['in Windows-1252', 'd.csv', Buffer.from(table(';').replace('Œuvre inconnue «Ž»', '\x8Cuvre inconnue «\x8E»'), 'latin1'), 'encoding WINDOWS-1252', ';', ROWS], // prettier-ignore
    [
      'in UTF-16',
      'e.txt',
      Buffer.from(`\uFEFF${table('\t')}`, 'utf16le'),
      'separator tab, encoding UTF-16',
      '\t',
      ROWS,
    ],
    ['with a byte order mark, compressed', 'f.csv.gz', gzipSync(`\uFEFF${table(';')}`), 'separator ";", encoding UTF-8', ';', ROWS], // prettier-ignore
    ['in a workbook', 'g.xlsx', createWorkbook({ Kunden: [HEADER, ...ROWS] }), 'sheet "Kunden"', ',', ROWS],
  ] as const)
    test(`${what} comes back row by row, with its values and the company of each row`, async () => {
      writeFileSync(at(name), bytes);
      const { status, stdout, stderr } = await match(name);
      assert.equal(status, 0, stderr);
      assert.ok(stderr.includes(said), stderr);
      assert.ok(stderr.includes('name column "Firma", country column "Land", number column "USt-IdNr"'), stderr);
      const [header, ...written] = await parseCells(stdout, separator);
      assert.deepEqual(header?.slice(0, HEADER.length + 2), [...HEADER, 'company_id', 'company_name']);
      assert.deepEqual(
        written.map((cells) => cells.slice(0, HEADER.length)),
        rows,
      );
      for (const [i, id] of BEST.entries()) if (id !== undefined) assert.equal(written[i]?.[HEADER.length], id);
      assert.equal(stdout.includes('\r\n'), bytes.includes('\r\n'));
      assert.equal(stdout.startsWith('\uFEFF'), ['d.csv', 'e.txt', 'f.csv.gz', 'g.xlsx'].includes(name));
    });

  test('says why each company is meant, or none', async () => {
    writeFileSync(at('why.csv'), table(';'));
    const { stdout, stderr } = await match('why.csv', '--candidates', '1');
    const [header = [], ...written] = await parseCells(stdout, ';');
    const column = (name: string): (string | undefined)[] => written.map((cells) => cells[header.indexOf(name)]);
    assert.deepEqual(column('match_certain'), ['true', 'false', 'false', 'false', 'false']);
    assert.deepEqual(column('match_reason').slice(0, 4), [
      'same number, same name, requested country',
      'similar name, same legal form, other companies are likely too',
      'no similar name',
      'the row has neither a name nor a number',
    ]);
    assert.deepEqual([column('company_country')[0], column('company_state')[0]], ['FI', 'active']);
    assert.match(stderr, /5 rows: 1 certain, /);
    assert.match(stderr, /99\.5 to 99\.6 percent of the certain companies were right/);
  });

  test('of JSON lines keeps the text of each object, and gets one more field', async () => {
    const lines = ['{"name":"aallokas marjatila","country":"FI","n":1.0,"big":12345678901234567890}', '{"name": "\\u0041b" }', '{}']; // prettier-ignore
    writeFileSync(at('a.jsonl'), lines.join('\n'));
    const { stdout, stderr, status } = await match('a.jsonl');
    assert.equal(status, 0, stderr);
    const written = stdout.trimEnd().split('\n');
    for (const [i, line] of lines.entries()) assert.ok(written[i]?.startsWith(line.slice(0, -1).trimEnd()), written[i]);
    const results = written.map((line) => (JSON.parse(line) as { openfirma: { match_reason: string } }).openfirma);
    assert.equal(results.length, 3);
    assert.equal(results[2]?.match_reason, 'the row has neither a name nor a number');
  });

  test('with chosen columns, separator and encoding needs no guess', async () => {
    writeFileSync(at('odd.txt'), Buffer.from('x#y\nÅland Päällikkö#1\n', 'latin1'));
    const { stderr, stdout } = await match('odd.txt', '--separator', '#', '--encoding', 'windows-1252', '--name', '1', '--no-number'); // prettier-ignore
    assert.match(
      stderr,
      /^match {2}odd\.txt: the first row "x", "y" has the headings \(else --no-header\), name column "x", no country column, no number column$/m,
    );
    assert.match(stdout, /Åland Päällikkö#1#/);
  });

  test('has no formulas in its output, except with --raw', async () => {
    writeFileSync(at('formulas.csv'), 'name,x\nNord,=1+1\n+Nord,-5\n');
    const guarded = (await match('formulas.csv')).stdout;
    assert.match(guarded, /^Nord,'=1\+1,[^]*^'\+Nord,-5,/m);
    assert.match((await match('formulas.csv', '--raw')).stdout, /^Nord,=1\+1,[^]*^\+Nord,-5,/m);
  });

  test('continues where a run ended, whatever the last bytes were, and gives the same file', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `${i},"Aallokas\n${i}",FI\n`);
    const whole = `nr,name,country\n${rows.join('')}`;
    writeFileSync(at('long.csv'), whole);
    assert.equal((await match('long.csv', '--out', 'long-out.csv')).status, 0);
    const expected = read('long-out.csv');
    // A broken row ends a run, but its output is kept.
    writeFileSync(at('long.csv'), `nr,name,country\n${rows.slice(0, 80).join('')}80\n`);
    const broken = await match('long.csv', '--out', 'again.csv');
    assert.equal(broken.status, 1);
    assert.match(broken.stderr, /line 162: the record has 1 cell, the header has 3/);
    const [partial = ''] = partials();
    assert.ok(partial.startsWith('again.csv.'), partial);
    const left = read(partial);
    assert.ok(expected.startsWith(left) && left.split('\n').length > 100);
    writeFileSync(at('long.csv'), whole);
    for (const bytes of [left.length, left.length - 1, left.length - 40, 200, 10, 0]) {
      writeFileSync(at(partial), left.slice(0, bytes));
      const { status, stderr } = await match('long.csv', '--out', 'again.csv', '--resume', '--force');
      assert.equal(status, 0, stderr);
      assert.equal(read('again.csv'), expected, `${bytes} bytes`);
      assert.deepEqual(partials(), []);
    }
    writeFileSync(at(partial), left);
    writeFileSync(at('long.csv'), whole.replace('70,', '71,'));
    const other = await match('long.csv', '--out', 'again.csv', '--resume', '--force');
    assert.match(other.stderr, /^openfirma: Cannot continue "again\.csv\.\w{8}\.part": its row 71 is not row 71 of the input; remove it, or run without --resume$/m); // prettier-ignore
    assert.equal(read(partial), left);
  });

  test('is refused with a message that names the cause', async () => {
    writeFileSync(at('bare.ndjson'), readFileSync(SAMPLE_FILE, 'utf8').split('\n').slice(0, 20).join('\n') + '\n');
    await buildSnapshot({ inputs: [at('bare.ndjson')], out: at('bare.snapshot') });
    writeFileSync(at('taken.csv'), 'name,company_id\nNord,co_1\n');
    writeFileSync(at('unknown.csv'), 'a,b\n1,2\n');
    writeFileSync(at('array.json'), '[{"name":"Nord"}]');
    writeFileSync(at('empty.csv'), '\n');
    for (const [args, message] of [
      [
        ['match', 'bare.snapshot', 'taken.csv'],
        /"bare\.snapshot": it has no match index; build it with "openfirma build --match"/,
      ],
      [['match', sample.path, 'taken.csv'], /it has a column "company_id" already/],
      [['match', sample.path, 'taken.csv', '--out', 'taken.csv'], /Cannot write "taken\.csv": it is the input/],
      [['match', sample.path, 'taken.csv', '--resume'], /--resume continues a file/],
      [['match', sample.path, 'unknown.csv'], /no column looks like names or numbers; .*The columns are "a", "b"/],
      [
        ['match', sample.path, 'unknown.csv', '--name', 'c'],
        /it has no column "c" \(--name\); its columns are "a", "b"/,
      ],
      [['match', sample.path, 'array.json'], /it is a JSON array; must be JSON lines/],
      [['match', sample.path, 'empty.csv'], /it is empty/],
      [
        ['match', sample.path, 'd.csv', '--encoding', 'utf-8'],
        /not UTF-8 after byte 0; set --encoding to windows-1252 or utf-16/,
      ],
      [['enrich', sample.path, 'unknown.csv'], /no column looks like company IDs or numbers/],
    ] as const) {
      const { status, stderr, stdout } = await run(...args);
      assert.deepEqual([status, stdout], [1, ''], args.join(' '));
      assert.match(stderr, message);
    }
  });

  test('gets details by ID after it was matched, and by number', async () => {
    writeFileSync(at('few.csv'), 'name,vat\nAallokas Marjatila,FI01100716\nNobody,FI99999999\n');
    await match('few.csv', '--out', 'few-matched.csv');
    const byId = await parseCells((await run('enrich', sample.path, 'few-matched.csv', '--fields', 'locality,euid,lei')).stdout, ','); // prettier-ignore
    // The list has the town already.
    assert.deepEqual(byId[0]?.slice(-4), ['candidate_3_score', 'company_lookup', 'company_euid', 'company_lei']);
    assert.deepEqual(byId[1]?.slice(-3), ['found', 'FISAMPLE.0110071-6', '']);
    assert.equal(byId[1]?.[byId[0]?.indexOf('company_locality') ?? -1], 'Tuulispääby');
    const { stdout, stderr } = await run('enrich', sample.path, 'few.csv', '--fields', 'name');
    const [, ...byNumber] = await parseCells(stdout, ',');
    assert.deepEqual(byNumber.map((cells) => cells.slice(2)), [
      ['co_1xw5a8veabsvyw18kvw13gstxc', 'found', 'Aallokas Marjatila Oy'],
      ['', 'no company has the number', ''],
    ]); // prettier-ignore
    assert.match(stderr, /2 rows: 1 found, 0 redirected or withdrawn, 1 not found/);
  });
});
