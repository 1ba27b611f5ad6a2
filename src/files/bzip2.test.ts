import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { suite, test } from 'node:test';
import { Bzip2Error } from './bzip2.ts';
import { compressionNamed, compressionOf, decompressor } from './compression.ts';

/** The output of bzip2 1.0.8 for each text: Node cannot write bzip2. */
const STREAMS = [
  [
    'one\n'.repeat(1000),
    '425a6839314159265359143824bc0007cfc10000100201a00030cd34135419520da9075483aa41e2ee48a70a120287049780',
  ],
  ['', '425a683917724538509000000000'],
  ['two\n', '425a68393141592653592eb71ad700000141800010000084802000219a68334d073c5dc914e14240badc6b5c'],
  [
    '\0'.repeat(2_000_000),
    '425a683931415926535982b85a42000f51e000c00000008008200030cc09aa698a921b552921e2ee48a70a1210570b4840',
  ],
] as const;
const PARTS = STREAMS.map(([, hex]) => Buffer.from(hex, 'hex'));
const WHOLE = Buffer.concat(PARTS);

async function decompressed(bytes: Buffer, size: number): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const plain = decompressor('bzip2');
  const [text] = await Promise.all([buffer(plain), pipeline(Readable.from(pieces), plain)]);
  return text;
}

suite('bzip2', () => {
  test('is recognised by its first bytes and by the suffix of a name', () => {
    assert.equal(compressionOf(WHOLE), 'bzip2');
    assert.equal(compressionNamed('companies.jsonl.bz2'), 'bzip2');
  });

  for (const size of [1, 13, WHOLE.length])
    test(`of several streams is read completely in pieces of ${size} bytes`, async () => {
      assert.ok((await decompressed(WHOLE, size)).equals(Buffer.from(STREAMS.map(([text]) => text).join(''))));
    });

  test('is an error if it is cut at any byte', async () => {
    const [first = WHOLE] = PARTS;
    for (let cut = 1; cut < first.length; cut++)
      await assert.rejects(decompressed(first.subarray(0, cut), 1 << 16), { code: 'BZ_UNEXPECTED_EOF' }, `at ${cut}`);
  });

  test('is never read as another text with a flipped bit', async () => {
    const [first = WHOLE] = PARTS;
    const [[text]] = STREAMS;
    let errors = 0;
    for (let at = 4; at < first.length - 1; at++) {
      const damaged = Buffer.from(first);
      damaged[at] = (damaged[at] ?? 0) ^ 0x10;
      const read = await decompressed(damaged, 1 << 16).catch((error: unknown) => {
        assert.ok(error instanceof Bzip2Error, `at ${at}: ${String(error)}`);
        errors++;
        return undefined;
      });
      // The bit belongs to a table that the block does not use.
      if (read !== undefined) assert.equal(read.toString(), text, `at ${at}`);
    }
    assert.ok(errors > 40, `${errors} errors`);
  });

  test('is refused if a run of bytes is longer than a number of 32 bits', async () => {
    const bits =
      bitsOf(0x425a6839, 32) +
      bitsOf(0x314159265359, 48) +
      // A checksum, the origin, the byte "a" in the tables of bytes, two codes and one group.
      bitsOf(0, 32 + 25) +
      bitsOf(0x0200_4000, 32) +
      bitsOf(2, 3) +
      bitsOf(1, 15) +
      bitsOf(0, 1) +
      // Three symbols with two bits each, in either code: 00 and 01 are digits of a run, 10 ends the block.
      bitsOf(0b00010_000, 8).repeat(2) +
      '00'.repeat(32) +
      '10';
    const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
    await assert.rejects(
      decompressed(Buffer.from(bytes), 1 << 16),
      /more bytes than its stream allows, before byte \d+$/,
    );
  });

  test('stops its source when the reader stops', async () => {
    let isClosed = false;
    const source = Readable.from(PARTS, { highWaterMark: 1 });
    source.on('close', () => (isClosed = true));
    const plain = decompressor('bzip2');
    const piping = pipeline(source, plain);
    for await (const _ of plain) break;
    await piping.catch(() => undefined);
    assert.ok(isClosed);
  });
});

/** Returns the lowest bits of a number, highest bit first. */
function bitsOf(value: number, count: number): string {
  return value.toString(2).padStart(count, '0');
}
