import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cellText, detectSeparator, hasPlainQuotes, withoutFormula } from './delimited.ts';

suite('The separator of a table', () => {
  for (const [what, head, separator] of [
    ['is the only one', 'a;b\n1;2\n', ';'],
    ['is the one that each record has equally often', 'name;town\nA, B and C;X, Y\nD;Z\n', ';'],
    ['is not inside quotes', '"a,b,c"\t"d"\n"e,f"\tg\n', '\t'],
    ['is found in records with quoted line breaks', 'a,b\n"x\n;;;",y\n', ','],
    ['is that of the header where records differ', 'a|b|c\n1|2\n', '|'],
    ['is found without a line break', 'a;b', ';'],
    ['does not exist in a single column', 'name\nNord AS\n', undefined],
    ['does not exist in an empty text', '', undefined],
  ] as const)
    test(what, () => assert.equal(detectSeparator(head), separator));
});

suite('Quotes are parts of cells', () => {
  for (const [what, head, separator, isPlain] of [
    ['where they begin only a part of a cell', 'a\tb\n"Rīga" SIA\tLV\n', '\t', true],
    ['inside a cell', 'a;b\nHotel "Sonne";DE\n', ';', true],
    ['but not around cells', 'a;b\n"Hotel ""Sonne""";"D\nE"\r\n', ';', false],
    ['but not around the cells of a single column', 'a\n"x, y"\n', undefined, false],
    ['but not without quotes', 'a;b\n1;2\n', ';', false],
  ] as const)
    test(what, () => assert.equal(hasPlainQuotes(head, separator), isPlain));
});

suite('A cell without formula', () => {
  for (const [value, written] of [
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['  =1', "'  =1"],
    ['\0\u200B=1', "'\0\u200B=1"],
    ['＝1', "'＝1"],
    // In a spreadsheet with another separator a cell begins there.
    ['a;=cmd', "a;'=cmd"],
    ['a,"=cmd', `a,"'=cmd`],
    ['a\n@x', "a\n'@x"],
    ['-12,50', '-12,50'],
    ['+1', '+1'],
    ['a=b', 'a=b'],
    ['Müller + Söhne', 'Müller + Söhne'],
    ['', ''],
  ] as const)
    test(JSON.stringify(value), () => assert.equal(withoutFormula(value), written));
});

test('cells are quoted where a reader needs it', () => {
  assert.deepEqual(
    ['a', 'a;b', 'a,b', 'a"b', 'a\nb', 'a\rb', ''].map((value) => cellText(value, ';')),
    ['a', '"a;b"', 'a,b', '"a""b"', '"a\nb"', '"a\rb"', ''],
  );
});
