/** The backends keep the promises of the interface; processes that serve different data never mix up the companies of cursors. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LATER_LINES, SUITE_LINES } from '../../src/backend/backend-fixture.ts';
import { backendSuite } from '../../src/backend/backend.suite.ts';
import { openBackend } from '../../src/backend/index.ts';
import { folder } from '../fixtures/folder.ts';
import { MILLS, buildLines, millName, mills, put } from './generations.ts';
import { TestService } from '../fixtures/service.ts';

backendSuite('The snapshot backend', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-backend-'));
  const first = await buildLines(directory, 'first', SUITE_LINES);
  const later = await buildLines(directory, 'later', LATER_LINES, { previous: first });
  const path = join(directory, 'served');
  put(first, path);
  const backend = openBackend(`snapshot:${path}`);
  return {
    backend,
    replace: async () => {
      put(later, path);
      await backend.refresh();
    },
    remove: async () => rmSync(directory, { recursive: true }),
  };
});

test('cursors of newer data that arrive at once each get their own page, at a process that has not opened it yet', async (t) => {
  const directory = folder(t);
  const first = await buildLines(directory, 'first', mills(0, 60));
  const second = await buildLines(directory, 'second', mills(100, 200));
  const [pathOfA, pathOfB] = [join(directory, 'a'), join(directory, 'b')];
  put(first, pathOfA);
  put(second, pathOfB);
  const [backendOfA, backendOfB] = [openBackend(`snapshot:${pathOfA}`), openBackend(`snapshot:${pathOfB}`)];
  const [a, b] = [new TestService(backendOfA), new TestService(backendOfB)];
  t.after(async () => {
    for (const { app } of [a, b]) await app.close();
    for (const backend of [backendOfA, backendOfB]) await backend.close();
  });
  const cursors: string[] = [];
  for (let limit = 1; limit <= 6; limit++) {
    const { next_cursor: cursor } = (await b.ask(`/v1/search?q=${MILLS}&limit=${limit}`)).json() as {
      next_cursor: string;
    };
    cursors.push(cursor);
  }
  // Process B already serves the new data; process A has the file at its path but has not noticed it.
  put(second, pathOfA);
  const answers = await Promise.all(
    cursors.map(async (cursor) => await a.ask(`/v1/search?q=${MILLS}&limit=3&cursor=${cursor}`)),
  );
  for (const [i, answer] of answers.entries()) {
    assert.equal(answer.status, 200, answer.body);
    const { data } = answer.json() as { data: { name: string }[] };
    const names = [1, 2, 3].map((n) => millName(100 + i + n));
    assert.deepEqual(
      data.map(({ name }) => name),
      names,
    );
  }
});
