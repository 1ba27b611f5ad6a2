import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InputError } from '../../model/index.ts';
import { jsonRecords, type JsonLayout } from './json.ts';
import { DEPTH_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import { textInChunks } from './chunk-fixture.ts';

async function readRecords(
  text: string | Buffer,
  chunkBytes = 7,
  layout: JsonLayout = { recordsAt: 'records' },
): Promise<unknown[]> {
  const ready = await textInChunks(text, chunkBytes);
  const records: unknown[] = [];
  for await (const record of jsonRecords('x', ready, layout)) records.push(record);
  return records;
}

const ROWS = [{ a: 'é"]}' }, { a: { b: [1, null, true] } }];

const READ: [string, string, unknown[]][] = [
  ['reads the array under its key', JSON.stringify({ records: ROWS }), ROWS],
  ['skips what follows the array', JSON.stringify({ records: ROWS, more: { records: [{}] } }), ROWS],
  ['reads a bare array', JSON.stringify(ROWS), ROWS],
  ['reads one object per line', ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''), ROWS],
  ['reads one object per line without a last line break', ROWS.map((row) => JSON.stringify(row)).join('\r\n'), ROWS],
  ['takes off a byte order mark', `\uFEFF${JSON.stringify(ROWS)}`, ROWS],
  ['reads an empty array', '[]', []],
];
for (const [claim, text, want] of READ) {
  test(`jsonRecords ${claim}`, async () => {
    for (const size of [1, 7, 1000]) assert.deepEqual(await readRecords(text, size), want);
  });
}

const MEMBERS = { recordsAt: 'records', keyAs: 'number', shared: ['date'] };
const WRAPPED: [claim: string, text: string, want: unknown[]][] = [
  [
    'adds the key and the shared members to each member of an object',
    '{"date":"2026-11-20","records":{"007":{"a":1},"8":{"a":2}},"more":3}',
    [
      { date: '2026-11-20', number: '007', a: 1 },
      { date: '2026-11-20', number: '8', a: 2 },
    ],
  ],
  ['reads members of an object without anything before them', '{"records":{"7":{"a":1}}}', [{ number: '7', a: 1 }]],
  ['does not change members that are not objects', '{"date":"x","records":{"7":1}}', [1]],
  [
    'does not change the members of a member',
    '{"date":"x","records":{"7":{"date":"y"}}}',
    [{ number: '7', date: 'y' }],
  ],
];
for (const [claim, text, want] of WRAPPED) {
  test(`jsonRecords ${claim}`, async () => {
    for (const size of [1, 7, 1000]) assert.deepEqual(await readRecords(text, size, MEMBERS), want);
  });
}

const NESTED = { recordsAt: 'a[].b[].c' };
const INNER: [claim: string, text: string, want: unknown[]][] = [
  ['in lists of lists', '{"a":[{"h":[{"i":[{}]}],"b":[{"c":[{"x":1},{"x":{"c":[2]}}]},{"c":[{"x":3}]}]},{"b":[{"c":[{}]}]}]}', [{ x: 1 }, { x: { c: [2] } }, { x: 3 }, {}]],
  ['of a list without any', '{"a":[{"b":[{"_":""}]}]}', []],
  ['that are not in a list', '{"x":1}{"x":2}', [{ x: 1 }, { x: 2 }]],
]; // prettier-ignore
for (const [claim, text, want] of INNER) {
  test(`jsonRecords reads records ${claim}`, async () => {
    for (const size of [1, 7, 1000]) assert.deepEqual(await readRecords(text, size, NESTED), want);
  });
}

test('jsonRecords refuses an object where the innermost list should be, and a file that ends before the outermost', async () => {
  await assert.rejects(readRecords('{"a":[{"b":[{"c":{"x":{"y":1}}}]}]}', 7, NESTED), /is not an array/);
  await assert.rejects(readRecords('{"a":[{"b":[{"c":[{"x":1}]}]}', 7, NESTED), /the file ends in the middle/);
});

test('jsonRecords refuses an array where members of an object should be', async () => {
  await assert.rejects(readRecords('{"date":"x","records":[{"a":1}]}', 7, MEMBERS), /"records" is not an object/);
});

const REFUSED: [string, string | Buffer, RegExp][] = [
  ['a trailing comma', '[{"a":1},]', /record 2: not valid JSON/],
  ['a missing comma', '[{"a":1} {"a":2}]', /record 2: not valid JSON/],
  ['a wrong bracket', '[{"a":1]', /record 1: not valid JSON/],
  ['text after the end', '{"records":[{"a":1}]} {}', /record 2: not valid JSON/],
  ['an object where the array should be', '{"records":{"x":{"a":1}}}', /"records" is not an array/],
  ['a Latin-1 character', Buffer.from('[{"a":"\u00e9"}]', 'latin1'), /not UTF-8 near byte 7/],
  ['UTF-16', Buffer.from('\uFEFF[{"a":1}]', 'utf16le'), /UTF-16/],
  ['an empty file', '', /it is empty/],
  ['a line break within a text', '[{"a":"x\r\ny"}]', /record 1: not valid JSON$/],
  ['only white space', ' \n\t ', /only white space/],
  ['a zip within a zip', 'PK\u0003\u0004', /compressed twice/],
];
for (const [claim, text, want] of REFUSED) {
  test(`jsonRecords refuses ${claim}`, async () => {
    await assert.rejects(readRecords(text), (error) => error instanceof InputError && want.test(error.message));
  });
}

test('jsonRecords refuses a record that is longer than the limit', async () => {
  const text = `[{"a":${' '.repeat(RECORD_BYTES_MAX + (2 << 20))}1}]`;
  await assert.rejects(readRecords(text, 1 << 20), /record 1: longer than the allowed 16777216 bytes/);
});

const nested = (depth: number): string => `[${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}]`;
const LARGE: [claim: string, allowed: string, text: string, want: RegExp][] = [
  ['nests deeper', nested(DEPTH_MAX), nested(DEPTH_MAX + 1), /record 1: a value is more than 64 levels deep$/],
  ['nests without end', nested(2), '{"a":['.repeat(20_000), /record 1: a value is more than 64 levels deep$/],
  [
    'has a longer text',
    JSON.stringify(['x'.repeat(FIELD_CHARS_MAX)]),
    JSON.stringify(['x'.repeat(FIELD_CHARS_MAX + 1)]),
    /record 1: a text is longer than the allowed 1048576 characters$/,
  ],
  [
    'has more values',
    '[[{}]]',
    `[[${'{},'.repeat(RECORD_VALUES_MAX)}1]]`,
    /record 1: more than the allowed 1000000 names and values$/,
  ],
];
for (const [claim, allowed, text, want] of LARGE) {
  test(`jsonRecords refuses a record that ${claim} than the limit`, async () => {
    assert.equal((await readRecords(allowed, 1 << 16)).length, 1);
    await assert.rejects(
      readRecords(text, 1 << 16),
      (error) => error instanceof InputError && want.test(error.message),
    );
  });
}

test('jsonRecords counts the values of each record separately, and quotes little of an unexpected text', async () => {
  const record = `[${'0,'.repeat(0.6 * RECORD_VALUES_MAX)}0]`;
  assert.equal((await readRecords(`[${record},${record}]`, 1 << 16)).length, 2);
  await assert.rejects(readRecords(`[{} "${'x'.repeat(9999)}"]`), (error: Error) => error.message.length < 250);
});

for (const text of [`{"records":[\n${JSON.stringify(ROWS[0])},\n${JSON.stringify(ROWS[1])}\n]}\n`, '[{"a":"é"},{}]']) {
  test(`jsonRecords refuses ${text.slice(0, 12)}… cut at any byte`, async () => {
    const bytes = Buffer.from(text);
    const whole = Buffer.byteLength(text.trimEnd());
    for (let end = 0; end < whole; end++) {
      await assert.rejects(readRecords(bytes.subarray(0, end)), InputError, `cut at ${end}`);
    }
    assert.equal((await readRecords(bytes.subarray(0, whole))).length, 2);
  });
}

test('jsonRecords refuses lines of objects cut anywhere but between two objects', async () => {
  const bytes = Buffer.from('{"a":1}\n{"b":2}\n');
  const got: number[] = [];
  for (let end = 1; end <= bytes.length; end++) {
    await readRecords(bytes.subarray(0, end)).then(
      () => got.push(end),
      (error: unknown) => assert.ok(error instanceof InputError),
    );
  }
  assert.deepEqual(got, [7, 8, 15, 16]);
});

/** Texts with characters that may mislead a reader that counts brackets. */
const tricky = fc.constantFrom('"', '\\', '\\"', '[', ']}', '{"', ',', ':', '\\u005b', 'é', '🦉', '[0]', '');
/** After an object with the key `\`, JSON.parse of Node 24 may read the key `"` of the next object as `\`. */
const key = tricky.filter((text) => text !== '\\');
const records = fc.array(
  fc.oneof(
    fc.jsonValue({ stringUnit: 'grapheme-ascii' }),
    fc.dictionary(key, fc.oneof(tricky, fc.array(tricky))),
    fc.array(fc.tuple(tricky, fc.integer())),
  ),
);
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

test('jsonRecords returns the records that the engine parses, in any spacing and chunks', async () => {
  const spacing = fc.constantFrom(undefined, 1, '\t', '\r\n');
  await fc.assert(
    fc.asyncProperty(
      records,
      spacing,
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      async (want, space, size, isWrapped) => {
        const text = JSON.stringify(isWrapped ? { records: want, more: [want] } : want, undefined, space);
        assert.deepEqual(await readRecords(text, size), JSON.parse(JSON.stringify(want)));
      },
    ),
  );
});

test('jsonRecords refuses a list that the engine refuses, and no other', async () => {
  const damage = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(2), fc.oneof(tricky, fc.constant('x')));
  await fc.assert(
    fc.asyncProperty(records, damage, fc.integer({ min: 1, max: 50 }), async (list, [place, removed, put], size) => {
      const whole = JSON.stringify(list);
      const at = 1 + Math.floor(place * (whole.length - 1));
      const text = whole.slice(0, at) + put + whole.slice(at + removed);
      // Half of a surrogate pair becomes U+FFFD in the bytes of a file.
      const want = parsed(text.toWellFormed());
      const got = await readRecords(text, size).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        return undefined;
      });
      assert.deepEqual(got, want, text);
    }),
    { numRuns: 300 },
  );
});
