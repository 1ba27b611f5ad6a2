/** Feeds while files are read. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { deriveCompanyId } from '../model/index.ts';
import type { Change } from './difference.ts';
import { FeedReader, type Feed } from './feed.ts';
import { ChangesError } from './file-lines.ts';
import { CHANGES_FORMAT } from './format.ts';
import { readChanges } from './read.ts';
import { writeChanges } from './write.ts';

const GENERATIONS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(26));

/** Where a snapshot may lie, and what writes the change file that leads from one generation to the next. */
function world(t: TestContext): { snapshot: string; write: (step: number, events?: number) => Promise<string> } {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-feed-'));
  t.after(() => rmSync(at, { recursive: true }));
  mkdirSync(join(at, 'changes'));
  let digest: string | undefined;
  const write = async (step: number, events = 1): Promise<string> => {
    const [from = '', to = ''] = GENERATIONS.slice(step, step + 2);
    const path = join(at, 'changes', `${from}-${to}.ndjson.zst`);
    const time = `2026-11-0${step + 1}T00:00:00.000Z`;
    const snapshot = { format: 1, digest: '0'.repeat(64), registers: {} };
    const header = { openfirma_changes: CHANGES_FORMAT, number: step + 1, from, to, time, snapshot };
    const previous = digest === undefined ? {} : { previous: digest };
    await writeChanges(path, { ...header, ...previous }, changes(events), { folder: at });
    digest = (await readChanges(path)).end.digest;
    return path;
  };
  return { snapshot: join(at, 'world.snapshot'), write };
}

async function* changes(count: number): AsyncGenerator<Change, void, undefined> {
  const numbers = Array.from({ length: count }, (_, n) => `55${n}`);
  const kind = { kind: 'identifier', scheme: 'national_registry_number', scope: 'SE' } as const;
  const ids = numbers.map((comparedValue) => deriveCompanyId({ ...kind, comparedValue })).toSorted();
  for (const id of ids) yield await Promise.resolve({ id, event: 'withdrawn', record: undefined } as const);
}

/** The feed of a generation, once it is read. */
async function feedOnceRead(reader: FeedReader, generation: string): Promise<Feed> {
  for (;;) {
    const feed = await reader.feed(generation);
    if (feed?.generation === generation) return feed;
    await new Promise(setImmediate);
  }
}

test('who asks while files are read gets what was read before, if anything, and the next generation once it is read', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = '', two = ''] = GENERATIONS;
  await write(0);
  const reader = new FeedReader(snapshot, { patience: async () => {} });
  assert.equal(await reader.feed(one), undefined);
  await feedOnceRead(reader, one);
  await write(1);
  const asked = await Promise.all([reader.feed(two), reader.feed(two)]);
  assert.deepEqual(
    asked.map((feed) => feed?.generation),
    [one, one],
  );
  const feed = await feedOnceRead(reader, two);
  assert.equal(feed.page(feed.after(one) ?? assert.fail(), 9).events.length, 1);
});

test('who is patient waits for the next generation, and is told of a damaged file', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = '', two = ''] = GENERATIONS;
  await write(0);
  const reader = new FeedReader(snapshot, { patience: async () => await new Promise(() => {}), checkMs: 0 });
  await reader.feed(one);
  const path = await write(1);
  writeFileSync(path, 'damaged');
  await assert.rejects(reader.feed(two), /Cannot use the changes ".*": it is no file compressed/);
  unlinkSync(path);
  await write(1);
  assert.equal((await reader.feed(two))?.generation, two);
});

test('a damaged file is not read for each who asks', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = ''] = GENERATIONS;
  writeFileSync(await write(0), 'damaged');
  const reader = new FeedReader(snapshot);
  const told = async (): Promise<unknown> => await reader.feed(one).catch((error: unknown) => error);
  const first = await told();
  assert.ok(first instanceof ChangesError);
  assert.equal(await told(), first);
});

test('of a file with more events than are kept in memory nothing is told but where it ends', async (t) => {
  const { snapshot, write } = world(t);
  const [, b = '', c = '', d = ''] = GENERATIONS;
  await write(0);
  await write(1, 600);
  const reader = new FeedReader(snapshot, { eventsMax: 500 });
  const last = await feedOnceRead(reader, c);
  const { number, line } = last.end;
  assert.deepEqual([last.files.length, number, line, last.page(last.start, 9).events], [1, 2, 0, []]);
  assert.deepEqual([last.after(b), last.after(c)], [undefined, last.end]);
  await write(2, 3);
  const feed = await feedOnceRead(reader, d);
  assert.ok(feed.has({ number, line }), 'a cursor behind it goes on with the next file');
  assert.equal(feed.page({ number, line }, 9).events.length, 3);
  assert.deepEqual([feed.after(b), feed.after(c)], [undefined, { number, line }]);
  assert.deepEqual([feed.keptSince, feed.since('2026-11-01T23:00:00.000Z')], ['2026-11-02T00:00:00.000Z', undefined]);
  const all = await feedOnceRead(new FeedReader(snapshot, { eventsMax: 604 }), d);
  assert.deepEqual([all.files.length, all.files[0]?.lines], [3, 1]);
  const fewer = await feedOnceRead(new FeedReader(snapshot, { eventsMax: 603 }), d);
  assert.equal(fewer.files[0]?.isTold, false);
});
