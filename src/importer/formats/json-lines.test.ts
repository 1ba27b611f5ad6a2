import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FIELD_CHARS_MAX } from '../limits.ts';
import { textInChunks } from './chunk-fixture.ts';
import { isJsonLines, textLines } from './json.ts';

async function readRecords(text: string, chunkBytes = 7): Promise<{ records: unknown[]; controls: number }> {
  let controls = 0;
  const observer = { onControls: (count: number) => void (controls += count), onUnendedRow: () => {} };
  const ready = await textInChunks(text, chunkBytes, { observer });
  const records: unknown[] = [];
  for await (const record of textLines('x', ready)) records.push(record);
  return { records, controls };
}

const ROWS = [{ a: 'é"]}𝄞' }, { a: { b: [1, null, true] } }];
const LINES = ROWS.map((row) => `${JSON.stringify(row)}\n`).join('');

for (const [claim, text] of [
  ['one object a line', LINES],
  ['lines that end as in Windows', LINES.replaceAll('\n', '\r\n')],
  ['a last line without a break', LINES.trimEnd()],
  ['empty lines between', `\n${LINES.replaceAll('\n', '\n\n \n')}`],
  ['a byte order mark', `\uFEFF${LINES}`],
] as const) {
  test(`textLines reads ${claim}, in any chunks`, async () => {
    for (const size of [1, 7, 1000]) assert.deepEqual((await readRecords(text, size)).records, ROWS);
  });
}

test('textLines reads what JSON.parse reads of each line, in any letters and any chunks', async () => {
  // Control characters are not kept, and graphemes have none.
  const row = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }));
  const text = fc.array(row, { maxLength: 5 }).map((rows) => rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 50 }), async (lines, size) => {
      if (lines === '') return;
      const rows = lines.split('\n').slice(0, -1).map((line): unknown => JSON.parse(line)); // prettier-ignore
      assert.deepEqual((await readRecords(lines, size)).records, rows);
    }),
    { numRuns: 50 },
  );
});

test('textLines removes and counts control characters, as bytes and as escapes', async () => {
  const { records, controls } = await readRecords('{"a":"x\\u0000y\\u0085","b":"\u0001z\\n"}\n');
  assert.deepEqual(records, [{ a: 'xy\u0085', b: 'z\n' }]);
  assert.equal(controls, 2);
});

const REFUSED: [claim: string, text: string, want: RegExp][] = [
  ['a cut last line', LINES.slice(0, -3), /record 2: the file ends in the middle; download it again$/],
  ['a line that is not JSON', `${LINES}{"a":}\n`, /record 3: the line is not valid JSON$/],
  ['an object over two lines', '{"a":1}\n{"b":\n2}\n', /record 2: the line is not valid JSON$/],
  ['a line that is not an object', '{"a":1}\n[1]\n', /record 2: a line must be an object, got /],
  [
    'a line that is too long',
    `{"a":1}\n{"b":"${'x'.repeat(FIELD_CHARS_MAX)}"}\n`,
    /record 2: .* longer than the allowed 1048576/,
  ],
  [
    'a line that never ends',
    `{"a":1}\n${' '.repeat(FIELD_CHARS_MAX + 1)}`,
    /record 2: .* longer than the allowed 1048576/,
  ],
];
for (const [claim, text, want] of REFUSED) {
  test(`textLines refuses ${claim}`, async () => {
    await assert.rejects(readRecords(text, 64 * 1024), want);
  });
}

for (const [text, want] of [
  ['{"records":[{"a":1}]}', false],
  [LINES, true],
  ['{"a":1}', true],
  ['{\n"a":1}\n', false],
  ['[{"a":1}]\n', false],
  ['{"a":1}{"a":2}\n', false],
] as const) {
  test(`isJsonLines returns ${want} for ${JSON.stringify(text)}`, async () => {
    assert.equal(isJsonLines(await textInChunks(text, 7), 'records'), want);
  });
}
