import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SEARCH_PARAMETERS, readCompanyId, readSearchParameters, type SearchParameters } from './parameters.ts';
import { ProblemError } from './problem-error.ts';
import { readQuery } from './query.ts';
import { anyCodePoint } from '../../test/fixtures/any-code-point.ts';

const read = (query: string): SearchParameters =>
  readSearchParameters(readQuery(`/v1/search?${query}`, SEARCH_PARAMETERS));
const readQ = (text: string): string => read(`q=${encodeURIComponent(text)}`).query;

/** Expects a problem that names the parameter, says `rule` and quotes `value`. */
function assertRefused(run: () => unknown, name: string, rule: string, value?: string): void {
  assert.throws(run, (error) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, 'invalid_request');
    assert.ok(error.message.startsWith(`Parameter "${name}" ${rule}`), error.message);
    if (value !== undefined) assert.ok(error.message.endsWith(`, got "${value}"`), error.message);
    return true;
  });
}

for (const [claim, text, want] of [
  ['three characters', 'abc', 'abc'],
  ['64 characters', 'a'.repeat(64), 'a'.repeat(64)],
  ['64 emoji, which are 128 code units', '🚢'.repeat(64), '🚢'.repeat(64)],
  ['three emoji', '🚢🚢🚢', '🚢🚢🚢'],
  ['a letter with two marks that have no joint form', 'x\u0301\u0323', 'x\u0323\u0301'],
  ['a decomposed text, which is composed', 'A\u030abo', 'Åbo'],
  ['64 letters that were 128 code points', 'a\u0301'.repeat(64), 'á'.repeat(64)],
  ['blanks at both ends and inside', '  kone   oyj ', 'kone oyj'],
  ['tabs and line breaks', '\tkone\r\n\u2028oyj\u2029', 'kone oyj'],
  [
    '64 characters among many blanks',
    ` ${'a'.repeat(32)}${' '.repeat(40)}${'a'.repeat(31)} `,
    `${'a'.repeat(32)} ${'a'.repeat(31)}`,
  ],
  ['a query that folds to nothing', '...', '...'],
  ['a NUL', 'a\0b', 'a\0b'],
] as const) {
  test(`q takes ${claim}`, () => assert.equal(readQ(text), want));
}

test('q collapses every Unicode white space, and nothing else', () => {
  const codePoints = Array.from({ length: 0x3100 }, (_, i) => String.fromCodePoint(i));
  const collapsed = codePoints.filter((char) => readQ(`ab${char}${char}cd`) === 'ab cd');
  const hex = collapsed.map((char) => (char.codePointAt(0) ?? 0).toString(16));
  // PropList.txt of the Unicode Character Database, White_Space.
  const ascii = ['9', 'a', 'b', 'c', 'd', '20', '85', 'a0', '1680'];
  const general = ['2000', '2001', '2002', '2003', '2004', '2005', '2006', '2007', '2008', '2009', '200a'];
  assert.deepEqual(hex, [...ascii, ...general, '2028', '2029', '202f', '205f', '3000']);
  for (const char of collapsed) assert.equal(readQ(`${char}abc${char}`), 'abc');
});

for (const [claim, query, rule, value] of [
  ['that is missing', 'country=FI', 'is required and missing: give 3 to 64 characters', undefined],
  ['that is missing everything', '', 'is required and missing', undefined],
  ['that is empty', 'q=', 'must hold 3 to 64 characters once white space is collapsed (it holds 0)', ''],
  ['without a value', 'q', 'must hold 3 to 64 characters', ''],
  ['of two characters', 'q=ab', 'must hold 3 to 64 characters once white space is collapsed (it holds 2)', 'ab'],
  ['of two emoji', 'q=%F0%9F%9A%A2%F0%9F%9A%A2', 'must hold 3 to 64 characters', '🚢🚢'],
  ['of two letters and marks', 'q=A%CC%8AA%CC%8A', 'must hold 3 to 64 characters', 'A\u030aA\u030a'],
  ['of blanks', 'q=%20++', 'must hold 3 to 64 characters once white space is collapsed (it holds 0)', '   '],
  [
    'of two characters apart',
    'q=a%20%20',
    'must hold 3 to 64 characters once white space is collapsed (it holds 1)',
    'a  ',
  ],
  [
    'of 65 characters',
    `q=${'a'.repeat(65)}`,
    'must hold 3 to 64 characters once white space is collapsed (it holds 65)',
    undefined,
  ],
  ['that is cut inside an escape', 'q=abc%4', 'must be percent-encoded UTF-8', 'abc%4'],
  ['with a foreign escape', 'q=%zzabc', 'must be percent-encoded UTF-8', '%zzabc'],
  ['with bytes that are not UTF-8', 'q=abc%FF', 'must be percent-encoded UTF-8', 'abc%FF'],
  ['with half a character', 'q=abc%C3', 'must be percent-encoded UTF-8', 'abc%C3'],
  ['with a surrogate', 'q=abc%ED%A0%80', 'must be percent-encoded UTF-8', 'abc%ED%A0%80'],
] as const) {
  test(`q ${claim} is refused`, () => assertRefused(() => read(query), 'q', rule, value));
}

test('a refusal of a long q stays short', () => {
  assert.throws(
    () => read(`q=${'a'.repeat(10_000)}`),
    (error) => error instanceof ProblemError && error.message.length < 300 && error.message.includes('"aaa'),
  );
});

for (const [country, want] of [
  ['FI', 'FI'],
  ['fi', 'FI'],
  ['fI', 'FI'],
  ['Fi', 'FI'],
  ['zz', 'ZZ'],
  ['all', undefined],
  ['ALL', undefined],
  ['All', undefined],
  ['aLL', undefined],
  ['uk', 'GB'],
  ['EL', 'GR'],
] as const) {
  test(`country "${country}" means ${want ?? 'every country'}`, () => {
    assert.equal(read(`q=abc&country=${country}`).country, want);
  });
}

for (const country of ['', 'F', 'FIN', 'F1', 'alle', ' FI', 'FI ', 'FI\n', 'ﬁ', 'ＦＩ', 'ſi', 'FI,SE']) {
  test(`country ${JSON.stringify(country)} is refused`, () => {
    assertRefused(
      () => read(`q=abc&country=${encodeURIComponent(country)}`),
      'country',
      'must be an ISO 3166-1 alpha-2 code or "all", got "',
    );
  });
}

test('country and limit have the defaults of the specification', () => {
  assert.deepEqual(read('q=abc'), { query: 'abc', country: undefined, limit: 10, cursor: undefined });
});

for (const limit of [1, 9, 10, 19, 25]) {
  test(`limit ${limit} is taken`, () => assert.equal(read(`q=abc&limit=${limit}`).limit, limit));
}

for (const limit of [
  '',
  '0',
  '26',
  '99',
  '100',
  '-1',
  '05',
  '+5',
  '1e1',
  '5.0',
  '5,0',
  ' 5',
  '5 ',
  'abc',
  '0x5',
  '５',
  '٥',
  'Infinity',
]) {
  test(`limit "${limit}" is refused`, () => {
    const query = `q=abc&limit=${encodeURIComponent(limit)}`;
    assertRefused(() => read(query), 'limit', 'must be an integer from 1 to 25', limit);
  });
}

test('a cursor is passed on as it came, and an empty one is refused', () => {
  assert.equal(read('q=abc&cursor=A-_b').cursor, 'A-_b');
  assertRefused(() => read('q=abc&cursor='), 'cursor', 'must be the next_cursor of the previous page', '');
});

for (const [name, query] of [
  ['q', 'q=abc&q=abc'],
  ['q', 'q=abc&%71=abc'],
  ['q', 'q&q=abc'],
  ['country', 'q=abc&country=FI&country=FI'],
  ['limit', 'q=abc&limit=5&country=FI&limit=6'],
  ['cursor', 'cursor=a&q=abc&cursor=a'],
] as const) {
  test(`"${query}" repeats ${name}, which is refused`, () => {
    assertRefused(() => read(query), name, 'must be given once, and is repeated');
  });
}

for (const [claim, query] of [
  ['unknown ones', 'q=abc&page=2'],
  ['repeated unknown ones', 'x=1&q=abc&x=2&x=3'],
  ['known names in other case', 'q=abc&Q=x&Country=xyz&LIMIT=abc'],
  ['names with brackets or blanks', 'q=abc&q[]=x&limit%20=99'],
  ['names that every object has', 'q=abc&__proto__=x&constructor=y&toString=z'],
  ['malformed escapes in unknown ones', 'q=abc&x=%zz&%zz=1&%=&x=%FF'],
  ['empty ones', '&&q=abc&&=&=x&'],
] as const) {
  test(`parameters: ${claim} are ignored`, () => {
    assert.deepEqual(read(query), { query: 'abc', country: undefined, limit: 10, cursor: undefined });
  });
}

for (const [claim, query, want] of [
  ['a plus is a blank', 'q=kone+oyj', 'kone oyj'],
  ['an encoded plus is a plus', 'q=a%2Bb', 'a+b'],
  ['an encoded per cent sign is decoded once', 'q=a%2541b', 'a%41b'],
  ['escapes may be in either case', 'q=%c3%85bo%C3%A5', 'Åboå'],
  ['an encoded name is the name', '%71=abc', 'abc'],
  ['a value may have an equals sign', 'q=a=b', 'a=b'],
  ['a value may have a question mark', 'q=a?b', 'a?b'],
  ['an encoded ampersand parts nothing', 'q=a%26limit%3D99', 'a&limit=99'],
] as const) {
  test(`parameters: ${claim}`, () => assert.equal(read(query).query, want));
}

test('any text as q comes back collapsed, or is refused with the name q', () => {
  // White space by its code points, so that the oracle does not share the expression of the code.
  const isBlank = (char: string): boolean =>
    /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/.test(char);
  const collapse = (text: string): string => {
    let out = '';
    for (const char of text.normalize('NFC')) out += isBlank(char) ? (out.endsWith(' ') ? '' : ' ') : char;
    return out.replace(/^ | $/g, '');
  };
  const character = fc.oneof(
    fc.string({ unit: anyCodePoint, maxLength: 1 }),
    fc.constantFrom(' ', '\u0085', '\u0301', 'e', '\ufeff'),
  );
  fc.assert(
    fc.property(fc.array(character, { maxLength: 80 }), (characters) => {
      const text = characters.join('');
      const want = collapse(text);
      const { length } = Array.from(want);
      if (length >= 3 && length <= 64) assert.equal(readQ(text), want);
      else assertRefused(() => readQ(text), 'q', 'must hold 3 to 64 characters');
    }),
    { numRuns: 2000 },
  );
});

test('a company ID of another format is refused with the name of its parameter', () => {
  assert.equal(readCompanyId('co_2v5k8m0q3s6t9w1x4y7za0bcde'), 'co_2v5k8m0q3s6t9w1x4y7za0bcde');
  for (const text of [
    '',
    'co_',
    'co_8v5k8m0q3s6t9w1x4y7za0bcde',
    'CO_2v5k8m0q3s6t9w1x4y7za0bcde',
    'co_2v5k8m0q3s6t9w1x4y7za0bcdu',
  ]) {
    assertRefused(() => readCompanyId(text), 'company_id', 'must have the format of a company ID', text);
  }
  assertRefused(() => readCompanyId(undefined), 'company_id', 'is required and missing');
});
