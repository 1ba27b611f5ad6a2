/** Feeds during loading, and feeds with unusable or large files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { deriveCompanyId } from '../../../src/model/index.ts';
import { until } from '../../../test/fixtures/until.ts';
import { companyKeys } from '../company-keys.ts';
import { FeedReader, type Feed } from './feed.ts';
import { CHANGES_FORMAT } from './format.ts';

const GENERATIONS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(26));

/** A path for a snapshot, and a writer of change files between generations. */
function world(t: TestContext): { snapshot: string; write: (step: number, events?: number) => string } {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-feed-'));
  t.after(() => rmSync(at, { recursive: true }));
  mkdirSync(join(at, 'changes'));
  const write = (step: number, events = 1): string => {
    const [from = '', to = ''] = GENERATIONS.slice(step, step + 2);
    const path = join(at, 'changes', `${from}-${to}.ndjson.gz`);
    const time = `2026-11-0${step + 1}T00:00:00.000Z`;
    const header = { openfirma_changes: CHANGES_FORMAT, number: 2 * step + 1, from, to, time };
    const lines = idsOf(events).map((id) => ({ id, event: 'withdrawn' }));
    writeFileSync(path, gzipSync([header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')));
    return path;
  };
  return { snapshot: join(at, 'world.snapshot'), write };
}

function idsOf(count: number): string[] {
  const kind = { kind: 'identifier', scheme: 'national_registry_number', scope: 'SE' } as const;
  return Array.from({ length: count }, (_, n) => deriveCompanyId({ ...kind, comparedValue: `55${n}` })).toSorted();
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
  write(0);
  const reader = new FeedReader(snapshot, { patience: async () => {} });
  assert.equal(await reader.feed(one), undefined);
  await feedOnceRead(reader, one);
  write(1);
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
  write(0);
  const reader = new FeedReader(snapshot, { patience: async () => await new Promise(() => {}), checkMs: 0 });
  await reader.feed(one);
  write(1);
  assert.equal((await reader.feed(two))?.generation, two);
});

test('an unusable file ends the feed, is reported once, and is used again after repair', async (t) => {
  const { snapshot, write } = world(t);
  const [a = '', b = '', c = '', d = ''] = GENERATIONS;
  const files = [write(0), write(1), write(2)];
  const [first = '', second = '', third = ''] = files;
  const foreign = join(first, '..', 'foreign.ndjson.gz');
  const edited = (file: string, from: string, to: string): Buffer =>
    gzipSync(gunzipSync(readFileSync(file)).toString().replace(from, to));
  const rows: readonly (readonly [claim: string, spoil: () => void, from: readonly string[], fault: RegExp])[] = [
    ['nothing', () => undefined, [a, b, c], /^$/],
    ['a foreign file', () => writeFileSync(foreign, 'foreign'), [a, b, c], /foreign.ndjson.gz": it is not compressed/],
    ['the first file', () => writeFileSync(first, 'damaged'), [b, c], /it is not compressed/],
    ['an event in the middle', () => writeFileSync(second, edited(second, '"withdrawn"', '"gone"')), [c], /line 2 has the unknown event "gone"$/],
    ['the last file', () => writeFileSync(third, 'damaged'), [], /it is not compressed/],
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
    rmSync(foreign, { force: true });
  }
  assert.equal((await reader.feed(d))?.files.length, 3);
});

test('a file with too many events, and files before it, are not served; a cursor from it continues with the next file', async (t) => {
  const { snapshot, write } = world(t);
  const [, b = '', c = '', d = ''] = GENERATIONS;
  write(0);
  write(1, 600);
  const faults: string[] = [];
  const reader = new FeedReader(snapshot, { eventsMax: 500, onFault: ({ message }) => faults.push(message) });
  const last = await feedOnceRead(reader, c);
  assert.deepEqual([last.files.length, last.after(b), last.has({ number: 0, line: 0 })], [0, undefined, true]);
  assert.match(
    faults.join('\n'),
    /^Cannot use [^\n]+: it has more than 500 events; it and earlier files are not served$/,
  );
  write(2, 3);
  const feed = await feedOnceRead(reader, d);
  assert.equal(feed.page(feed.after(c) ?? assert.fail(), 9).events.length, 3);
  assert.equal(faults.length, 1);
  const counts = [603, 604].map(async (eventsMax) => (await feedOnceRead(new FeedReader(snapshot, { eventsMax }), d)).files.length); // prettier-ignore
  assert.deepEqual(await Promise.all(counts), [2, 3], 'the limit is for all files together');
});

test('a page before hidden events is the last one', async (t) => {
  const { snapshot, write } = world(t);
  const [, one = ''] = GENERATIONS;
  write(0, 3);
  const feed = await feedOnceRead(new FeedReader(snapshot), one);
  const { events } = feed.page(feed.start, 3);
  assert.notEqual(feed.page(feed.start, 2).next, undefined);
  feed.files[0]?.drop(companyKeys([events[2]?.id ?? assert.fail()]));
  const page = feed.page(feed.start, 2);
  assert.deepEqual(page, { events: events.slice(0, 2), next: undefined });
});
