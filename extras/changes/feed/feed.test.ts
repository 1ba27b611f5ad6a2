/** Feeds during loading, and feeds with unusable or large files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { deriveCompanyId } from '../../../src/model/index.ts';
import { until } from '../../../test/fixtures/until.ts';
import { companyKeys } from '../company-keys.ts';
import type { Change } from './difference.ts';
import { FeedReader, type Feed } from './feed.ts';
import { CHANGES_FORMAT } from './format.ts';
import { LineDigest } from './lines.ts';
import { readChanges } from './read.ts';
import { writeChanges } from './write.ts';

const GENERATIONS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(26));

/** A path for a snapshot, and a writer of change files between generations. */
function world(
  t: TestContext,
  numbersApart = 1,
): { snapshot: string; write: (step: number, events?: number) => Promise<string> } {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-feed-'));
  t.after(() => rmSync(at, { recursive: true }));
  mkdirSync(join(at, 'changes'));
  let digest: string | undefined;
  const write = async (step: number, events = 1): Promise<string> => {
    const [from = '', to = ''] = GENERATIONS.slice(step, step + 2);
    const path = join(at, 'changes', `${from}-${to}.ndjson.zst`);
    const time = `2026-11-0${step + 1}T00:00:00.000Z`;
    const snapshot = { format: 1, digest: '0'.repeat(64), registers: {} };
    const header = { openfirma_changes: CHANGES_FORMAT, number: (step + 1) * numbersApart, from, to, time, snapshot };
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

/** Returns a valid copy of a change file with another time. */
function dated(file: string, time: string): Buffer {
  const lines = zstdDecompressSync(readFileSync(file)).toString().trimEnd().split('\n');
  const end = JSON.parse(lines.pop() ?? '') as object;
  const digest = new LineDigest();
  const changed = lines.map((line) => line.replace(/"time":"[^"]+"/, `"time":"${time}"`));
  for (const line of changed) digest.add(Buffer.from(line));
  return zstdCompressSync(`${[...changed, JSON.stringify({ ...end, digest: digest.finish() })].join('\n')}\n`);
}

/** Waits until the feed of a generation is loaded, and returns it. */
async function feedOnceRead(reader: FeedReader, generation: string): Promise<Feed> {
  let feed: Feed | undefined;
  await until(`the feed of ${generation} is loaded`, async () => {
    feed = await reader.feed(generation);
    return feed?.generation === generation;
  });
  return feed ?? assert.fail();
}

test('a request during loading gets the previous feed, if there is one, and later the next generation', async (t) => {
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

test('a patient request waits for the next generation', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = '', two = ''] = GENERATIONS;
  await write(0);
  const reader = new FeedReader(snapshot, { patience: async () => await new Promise(() => {}), checkMs: 0 });
  await reader.feed(one);
  await write(1);
  assert.equal((await reader.feed(two))?.generation, two);
});

test('an unusable file ends the feed, is reported once, and is used again after repair', async (t) => {
  const { snapshot, write } = world(t, 2);
  const [a = '', b = '', c = '', d = ''] = GENERATIONS;
  const files = [await write(0), await write(1), await write(2)];
  const [first = '', second = '', third = ''] = files;
  const foreign = join(first, '..', 'foreign.ndjson.zst');
  const claims = join(first, '..', 'claims.ndjson.zst');
  const edited = (file: string, edit: (text: string) => string): Buffer =>
    zstdCompressSync(edit(zstdDecompressSync(readFileSync(file)).toString()));
  const rows: readonly (readonly [claim: string, spoil: () => void, from: readonly string[], fault: RegExp])[] = [
    ['nothing', () => undefined, [a, b, c], /^$/],
    ['a foreign file', () => writeFileSync(foreign, 'foreign'), [a, b, c], /foreign.ndjson.zst": it is not a file compressed/],
    ['a damaged file that claims to be of the chain', () => writeFileSync(claims, edited(second, (text) => text.replace('"number":4', '"number":5').replace('"withdrawn"', '"added"'))), [a, b, c], /claims.ndjson.zst": it is damaged/],
    ['the first file', () => writeFileSync(first, 'damaged'), [b, c], /it is not a file compressed/],
    ['an event in the middle', () => writeFileSync(second, edited(second, (text) => text.replace('"withdrawn"', '"added"'))), [c], /it is damaged: its digest differs/],
    ['a time of the past at the end', () => writeFileSync(third, dated(third, '2020-01-01T00:00:00.000Z')), [c], /its time "2026-11-02T00:00:00.000Z" is after that of the next file$/],
    ['the last file', () => writeFileSync(third, 'damaged'), [], /it is not a file compressed/],
  ]; // prettier-ignore
  const sound = new Map(files.map((file) => [file, readFileSync(file)]));
  const faults: string[] = [];
  const reader = new FeedReader(snapshot, { checkMs: 0, onFault: ({ message }) => faults.push(message) });
  for (const [claim, spoil, from, fault] of rows) {
    spoil();
    for (const _ of [1, 2]) {
      const feed = (await reader.feed(d)) ?? assert.fail();
      assert.deepEqual(feed.files.map(({ header }) => header.from), from, claim); // prettier-ignore
      assert.equal(feed.keptSince, feed.files[0]?.header.time, claim);
      assert.equal(feed.page(feed.start, 9).events.length, from.length, claim);
    }
    assert.equal(faults.length, claim === 'nothing' ? 0 : 1, claim);
    assert.match(faults.pop() ?? '', fault, claim);
    for (const [file, bytes] of sound) writeFileSync(file, bytes);
    for (const file of [foreign, claims]) rmSync(file, { force: true });
  }
  assert.equal((await reader.feed(d))?.files.length, 3);
});

test('only the end of a file with too many events is served', async (t) => {
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
  assert.ok(feed.has({ number, line }), 'a cursor after it continues with the next file');
  assert.equal(feed.page({ number, line }, 9).events.length, 3);
  assert.deepEqual([feed.after(b), feed.after(c)], [undefined, { number, line }]);
  assert.deepEqual([feed.keptSince, feed.since('2026-11-01T23:00:00.000Z')], ['2026-11-02T00:00:00.000Z', undefined]);
  const all = await feedOnceRead(new FeedReader(snapshot, { eventsMax: 604 }), d);
  assert.deepEqual([all.files.length, all.files[0]?.lines], [3, 1]);
  const fewer = await feedOnceRead(new FeedReader(snapshot, { eventsMax: 603 }), d);
  assert.equal(fewer.files[0]?.isServed, false);
});

test('a page before hidden events is the last one', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = ''] = GENERATIONS;
  await write(0, 3);
  const feed = await feedOnceRead(new FeedReader(snapshot), one);
  const { events } = feed.page(feed.start, 3);
  assert.notEqual(feed.page(feed.start, 2).next, undefined);
  feed.files[0]?.drop(companyKeys([events[2]?.id ?? assert.fail()]));
  const page = feed.page(feed.start, 2);
  assert.deepEqual(page, { events: events.slice(0, 2), next: undefined });
});
