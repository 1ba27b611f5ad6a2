import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runImport } from '../../src/importer/index.ts';
import { createZip } from '../../src/importer/formats/zip-fixture.ts';
import { InputError, type RegisterLine } from '../../src/model/index.ts';
import { beKbo } from '../../src/registers/be-kbo/index.ts';
import { ltJar } from '../../src/registers/lt-jar/index.ts';
import { uaEdr } from '../../src/registers/ua-edr/index.ts';
import { folder } from '../fixtures/folder.ts';
import { createWorkbook } from './workbook-fixture.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'src', 'registers', 'be-kbo', 'fixtures');

/** Packs the files of the fixture as one zip, without some of them and with more. */
function zipped(t: TestContext, name: string, without: readonly string[], more: Record<string, string> = {}): string {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-zip-'));
  t.after(() => rmSync(at, { recursive: true }));
  const files = readdirSync(FIXTURES).filter((file) => !file.startsWith('expected') && !without.includes(file));
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(FIXTURES, file), 'utf8')]));
  writeFileSync(join(at, name), createZip({ ...texts, ...more }));
  return join(at, name);
}

async function imported(path: string): Promise<string> {
  const output = join(path, '../out');
  await runImport(beKbo, { output, inputs: [path], maxRejects: 0 });
  return readFileSync(output, 'utf8');
}

test('be-kbo takes all files of one zip', async (t) => {
  const expected = readFileSync(join(FIXTURES, 'expected.ndjson'), 'utf8');
  assert.equal(await imported(zipped(t, 'KboOpenData_0999_2026_10_05_Extract.zip', [])), expected);
});

test('be-kbo dates lines by the name of the zip if meta.csv is missing', async (t) => {
  const dates = async (name: string): Promise<unknown[]> => {
    const lines = (await imported(zipped(t, name, ['meta.csv']))).trim().split('\n');
    return [...new Set(lines.map((line) => (JSON.parse(line) as RegisterLine).as_of_date))];
  };
  assert.deepEqual(await dates('KboOpenData_0999_2026_10_05_Extract.zip'), ['2026-10-05']);
  // Until 2025 the names had no day.
  assert.deepEqual(await dates('KboOpenData_0099_2024_10_Extract.zip'), [undefined]);
});

const REFUSED: [string, string, Record<string, string>, RegExp][] = [
  [
    'a Full zip that holds far too little',
    'KboOpenData_0999_2026_10_05_Full.zip',
    {},
    /_Full\.zip!.*: a full file of be-kbo holds at least \d{7,8} records, this one \d\d; if it is an extract, give "KboOpen[^"]+_Full.zip" another name$/,
  ],
  [
    'an Update zip',
    'KboOpenData_0999_2026_10_05_Update.zip',
    { 'activity_delete.csv': '"EntityNumber"\n"1999.000.150"\n' },
    /_Update\.zip!activity.*: it is part of an Update, which holds only changes/,
  ],
];
for (const [claim, name, more, want] of REFUSED) {
  test(`be-kbo refuses ${claim}`, async (t) => {
    const zip = zipped(t, name, [], more);
    await assert.rejects(imported(zip), (error) => error instanceof InputError && want.test(error.message));
  });
}

test('ua-edr reads the file in its zip, and explains how to unpack Deflate64', async (t) => {
  const path = join(folder(t), 'UO.zip');
  const output = `${path}.out`;
  const read = async () => runImport(uaEdr, { output, inputs: [path], maxRejects: 0 });
  const subject = '<SUBJECT><RECORD>1</RECORD><OPF>A</OPF></SUBJECT>';
  const zip = createZip({ 'uo-part.xml': `<?xml version="1.0" encoding="windows-1251"?><DATA>${subject}</DATA>` });
  writeFileSync(path, zip);
  assert.equal((await read()).written, 1);
  // The method is in the header of the file and in the directory of the zip.
  zip.writeUInt16LE(9, 8);
  zip.writeUInt16LE(9, zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 10);
  writeFileSync(path, zip);
  await assert.rejects(
    read(),
    /uo-part\.xml" inside it: it is compressed with Deflate64 \(method 9\); unpack it with 7-Zip \(7z x\), and give the file that was inside$/,
  );
});

test('a register that publishes CSV refuses an XLSX file under any name', async (t) => {
  const path = join(folder(t), 'companies.csv');
  writeFileSync(path, createWorkbook({ A: [['a'], ['b']] }));
  for (const register of [beKbo, ltJar]) {
    const run = runImport(register, { output: join(path, '../out'), inputs: [path], maxRejects: 0 });
    await assert.rejects(run, /companies\.csv!A": it is XLSX; take the CSV edition$/);
  }
});
