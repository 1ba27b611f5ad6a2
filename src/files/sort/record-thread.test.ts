import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { RecordThread } from '../index.ts';
import { DigestWork } from './record-thread-fixture.ts';

const SCRIPT = new URL('./record-thread-fixture.ts', import.meta.url);

function digestThread(t: TestContext, task?: 'fails' | 'ends') {
  const thread = new RecordThread(
    () => new Worker(SCRIPT, { workerData: task }),
    () => new DigestWork(),
  );
  t.after(() => thread.close());
  return thread;
}

suite('Records for a thread', () => {
  for (const [claim, valueBytes, count, isThread] of [
    ['are processed by the sender if they are few', 100, 1000, false],
    ['may be missing: the sender returns the result of no records', 0, 0, false],
    ['are processed by the thread if they are many', 100, 60_000, true],
    ['may be larger than a batch', 700_000, 30, true],
  ] as const)
    test(claim, async (t) => {
      const thread = digestThread(t);
      const same = new DigestWork();
      for (let i = 0; i < count; i++) {
        const [key, value] = [Buffer.from(`key ${i}`), Buffer.alloc(valueBytes, i)];
        thread.add(key, value);
        same.add(key, value);
        await thread.whenReady();
      }
      assert.deepEqual(await thread.finish(), { ...same.finish(), isThread });
    });

  test('make the sender wait while the thread is far behind', async (t) => {
    const thread = digestThread(t);
    const value = Buffer.alloc(100_000);
    for (let i = 0; i < 200; i++) thread.add(Buffer.of(i), value);
    const ready = thread.whenReady();
    assert.notEqual(ready, undefined);
    await ready;
    assert.equal(thread.whenReady(), undefined);
    const { records } = await thread.finish();
    assert.equal(records, 200);
  });

  for (const [task, records, error] of [
    ['fails', 100, { code: 'ENOSPC', message: 'the disk is full' }],
    ['fails', 20, { code: 'ENOSPC', message: 'the disk is full' }],
    ['ends', 100, { message: 'A thread ended before its work was done' }],
  ] as const)
    test(`reject all that wait for a thread that ${task} at one of ${records}`, async (t) => {
      const thread = digestThread(t, task);
      for (let i = 0; i < records; i++) thread.add(Buffer.of(i), Buffer.alloc(100_000));
      await assert.rejects(thread.finish(), error);
      await assert.rejects(async () => {
        await thread.whenReady();
      }, error);
    });
});
