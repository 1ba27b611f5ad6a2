import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { codePointCount, collapseWhiteSpace, foldName, foldNumber, invoicedNumber } from '../index.ts';
import { anyCodePoint } from '../../../test/fixtures/any-code-point.ts';

const CORPUS = readFileSync(new URL('fixtures/corpus.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

/** Returns the texts of one kind with what they fold to; `\u{…}` is an invisible character. */
function corpusOf(kind: string): (readonly [text: string, folded: string])[] {
  const rows = CORPUS.map((line) => line.split('\t')).filter(([of]) => of === kind);
  return rows.map(([, text = '', folded = '']) => [
    text.replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16))),
    folded,
  ]);
}

suite('The corpus', () => {
  const names = corpusOf('name');
  const numbers = corpusOf('number');
  const invoiced = corpusOf('invoice');

  test('holds at least 70 names, 20 numbers and 20 of invoices', () => {
    assert.ok(names.length >= 70 && numbers.length >= 20 && invoiced.length >= 20);
    assert.equal(names.length + numbers.length + invoiced.length, CORPUS.length);
  });

  for (const [text, folded] of names) {
    test(`the name ${JSON.stringify(text)} folds to "${folded}"`, () => assert.equal(foldName(text), folded));
  }
  for (const [text, folded] of numbers) {
    test(`the number ${JSON.stringify(text)} folds to "${folded}"`, () => assert.equal(foldNumber(text), folded));
  }
  for (const [text, read] of invoiced) {
    test(`the number ${JSON.stringify(text)} of an invoice is read as "${read}"`, () => {
      const { country, prefix } = invoicedNumber(text) ?? {};
      assert.equal(country === undefined ? '' : `${country} ${prefix}`, read);
    });
  }
});

suite('Apostrophes and full stops', () => {
  const APOSTROPHES = [
    0x27, 0x60, 0xb4, 0x2b9, 0x2bb, 0x2bc, 0x2bd, 0x2be, 0x2bf, 0x2c8, 0x384, 0x55a, 0x5f3, 0x1fbd, 0x1fbf, 0x1fef,
    0x1ffd, 0x2018, 0x2019, 0x201a, 0x201b, 0x2032, 0x2035, 0xff07, 0xff40,
  ];
  const FULL_STOPS = [0x2e, 0x2024, 0x2026, 0x3002, 0xfe52, 0xff0e, 0xff61];
  for (const codePoint of [...APOSTROPHES, ...FULL_STOPS]) {
    test(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')} is dropped from names and numbers`, () => {
      const text = `A${String.fromCodePoint(codePoint)}B`;
      assert.equal(foldName(text), 'ab');
      assert.equal(foldNumber(text), 'AB');
    });
  }
});

/** The letters of the alphabets of the 35 countries: Latin, Greek (monotonic) and Cyrillic, in NFC. */
const LETTERS = [...codePoints(0x41, 0x52f)].filter((char) => /^[\p{L}--\p{Lm}]$/v.test(char) && char === nfc(char));

/** Letters whose capital is one character. `ΐ` and similar letters have none, and occur in no number. */
const NUMBER_LETTERS = LETTERS.filter((letter) => letter.toUpperCase().length === 1);
const DIGITS = '0123456789'.split('');

const word = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 12 });
const registeredName = fc
  .array(
    word(...LETTERS, ...DIGITS).filter((text) => text !== ''),
    { maxLength: 4 },
  )
  .map((words) => words.join(' '));
const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.string({ unit: 'grapheme' }),
  word('a', 'Я', 'Σ', 'l', '·', '½', '٣', 'ﬁ', ' ', '.', '-', "'", '´', '\u0301', '\u0308', '\u0345', 'ᄀ', 'ᅡ', 'ʼ'),
);
/** The half-width voicing marks: NFKC combines them with the preceding kana. */
const HALF_WIDTH_VOICING = /[\uff9e\uff9f]/g;

suite('Folding a name', () => {
  test('gives words of a–z and 0–9 with single blanks between', () => {
    fc.assert(fc.property(anyText, (text) => assert.match(foldName(text), /^([a-z0-9]+( [a-z0-9]+)*)?$/)));
  });

  test('changes nothing when repeated', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(foldName(foldName(text)), foldName(text))));
  });

  test('gives the same for every way to write a text in Unicode', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(foldName(text.normalize('NFD')), foldName(nfc(text)))));
  });

  test('folds every beginning of a registered name to a beginning of the folded name', () => {
    fc.assert(fc.property(registeredName, (name) => assertEveryPrefixFolds(nfc(name))));
  });

  test('folds every beginning of any text so, half-width voicing marks aside', () => {
    fc.assert(fc.property(anyText, (text) => assertEveryPrefixFolds(nfc(text.replaceAll(HALF_WIDTH_VOICING, '')))));
    assert.equal(foldName('ｶ'), 'ka');
    assert.equal(foldName('ｶﾞ'), 'ga');
  });

  test('minds no case in the alphabets of the 35 countries', () => {
    fc.assert(fc.property(registeredName, assertCaseDoesNotMatter));
    for (const letter of LETTERS) assertCaseDoesNotMatter(letter);
  });

  test('minds no case in Armenian and Georgian', () => {
    for (const letter of [...codePoints(0x531, 0x587), ...codePoints(0x10a0, 0x10ff)]) assertCaseDoesNotMatter(letter);
  });

  test('folds every letter of the alphabets to a letter, signs without a sound aside', () => {
    const silent = LETTERS.filter((letter) => !/^[a-z]+$/.test(foldName(letter)));
    assert.deepEqual(
      silent.filter((letter) => letter < '\u0180' || /[Α-ώА-яЁёЂ-џҐґ]/u.test(letter)),
      ['Ь', 'ь'],
    );
  });

  test('reads a query as the service counts it: collapsing white space changes nothing', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(foldName(collapseWhiteSpace(text)), foldName(text))));
    for (const blank of [...codePoints(0, 0x3000)].filter((char) => /\p{White_Space}/u.test(char))) {
      assert.equal(foldName(`a${blank}b`), 'a b', `U+${blank.codePointAt(0)?.toString(16)}`);
    }
  });
});

suite('Folding a number', () => {
  test('changes nothing when repeated', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(foldNumber(foldNumber(text)), foldNumber(text))));
  });

  test('gives letters and digits only', () => {
    fc.assert(fc.property(anyText, (text) => assert.match(foldNumber(text), /^[\p{L}\p{N}]*$/u)));
  });

  test('ignores punctuation and blanks in any place', () => {
    const PUNCTUATION = '-–—./\\_ ,:;#*()[]&+\'"`´’ʼ·\u00a0\u2009\u3000'.split('');
    const digits = word(...DIGITS, ...'ABCXYZabcxyz'.split(''));
    fc.assert(
      fc.property(fc.array(fc.tuple(digits, fc.constantFrom(...PUNCTUATION))), (parts) => {
        const bare = parts.map(([text]) => text).join('');
        assert.equal(foldNumber(parts.flat().join('')), bare.toUpperCase());
      }),
    );
  });

  test('minds no case', () => {
    fc.assert(
      fc.property(word(...NUMBER_LETTERS, ...DIGITS), (text) => {
        assert.equal(foldNumber(text.toUpperCase()), foldNumber(text));
      }),
    );
  });

  test('reads Greek and Cyrillic capitals that look Latin as Latin, in either case', () => {
    const PAIRS = ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ ABEZHIKMNOPTYX', 'АВЕКМНОРСТУХІЈЅ ABEKMHOPCTYXIJS'];
    for (const [foreign = '', latin = ''] of PAIRS.map((pair) => pair.split(' '))) {
      assert.equal(foldNumber(foreign), latin);
      assert.equal(foldNumber(foreign.toLowerCase()), latin);
    }
  });
});

suite('Counting a query', () => {
  test('collapses as the rules say, whichever characters a text has', () => {
    const bounds = fc.constantFrom(...' !~\u007f\u0085\u00a0¡éå\u00ad\u02ff\u0300\u0301\u0323\u1680\u2003Å'.split(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: bounds }), anyText), (text) => {
        const words = nfc(text).split(/\p{White_Space}+/u);
        assert.equal(collapseWhiteSpace(text), words.filter((one) => one !== '').join(' '));
      }),
    );
  });

  for (const [claim, text, collapsed, count] of [
    ['runs of blanks count once', '  a \t b ', 'a b', 3],
    ['every blank of Unicode is one', '\u3000a\u2028\u00a0b\u0085', 'a b', 3],
    ['a letter and its mark count once', 'e\u0301', 'é', 1],
    ['a letter beyond the basic plane counts once', '𝒳𝒴', '𝒳𝒴', 2],
    ['nothing counts nothing', ' \u2003 ', '', 0],
  ] as const) {
    test(claim, () => {
      assert.equal(collapseWhiteSpace(text), collapsed);
      assert.equal(codePointCount(collapsed), count);
    });
  }
});

function nfc(text: string): string {
  return text.normalize('NFC');
}

function* codePoints(first: number, last: number): Generator<string> {
  for (let codePoint = first; codePoint <= last; codePoint++) yield String.fromCodePoint(codePoint);
}

function assertEveryPrefixFolds(name: string): void {
  const folded = foldName(name);
  let prefix = '';
  for (const char of name) {
    prefix += char;
    assert.ok(folded.startsWith(foldName(prefix)), `"${foldName(prefix)}" of "${prefix}" begins "${folded}"`);
  }
}

function assertCaseDoesNotMatter(text: string): void {
  assert.equal(foldName(text.toUpperCase()), foldName(text));
  assert.equal(foldName(text.toLowerCase()), foldName(text));
}
