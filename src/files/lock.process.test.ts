import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../test/fixtures/folder.ts';

const ROUNDS = 20;
/** No process has this number: it is above the maximum. */
const DEAD = '4194305-1';

/** Takes the lock at a path, answers whether it has the lock, and releases it with the next message. */
const TAKER = `
const { Lock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)});
let lock;
process.on('message', async (path) => {
  await lock?.[Symbol.asyncDispose]();
  lock = path === '' ? undefined : await Lock.take(path, (reason) => new Error(reason)).catch((error) => {
    if (/^process \\d+ holds "/.test(error.message)) return undefined;
    throw error;
  });
  process.send(lock !== undefined);
});
process.send(false);
`;

for (const [claim, before] of [
  ['no process', undefined],
  ['a killed process', DEAD],
  ['a process that was killed before it wrote its number', ''],
] as const) {
  test(`of processes that take the lock of ${claim} at the same moment, one gets it`, async (t) => {
    const at = folder(t);
    const path = join(at, 'lock');
    const program = join(at, 'taker.mjs');
    writeFileSync(program, TAKER);
    const takers = Array.from({ length: 4 }, () => fork(program, { execArgv: [] }));
    t.after(() => takers.map((taker) => taker.kill('SIGKILL')));
    const answers = async (): Promise<unknown[]> =>
      await Promise.all(takers.map(async (taker: ChildProcess) => ((await once(taker, 'message')) as unknown[])[0]));
    const tell = async (text: string): Promise<unknown[]> => {
      const answered = answers();
      for (const taker of takers) taker.send(text);
      return await answered;
    };
    await answers();
    for (let round = 0; round < ROUNDS; round++) {
      if (before !== undefined) writeFileSync(path, before);
      const held = (await tell(path)).filter((isHeld) => isHeld === true);
      assert.equal(held.length, 1, `round ${round}`);
      await tell('');
      assert.deepEqual(readdirSync(at), ['taker.mjs']);
    }
  });
}
