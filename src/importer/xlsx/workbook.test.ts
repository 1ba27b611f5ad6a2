import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { InputError } from '../../model/index.ts';
import { createZip } from '../formats/zip-fixture.ts';
import { zipEntries } from '../formats/zip.ts';
import { COLUMNS_MAX, DEPTH_MAX, FIELD_CHARS_MAX } from '../limits.ts';
import { createWorkbook, type SheetsFixture } from '../../../test/importing/workbook-fixture.ts';
import { openWorkbook } from './workbook.ts';

/** Returns the rows of all sheets, with null for holes. */
async function readRows(t: TestContext, bytes: Buffer, onControls: (count: number) => void = () => {}) {
  const path = join(folder(t), 'book.xlsx');
  writeFileSync(path, bytes);
  const read: Record<string, unknown[]> = {};
  for (const sheet of (await openWorkbook(path, await zipEntries(path))) ?? []) {
    const rows: unknown[] = [];
    for await (const row of sheet.rows(() => {}, onControls)) rows.push(Array.from(row, (cell) => cell ?? null));
    read[sheet.name] = rows;
  }
  return read;
}

const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const worksheet = (inside: string): string => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;
/** Makes a workbook with one sheet, whose XML is `xml`, and the shared strings A, B and C. */
const ofXml = (xml: string, more: Record<string, string> = {}): Buffer =>
  createWorkbook({ Foaie: [['A', 'B', 'C']] }, { [SHEET]: xml, ...more });

test('a workbook has the rows of all sheets in order, without empty rows', async (t) => {
  const sheets: SheetsFixture = {
    'Întîi & "doi"': [['A<b>', 1003600012345, undefined, ' ţ '], [], [undefined, 'A<b>']],
    Doi: [[12.5]],
  };
  assert.deepEqual(await readRows(t, createWorkbook(sheets)), {
    'Întîi & "doi"': [
      ['A<b>', '1003600012345', null, ' ţ '],
      [null, 'A<b>'],
    ],
    Doi: [['12.5']],
  });
});

const CELLS: [claim: string, cell: string, want: string | null][] = [
  ['a shared string', '<c r="A1" t="s"><v>1</v></c>', 'B'],
  ['a whole number with all its digits', '<c r="A1"><v>1003600012345</v></c>', '1003600012345'],
  ['a whole number with an exponent', '<c r="A1" t="n"><v>1.003600012345E12</v></c>', '1003600012345'],
  ['a whole number with a point', '<c r="A1"><v>1003600012345.0</v></c>', '1003600012345'],
  ['a fraction as it is', '<c r="A1"><v>0.1</v></c>', '0.1'],
  ['a number of more digits than a cell holds as it is', '<c r="A1"><v>1.23456789012345678E20</v></c>', '1.23456789012345678E20'], // prettier-ignore
  ['the result of a formula', '<c r="A1" t="str"><f>A2&amp;"x"</f><v>la 14.09.2026</v></c>', 'la 14.09.2026'],
  ['a text in its place', '<c r="A1" t="inlineStr"><is><t>Ana</t></is></c>', 'Ana'],
  ['a text of runs, without how it is spoken', '<c r="A1" t="inlineStr"><is><r><t>A</t></r><rPh><t>x</t></rPh><r><t>na</t></r></is></c>', 'Ana'], // prettier-ignore
  ['an escaped half of a character', '<c r="A1" t="str"><v>a_xD800_</v></c>', 'a\ufffd'],
  ['an escaped character', '<c r="A1" t="str"><v>a_x000A_b_x005F_</v></c>', 'a\nb_'],
  ['entities', '<c r="A1" t="str"><v>&lt;&#x163;&#355;&amp;&gt;</v></c>', '<ţţ&>'],
  ['CDATA', '<c r="A1" t="str"><v><![CDATA[<&>]]></v></c>', '<&>'],
  ['a truth value as it is', '<c r="A1" t="b"><v>1</v></c>', '1'],
  ['a cell behind the one before, without a reference', '<c><v>7</v></c>', '7'],
  ['attributes in apostrophes', "<c r='A1' t='s'><v>0</v></c>", 'A'],
  ['attributes with the sign that ends a tag', '<c x="a>b" r="A1" t="s"><v>0</v></c>', 'A'],
  ['attributes on lines of their own', '<c\n\tr="A1"\n\tt="s"><v>0</v></c>', 'A'],
  ['names with a prefix', '<x:c r="A1" t="s"><x:v>2</x:v></x:c>', 'C'],
  ['a comment beside a value', '<c r="A1"><!-- <v>1</v> --><v>7</v></c>', '7'],
];
for (const [claim, cell, want] of CELLS) {
  test(`a sheet has ${claim}`, async (t) => {
    const { Foaie } = await readRows(t, ofXml(worksheet(`<row r="1">${cell}</row>`)));
    assert.deepEqual(Foaie, [[want]]);
  });
}

for (const [claim, cell] of [
  ['an error', '<c r="A1" t="e"><v>#N/A</v></c>'],
  ['a cell with only a style', '<c r="A1" s="7"/>'],
  ['an empty string', '<c r="A1" t="inlineStr"><is><t></t></is></c>'],
] as const) {
  test(`a sheet has no text for ${claim}`, async (t) => {
    assert.deepEqual(await readRows(t, ofXml(worksheet(`<row r="1">${cell}</row>`))), { Foaie: [] });
  });
}

test('a sheet counts removed control characters', async (t) => {
  let count = 0;
  const row = '<row><c t="str"><v>a_x0001_b&#2;c</v></c><c t="s"><v>0</v></c></row>';
  const strings = { [STRINGS]: '<sst><si><t>A_x0007_</t></si></sst>' };
  const read = await readRows(t, ofXml(worksheet(row), strings), (found) => void (count += found));
  assert.deepEqual([read, count], [{ Foaie: [['abc', 'A']] }, 3]);
});

test('a workbook may have parts in other places, charts, and no shared strings', async (t) => {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  const bytes = createWorkbook(
    { A: [] },
    {
      'xl/workbook.xml':
        '<w:workbook><w:sheets><w:sheet name="A" q:id="a"/><w:sheet name="B" q:id="b"/></w:sheets></w:workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', '/other/s.xml')}${relation('b', 'chartsheet', 'c.xml')}</Relationships>`,
      'other/s.xml': worksheet('<row><c><v>1</v></c></row>'),
    },
  );
  assert.deepEqual(await readRows(t, bytes), { A: [['1']] });
});

test('openWorkbook returns undefined for a zip that is not a workbook', async (t) => {
  const path = join(folder(t), 'x.zip');
  writeFileSync(path, createZip({ 'companies.csv': 'a,b' }));
  assert.equal(await openWorkbook(path, await zipEntries(path)), undefined);
});

const row = (inside: string): string => worksheet(`<row>${inside}</row>`);
const REFUSED: [claim: string, bytes: () => Buffer, want: RegExp][] = [
  [
    'a number of no shared string',
    () => ofXml(row('<c t="s"><v>3</v></c>')),
    /sheet1\.xml": there is no shared string 3$/,
  ],
  ['a part that ends in the middle', () => ofXml('<worksheet><sheetData><row><c><v>1</v></c></row>'), /the file ends in the middle/], // prettier-ignore
  ['a part that ends within a tag', () => ofXml('<worksheet><sheetData><row r="1'), /the file ends in the middle/],
  ['an empty part', () => ofXml(''), /it is empty/],
  [
    'elements that close in another order',
    () => ofXml('<worksheet><a><b></a></b></worksheet>'),
    /unexpected close tag/,
  ],
  ['an end without a beginning', () => ofXml('<worksheet></worksheet></a>'), /unmatched closing tag: a/],
  ['a second root', () => ofXml('<worksheet/><worksheet/>'), /only one root/],
  ['a text outside of all elements', () => ofXml('<worksheet/>x'), /text data outside of root node/],
  ['an undeclared entity', () => ofXml(row('<c><v>&bomb;</v></c>')), /undefined entity/],
  ['an entity with the name of a member', () => ofXml(row('<c><v>&constructor;</v></c>')), /undefined entity/],
  ['half of a character', () => ofXml(row('<c><v>&#xd800;</v></c>')), /malformed character entity/],
  ['too many attributes', () => ofXml(row(`<c ${Array.from({ length: COLUMNS_MAX + 1 }, (_, i) => `a${i}="1"`).join(' ')}/>`)), /more than the allowed \d+ attributes/], // prettier-ignore
  [
    'a bare ampersand',
    () => ofXml(row('<c><v>a & b</v></c>')),
    /the file ends in the middle|disallowed character in entity name/,
  ],
  ['a document type, which may declare a bomb', () => ofXml('<!DOCTYPE worksheet [<!ENTITY b "bb">]><worksheet/>'), /it has a document type/], // prettier-ignore
  ['another encoding', () => ofXml('<?xml version="1.0" encoding="UTF-16"?><worksheet/>'), /declared as "UTF-16"; must be UTF-8/], // prettier-ignore
  ['elements that lie too deep', () => ofXml('<a>'.repeat(DEPTH_MAX + 1)), /elements are more than/],
  [
    'too many cells',
    () => ofXml(row('<c r="A1"/>'.repeat(COLUMNS_MAX + 1))),
    /a row has more than the allowed \d+ cells/,
  ],
  ['a cell in a column far away', () => ofXml(row('<c r="XFD1"><v>1</v></c>')), /a row has more than the allowed \d+ columns/], // prettier-ignore
  ['a text that is too long', () => ofXml(row(`<c t="str"><v>${'x'.repeat(FIELD_CHARS_MAX + 1)}</v></c>`)), /is longer than the allowed/], // prettier-ignore
  ['a text that comes in many pieces', () => ofXml(row(`<c t="str"><v>${'x'.repeat(1000)}<!-- -->${'x'.repeat(FIELD_CHARS_MAX)}</v></c>`)), /is longer than the allowed/], // prettier-ignore
  ['a shared string that is too long', () => ofXml(worksheet(''), { [STRINGS]: `<sst><si><t>${`${'x'.repeat(1000)}<!-- -->`.repeat(1100)}</t></si></sst>` }), /sharedStrings\.xml": .* a text is longer/], // prettier-ignore
  ['a tag without an end', () => ofXml(`<worksheet ${'x'.repeat(FIELD_CHARS_MAX + 10)}`), /a text or tag is longer/],
  ['a sheet that is not there', () => createWorkbook({ A: [] }, { 'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="no.xml"/></Relationships>' }), /the workbook has no "xl\/no\.xml"$/], // prettier-ignore
  ['more sheets than any workbook has', () => createWorkbook({}, { 'xl/workbook.xml': `<workbook><sheets>${'<sheet name="x"/>'.repeat(101)}</sheets></workbook>` }), /more than 100 sheets/], // prettier-ignore
];
for (const [claim, bytes, want] of REFUSED) {
  test(`a workbook refuses ${claim}`, async (t) => {
    await assert.rejects(readRows(t, bytes()), (error) => error instanceof InputError && want.test(error.message));
  });
}

test('a workbook refuses a part whose bytes were changed', async (t) => {
  const bytes = createWorkbook({ A: [['Ana', 1003600012345]] });
  const at = bytes.indexOf(STRINGS) + STRINGS.length;
  for (let bit = 0; bit < 8; bit++) {
    const damaged = Buffer.from(bytes);
    damaged[at + 20] = (damaged[at + 20] ?? 0) ^ (1 << bit);
    await assert.rejects(readRows(t, damaged), InputError);
  }
});

test('a cut workbook is refused at any byte', async (t) => {
  const bytes = createWorkbook({ A: [['Ana', 1]], B: [['Ion']] });
  for (let length = 1; length < bytes.length; length += 5) {
    await assert.rejects(readRows(t, bytes.subarray(0, length)), InputError, String(length));
  }
});
