import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import { DayCodes } from '../../snapshot/index.ts';
import { Interned } from './company-facts.ts';
import { DIGEST_BYTES, KEY_HASH_BYTES, digestLine, hashKey } from './line-digests.ts';
import { NOT_PLAIN, readLineIndex } from './line-index.ts';
import { LineIndexWriter } from './line-index-writer.ts';

test('a line index keeps digest and key of a line whose company is resolved again, and nothing of a withheld one', (t) => {
  const directory = folder(t);
  const index = new LineIndexWriter(directory, new DayCodes());
  const lines = ['a', 'b'].map((key) => Buffer.from(`{"register":"r","key":"r:${key}","as_of_date":"2026-11-20"}`));
  index.beginInput();
  for (const [line, bytes] of lines.entries()) {
    index.addLine(bytes);
    index.addKey(line === 0 ? 'r:a' : 'r:b');
  }
  index.endInput();
  // The next build may find the company of this line by its key; that of the other one is withheld.
  index.place(0, NOT_PLAIN);
  const none = Buffer.alloc(0);
  const its = { generation: 'g', texts: new Interned(), dictionary: none, branchRanks: none, inputDigests: ['x'] };
  index.finish(join(directory, 'snapshot.lines'), its);
  const read = readLineIndex(join(directory, 'snapshot'), 'g');
  if (typeof read === 'string') assert.fail(read);
  const digest = digestLine(lines[0] ?? none).digest;
  assert.deepEqual(read.digests, Buffer.concat([digest, Buffer.alloc(DIGEST_BYTES)]));
  assert.deepEqual(read.keyHashes.readUIntLE(0, KEY_HASH_BYTES), hashKey('r:a'));
  assert.deepEqual(read.keyHashes.subarray(KEY_HASH_BYTES), Buffer.alloc(KEY_HASH_BYTES));
  assert.deepEqual(read.inputDays, [[['r', '2026-11-20', 2]]]);
  assert.deepEqual(read.inputDigests, ['x']);
  index.close();
});
