/** Clocks that are set back or forward while the service runs. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { openBackend } from '../../src/backend/index.ts';
import { MILLS, buildLines, mills, put } from '../searching/generations.ts';
import { TestClock, TestService, type Answer } from '../fixtures/service.ts';

const SEARCH = `/v1/search?q=${MILLS}&limit=5`;
const HOUR = 3600;
const readCursor = (answer: Answer): string => (answer.json() as { next_cursor: string }).next_cursor;

suite('A clock that is put', () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-clocks-'));
  const files = { first: '', second: '' };
  before(async () => {
    files.first = await buildLines(directory, 'first', mills(0, 20));
    files.second = await buildLines(directory, 'second', mills(1, 20), { previous: files.first });
  });
  after(() => rmSync(directory, { recursive: true }));

  function serve(t: { after: (end: () => Promise<void>) => void }) {
    const path = join(directory, 'served');
    put(files.first, path);
    const clock = new TestClock();
    const backend = openBackend(`snapshot:${path}`, { nowMs: clock.monotonicMs });
    const service = new TestService(backend, {}, [], clock);
    t.after(async () => {
      await service.app.close();
      await backend.close();
    });
    const jump = (seconds: number): void => clock.setDate(new Date(clock.wallMs() + seconds * 1000).toISOString());
    const swap = async (): Promise<void> => {
      put(files.second, path);
      await backend.refresh();
    };
    const continued = async (cursor: string): Promise<Answer> => await service.ask(`${SEARCH}&cursor=${cursor}`);
    return { service, clock, backend, jump, swap, continued };
  }

  for (const [claim, jumps] of [
    ['back by an hour', [-HOUR]],
    ['back by a day, and again', [-24 * HOUR, -24 * HOUR]],
    ['forward by a year, and back', [365 * 24 * HOUR, -365 * 24 * HOUR]],
  ] as const)
    test(`${claim} ends no walk, over a swap neither`, async (t) => {
      const { service, jump, swap, continued } = serve(t);
      const cursor = readCursor(await service.ask(SEARCH));
      for (const seconds of jumps) {
        jump(seconds);
        await service.ask(SEARCH);
      }
      assert.equal((await continued(cursor)).status, 200);
      // The cursor of a page that was cached before the jump is valid, too.
      assert.equal((await continued(readCursor(await service.ask(SEARCH)))).status, 200);
      await swap();
      assert.equal((await continued(cursor)).status, 200);
      assert.equal((await continued(readCursor(await service.ask(SEARCH)))).status, 200);
    });

  test('forward by an hour ends walks with a 400, and the next ones continue', async (t) => {
    const { service, jump, continued } = serve(t);
    const cursor = readCursor(await service.ask(SEARCH));
    jump(HOUR);
    const answer = await continued(cursor);
    assert.equal(answer.status, 400);
    assert.match(answer.body, /"Parameter \\"cursor\\" has expired: start again from the first page"/);
    assert.equal((await continued(readCursor(await service.ask(SEARCH)))).status, 200);
  });

  test('back by a day keeps a replaced generation no longer than its cursors live', async (t) => {
    const { service, clock, backend, jump, swap, continued } = serve(t);
    const cursor = readCursor(await service.ask(SEARCH));
    jump(-24 * HOUR);
    await swap();
    clock.pass(902);
    await backend.refresh();
    assert.match(
      (await continued(cursor)).body,
      /belongs to data that has been replaced: start again from the first page"/,
    );
  });

  for (const seconds of [-24 * HOUR, 24 * HOUR])
    test(`${seconds < 0 ? 'back' : 'forward'} by a day gives no client more requests, nor fewer`, async (t) => {
      const { service, jump } = serve(t);
      const passing = async (): Promise<number> => {
        const answers = await Promise.all(
          Array.from({ length: 40 }, async () => (await service.send(`/registry${SEARCH}`)).status),
        );
        return answers.filter((status) => status === 200).length;
      };
      assert.equal(await passing(), 40);
      jump(seconds);
      assert.equal(await passing(), 20);
    });
});
