import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { folder } from '../../../test/fixtures/folder.ts';
import { readLines, readRawLines, type RejectedLine } from './line-input.ts';
import { countNames, repeatedName, scanStructure } from './line-structure.ts';

const GOOD = '{"key":"r:1","name":"Aino"}';

/** Returns the names in the valid lines, and the rejected lines as `number field reason`. */
async function collectLines(t: TestContext, bytes: string | Buffer): Promise<{ names: unknown[]; rejected: string[] }> {
  const file = join(folder(t), 'lines');
  writeFileSync(file, bytes);
  const names: unknown[] = [];
  const rejected: string[] = [];
  const onRejected = ({ lineNumber, field, reason }: RejectedLine): void => {
    rejected.push(`${lineNumber} ${field} ${reason}`);
  };
  for await (const { line } of readLines({ file, onRejected })) names.push(line.name);
  return { names, rejected };
}

test('an empty line is not a line, and the others keep their numbers', async (t) => {
  const file = join(folder(t), 'lines');
  for (const [text, numbers] of [
    [`${GOOD}\n`, [1]],
    [`\uFEFF\n\n${GOOD}\n\n# ${GOOD}`, [3, 5]],
    ['\n', []],
  ] as const) {
    writeFileSync(file, text);
    const found: number[] = [];
    for await (const { lineNumber } of readRawLines({ file })) found.push(lineNumber);
    assert.deepEqual(found, numbers);
  }
});

const REJECTED: [claim: string, line: string, want: string][] = [
  ['lists that nest without end', '['.repeat(1_000_000), '2  nests 1000000 levels deep; at most 16 are allowed'],
  [
    'a field that nests without end',
    `{"key":"r:1","name":${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}}`,
    '2  nests 100001 levels deep; at most 16 are allowed',
  ],
  ['a repeated field', '{"key":"r:1","name":"A","name":"B"}', '2 name occurs twice in one object'],
  ['a field repeated with the same value', '{"key":"r:1","key":"r:1"}', '2 key occurs twice in one object'],
  [
    'a field repeated in another spelling',
    String.raw`{"key":"r:1","\u006bey":"r:1"}`,
    '2 key occurs twice in one object',
  ],
  [
    'a repeated field further down',
    '{"key":"r:1","officers":[{"name":"A","source":{"system":"x","system":"y"}}]}',
    '2 system occurs twice in one object',
  ],
  ['a repeated name that every object has', '{"__proto__":1,"__proto__":2}', '2 __proto__ occurs twice in one object'],
];
for (const [claim, line, want] of REJECTED) {
  test(`readLines rejects ${claim} and continues`, async (t) => {
    assert.deepEqual(await collectLines(t, `${GOOD}\n${line}\n${GOOD}\n`), {
      names: ['Aino', 'Aino'],
      rejected: [want],
    });
  });
}

test('readLines accepts one name in several objects, and text that looks like JSON within a string', async (t) => {
  const identifiers = [1, 2].map((value) => ({ scheme: 'tin', value: String(value) }));
  const name = '{"a":1,"a":[[[[[[[[[[[[[[[[[[[[ \\" : \\\\';
  const text = `${JSON.stringify({ key: 'r:1', name, identifiers })}\n`;
  assert.deepEqual(await collectLines(t, text), { names: [name], rejected: [] });
});

test('a text of JSON has as many names as its value, and a repeated one is found wherever it is', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.equal(scanStructure(text).names, countNames(JSON.parse(text)));
      const twice = `{"a":${text},"b":[{"q\\"":1,"q\\u0022":${text}}]}`;
      assert.equal(scanStructure(twice).names, countNames(JSON.parse(twice)) + 1);
      assert.equal(repeatedName(twice), 'q"');
    }),
  );
});

/** Whether this process has a file open; only on Linux. */
function isOpen(path: string): boolean {
  const open = readdirSync('/proc/self/fd').flatMap((one) => {
    try {
      return [readlinkSync(`/proc/self/fd/${one}`)];
    } catch {
      // The descriptor that was used to read the folder itself is already closed.
      return [];
    }
  });
  return open.includes(realpathSync(path));
}

for (const [kind, packed] of [
  ['plain', (text: string) => Buffer.from(text)],
  ['gzip', (text: string) => gzipSync(text, { level: 0 })],
  ['zstd', (text: string) => zstdCompressSync(text)],
] as const) {
  test(`readLines closes a ${kind} file when its reader stops early`, async (t) => {
    const file = join(folder(t), 'lines');
    writeFileSync(file, packed(`${GOOD}\n`.repeat(200_000)));
    const onRejected = (): never => assert.fail();
    for await (const { lineNumber } of readLines({ file, onRejected })) if (lineNumber === 2) break;
    if (process.platform === 'linux') assert.equal(isOpen(file), false);
  });
}
