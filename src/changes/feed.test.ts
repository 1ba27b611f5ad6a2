/** Feeds while files are read. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { deriveCompanyId } from '../model/index.ts';
import type { Change } from './difference.ts';
import { FeedReader } from './feed.ts';
import { CHANGES_FORMAT } from './format.ts';
import { writeChanges } from './write.ts';

const GENERATIONS = ['a', 'b', 'c'].map((letter) => letter.repeat(26));

/** Where a snapshot may lie, and what writes the change file that leads from one generation to the next. */
function world(t: TestContext): { snapshot: string; write: (step: number) => Promise<string> } {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-feed-'));
  t.after(() => rmSync(at, { recursive: true }));
  mkdirSync(join(at, 'changes'));
  const write = async (step: number): Promise<string> => {
    const [from = '', to = ''] = GENERATIONS.slice(step, step + 2);
    const path = join(at, 'changes', `${from}-${to}.ndjson.zst`);
    const time = `2026-11-0${step + 1}T00:00:00.000Z`;
    const snapshot = { format: 1, digest: '0'.repeat(64), registers: {} };
    const header = { openfirma_changes: CHANGES_FORMAT, number: step + 1, from, to, time, snapshot };
    await writeChanges(path, header, oneChange(step), { folder: at });
    return path;
  };
  return { snapshot: join(at, 'world.snapshot'), write };
}

// eslint-disable-next-line typescript/require-await -- the writer takes what comes later
async function* oneChange(step: number): AsyncGenerator<Change, void, undefined> {
  const kind = {
    kind: 'identifier',
    scheme: 'national_registry_number',
    scope: 'SE',
    comparedValue: `${step}`,
  } as const;
  yield { id: deriveCompanyId(kind), event: 'withdrawn', record: undefined };
}

test('who asks while the file of the next generation is read gets the feed before it, and the next one once it is read', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = '', two = ''] = GENERATIONS;
  await write(0);
  const reader = new FeedReader(snapshot, async () => {});
  assert.equal((await reader.feed(one)).generation, one, 'without a feed before it, who asks waits');
  await write(1);
  const asked = await Promise.all([reader.feed(two), reader.feed(two)]);
  assert.deepEqual(asked.map(({ generation }) => generation), [one, one]); // prettier-ignore
  let feed = await reader.feed(two);
  while (feed.generation !== two) {
    await new Promise(setImmediate);
    feed = await reader.feed(two);
  }
  assert.equal(feed.page(feed.after(one) ?? assert.fail(), 9).events.length, 1);
});

test('who is patient waits for the next generation, and is told of a damaged file', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = '', two = ''] = GENERATIONS;
  await write(0);
  const reader = new FeedReader(snapshot, async () => await new Promise(() => {}));
  await reader.feed(one);
  const path = await write(1);
  writeFileSync(path, 'damaged');
  await assert.rejects(reader.feed(two), /Cannot use the changes ".*": it is no file compressed/);
  unlinkSync(path);
  await write(1);
  assert.equal((await reader.feed(two)).generation, two);
});
