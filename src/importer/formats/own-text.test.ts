import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ownText } from './own-text.ts';

/** Size of the chunks in bytes: together they take 128 MiB. */
const CHUNK_BYTES = 64 * 1024;
const CHUNKS = 2048;

test('ownText returns a text that does not keep the chunk it is from in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: CHUNKS }, (_, i) => {
    const chunk = Buffer.alloc(CHUNK_BYTES, 97 + (i % 26)).toString();
    const texts = [chunk.slice(0, 40), chunk.slice(50, 53)].map(ownText);
    assert.deepEqual(texts, [chunk.slice(0, 40), chunk.slice(50, 53)]);
    return texts;
  });
  collect();
  assert.equal(kept.length, CHUNKS);
  assert.ok(process.memoryUsage().heapUsed - before < (CHUNK_BYTES * CHUNKS) / 2);
});
