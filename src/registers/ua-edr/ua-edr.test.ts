import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withZeros, type ImportOptions } from '../../importer/index.ts';
import { imported, importedText } from '../fixture-import.ts';
import { currentFiles, uaEdr } from './index.ts';

const FIXTURE = fileURLToPath(new URL('fixtures/uo-17.11.2026.xml', import.meta.url));

for (const [code, want] of [
  ['32129', '00032129'],
  ['26535980', '26535980'],
  ['АБ123', 'АБ123'],
] as const) {
  test(`the code ${code} is padded to ${want}`, () => assert.equal(withZeros(code, 8), want));
}

/** Returns the bytes of a text in Windows-1251, which Node can only decode. */
function inWindows1251(text: string): Buffer {
  const letters = new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.from(Array.from(text, (letter) => letters.indexOf(letter)));
}

const subject = (more: string, code = '99999013'): string =>
  `<SUBJECT><RECORD>1</RECORD><NAME>А</NAME><OPF>ТОВ</OPF><EDRPOU>${code}</EDRPOU>${more}</SUBJECT>`;
const file = (...subjects: string[]): Buffer =>
  inWindows1251(`<?xml version="1.0" encoding="windows-1251"?><DATA>${subjects.join('')}</DATA>`);
const importBytes = (t: TestContext, bytes: Buffer, options: Partial<ImportOptions> = {}) =>
  importedText(t, uaEdr, bytes, 'in', options);

const SIGNERS: [claim: string, text: string, name: string, roles: string[] | undefined][] = [
  ['a role', 'ІВАН; керівник', 'ІВАН', ['керівник']],
  ['two roles', 'ІВАН; Голова Організації, Голова Правління', 'ІВАН', ['Голова Організації', 'Голова Правління']],
  ['a comma within parentheses', 'ІВАН; (згідно статуту, п. 1) - керівник', 'ІВАН', ['(згідно статуту, п. 1) - керівник']],
  ['line breaks', 'ІВАН\nПЕТРОВИЧ;\nкерівник\n', 'ІВАН ПЕТРОВИЧ', ['керівник']],
  ['no role', 'ІВАН', 'ІВАН', undefined],
  ['a power of attorney', `ІВАН; ${'укладати договори,\n'.repeat(20)}`, 'ІВАН', undefined],
  ['the number of a person', 'ІВАН; представник 1234567890', 'ІВАН', undefined],
  ['a company', 'ТОВ "ЛІКВІДАЦІЯ"; керуючий', 'ТОВ "ЛІКВІДАЦІЯ"', ['керуючий']],
]; // prettier-ignore
for (const [claim, text, name, roles] of SIGNERS) {
  test(`ua-edr reads a signer with ${claim}`, async (t) => {
    const { lines } = await importBytes(t, file(subject(`<SIGNERS><SIGNER>${text}</SIGNER></SIGNERS>`)));
    assert.deepEqual(lines[0]?.officers?.map((officer) => [officer.name, officer.roles]), [[name, roles]]); // prettier-ignore
  });
}

test('ua-edr never writes founders, owners, liquidators, or what is in a power of attorney', async (t) => {
  const { text } = await imported(t, uaEdr, [FIXTURE], { soleTraders: true });
  const source = new TextDecoder('windows-1251').decode(readFileSync(FIXTURE));
  for (const secret of ['ЗАСНОВНИК ТАЄМНИЙ', 'ВЛАСНИК ПРИХОВАНИЙ', 'ЛІКВІДАТОР НІХТО', 'рахунки в банках', '000123456789', 'КОЛИШНІЙ']) {
    assert.ok(source.includes(secret), secret);
    assert.ok(!text.includes(secret), secret);
  } // prettier-ignore
});

const entered = (state: string, entry: string): string =>
  `<STAN>${state}</STAN><REGISTRATION>01.02.2003; 01.02.2004; ${entry}</REGISTRATION>`;
const SHARED: [claim: string, subjects: string[], want: [key: string | undefined, status: string | undefined][]][] = [
  ['the running one', [subject(entered('припинено', '1000000001')), subject(entered('зареєстровано', '1000000002'))], [[undefined, 'зареєстровано']]],
  ['one without a key where there is one', [subject(entered('припинено', '1000000001'))], [[undefined, 'припинено']]],
  ['both, apart, where both are running', [subject(entered('зареєстровано', '1000000001')), subject(entered('ліквідація', '1000000002'))], [['ua-edr:1000000001', 'зареєстровано'], ['ua-edr:1000000002', 'ліквідація']]],
  ['both, apart, where both ended', [subject(entered('припинено', '1000000001')), subject(entered('скасовано', ''))], [['ua-edr:1000000001', 'припинено'], ['ua-edr:1', 'скасовано']]],
  ['one where the row is there twice', [subject(entered('зареєстровано', '1000000001')), subject(entered('ліквідація', '1000000001'))], [[undefined, 'зареєстровано']]],
]; // prettier-ignore
for (const [claim, subjects, want] of SHARED) {
  test(`ua-edr gives of the subjects with one code ${claim}`, async (t) => {
    const { lines } = await importBytes(t, file(...subjects));
    assert.deepEqual(lines.map((line) => [line.key, line.company_status]), want); // prettier-ignore
  });
}

test('ua-edr skips persons in business unless they are requested', async (t) => {
  const person = file('<SUBJECT><RECORD>1</RECORD><NAME>ВИГАДАНИЙ</NAME><STAN>зареєстровано</STAN></SUBJECT>');
  const { lines, report } = await importBytes(t, person);
  assert.deepEqual(lines, []);
  assert.equal(report.dropped['sole trader']?.count, 1);
  assert.equal((await importBytes(t, person, { soleTraders: true })).lines[0]?.name, 'ВИГАДАНИЙ');
});

for (const [claim, name, published, want] of [
  ['that of its name', '17.1-EX_XML_EDR_UO_FULL_08.05.2020.xml', undefined, '2020-05-08'],
  ['that of the command line', 'UO_08.05.2020.xml', '2026-11-17', '2026-11-17'],
  ['none, where none is known', 'in.xml', undefined, undefined],
] as const) {
  test(`ua-edr takes as the date of a file ${claim}`, async (t) => {
    const { lines } = await importedText(
      t,
      uaEdr,
      file(subject('')),
      name,
      published === undefined ? {} : { published },
    );
    assert.equal(lines[0]?.as_of_date, want);
  });
}

const REFUSED: [claim: string, name: string, bytes: Buffer, want: RegExp][] = [
  ['an edition in UTF-8', 'in', Buffer.from(`<DATA>${subject('')}</DATA>`), /it is UTF-8; must be WINDOWS-1251$/],
  ['the shape of 2022', 'in', inWindows1251('<DATA><RECORD><NAME>А</NAME></RECORD></DATA>'), /holds no record$/],
  ['the file of persons in business', '17.2-EX_XML_EDR_FOP_FULL.xml', file(subject('')), /holds persons in business; take UO\.zip/],
  ['the other file of the catalogue', 'fop.xml', file(subject('')), /holds persons in business; take UO\.zip/],
  ['a subject without its number', 'in', file('<SUBJECT><NAME>А</NAME></SUBJECT>'), /record 1: RECORD is missing$/],
  ['two names', 'in', file(subject('<NAME>Б</NAME>')), /record 1: NAME must be text, got \[/],
  ['a whole file that holds next to nothing', 'UO.xml', file(subject('')), /holds at least 1900000 records, this one 1; if it is an extract, give it another name$/],
]; // prettier-ignore
for (const [claim, name, bytes, want] of REFUSED) {
  test(`ua-edr refuses ${claim}`, async (t) => {
    await assert.rejects(importedText(t, uaEdr, bytes, name), want);
  });
}

test('ua-edr fetches only the file of legal persons, and nothing from a catalogue without it', async () => {
  const resources = [
    { name: 'FOP.zip', url: 'https://x/fop.zip' },
    { name: 'UO_schema.zip', url: 'https://x/s.zip' },
    { name: 'UO.zip', url: 'https://x/uo.zip' },
  ];
  const files = await currentFiles({ ckan: async () => resources });
  assert.deepEqual(files, [{ name: 'UO.zip', url: 'https://x/uo.zip', bytesMax: 1.5e9 }]);
  assert.deepEqual(await currentFiles({ ckan: async () => resources.slice(0, 2) }), []);
});
