import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { suite, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { decompressor } from './compression.ts';

const TEXTS = ['one\n'.repeat(50_000), '', 'two\n', 'x'.repeat(3_000_000), 'three\n'];
const FRAMES = TEXTS.map((text) => zstdCompressSync(Buffer.from(text)));
/** Skipped by every reader: RFC 8878, section 3.1.2. */
const SKIPPABLE = Buffer.from('502a4d1803000000616263', 'hex');
const WHOLE = Buffer.concat([FRAMES[0] ?? '', SKIPPABLE, ...FRAMES.slice(1)].map((part) => Buffer.from(part)));

function splitPieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

async function decompressed(bytes: Buffer, size: number): Promise<Buffer> {
  const frames = decompressor('zstd');
  const [text] = await Promise.all([buffer(frames), pipeline(Readable.from(splitPieces(bytes, size)), frames)]);
  return text;
}

suite('Zstandard of several frames', () => {
  for (const size of [1, 7, FRAMES[0]?.length ?? 0, 100, WHOLE.length])
    test(`is read completely in pieces of ${size} bytes`, async () => {
      assert.ok((await decompressed(WHOLE, size)).equals(Buffer.from(TEXTS.join(''))));
    });

  for (const chunkSize of [16 * 1024, undefined, 1 << 20])
    for (const size of [100, WHOLE.length])
      test(`is read completely by a slow reader, ${size} bytes at once, in texts of ${chunkSize ?? 'the usual number of'} bytes`, async () => {
        const frames = decompressor('zstd', chunkSize);
        const isWritten = pipeline(Readable.from(splitPieces(WHOLE, size)), frames);
        const texts: Buffer[] = [];
        for await (const text of frames as AsyncIterable<Buffer>) {
          texts.push(text);
          await setTimeout(1);
        }
        await isWritten;
        assert.ok(Buffer.concat(texts).equals(Buffer.from(TEXTS.join(''))));
      });

  test('is an error if it is cut within a frame, or has other bytes after one', async () => {
    for (let cut = 1; cut < (FRAMES[2]?.length ?? 0); cut++) {
      const [first = Buffer.alloc(0), , second = Buffer.alloc(0)] = FRAMES;
      await assert.rejects(decompressed(Buffer.concat([first, second.subarray(0, cut)]), 1 << 20), `cut at ${cut}`);
    }
    await assert.rejects(decompressed(Buffer.concat([FRAMES[0] ?? Buffer.alloc(0), Buffer.from('garbage')]), 1 << 20));
  });

  test('is refused with endless empty frames, and read with many between others', async () => {
    const skippable = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => SKIPPABLE));
    const [first = SKIPPABLE] = FRAMES;
    const some = Buffer.concat([first, skippable(900), first, skippable(900)]);
    assert.equal((await decompressed(some, 1 << 20)).toString(), `${TEXTS[0]}`.repeat(2));
    await assert.rejects(
      decompressed(Buffer.concat([first, skippable(2000)]), 1 << 20),
      /^Error: more than 1000 empty frames in a row$/,
    );
  });

  test('does not fill the memory without a reader', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(30_000_000));
    const frames = decompressor('zstd');
    const isWritten = pipeline(Readable.from([bomb, bomb]), frames);
    let bytes = 0;
    for await (const chunk of frames as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      assert.ok(frames.readableLength < 1_000_000);
    }
    await isWritten;
    assert.equal(bytes, 60_000_000);
  });
});
