import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { ResponseCache, type CachedPage } from './response-cache.ts';

const NOW = 1_795_000_000;
const BYTES_MAX = 64_000;
/** Size of the largest page that the cache accepts, without its entry and its target. */
const LARGEST = BYTES_MAX / 64 - 300;

const newVersion = (generation = 'first'): { generation: string; isCurrent: boolean } => ({
  generation,
  isCurrent: true,
});

suite('ResponseCache', () => {
  const version = newVersion();
  const pageOf = (body: string | Buffer, more: Partial<CachedPage> = {}): CachedPage => ({
    body: Buffer.from(body),
    version,
    untilSecond: Infinity,
    issuedSecond: undefined,
    ...more,
  });

  test('returns the last page of a target, or none, and stays within its bytes', () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2 * LARGEST }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const cache = new ResponseCache(BYTES_MAX);
        const set = new Map<string, Buffer>();
        for (const [i, [number, length]] of steps.entries()) {
          const target = `/v1/search?q=${number}`;
          const found = cache.get(target, NOW);
          if (found !== undefined) assert.deepEqual(found.body, set.get(target));
          if (found !== undefined) continue;
          const page = pageOf(Buffer.alloc(length, i));
          cache.set(target, page);
          set.set(target, page.body);
        }
        const cached = [...set.keys()].flatMap((target) => cache.get(target, NOW)?.body.length ?? []);
        assert.ok(cached.reduce((sum, length) => sum + length, 0) <= BYTES_MAX);
      }),
    );
  });

  test('admits a target that was requested before', () => {
    const cache = new ResponseCache(BYTES_MAX);
    assert.deepEqual(
      [cache.admits('/a'), cache.admits('/b'), cache.admits('/a'), cache.admits('/a')],
      [false, false, true, true],
    );
  });

  test('forgets requested targets in time', () => {
    const cache = new ResponseCache(BYTES_MAX);
    cache.admits('/a');
    for (let i = 0; i < 200_000; i++) cache.admits(`/other/${i}`);
    let admitted = 0;
    for (let i = 0; i < 1000; i++) if (cache.admits(`/new/${i}`)) admitted++;
    assert.ok(admitted < 150, `${admitted} of 1000 new targets were taken for old ones`);
  });

  test('keeps a page until its last second', () => {
    const cache = new ResponseCache(BYTES_MAX);
    cache.set('/a', pageOf('body', { untilSecond: NOW + 10, issuedSecond: NOW }));
    assert.equal(cache.get('/a', NOW + 9)?.body.toString(), 'body');
    assert.equal(cache.get('/a', NOW + 10), undefined);
  });

  test('evicts the oldest page that was not requested, and gives the others a second chance', () => {
    const cache = new ResponseCache(BYTES_MAX);
    const targets = Array.from({ length: 64 }, (_, i) => `/${i}`);
    const large = (): CachedPage => pageOf(Buffer.alloc(LARGEST));
    for (const target of targets) cache.set(target, large());
    const isCached = (): boolean[] => targets.map((target) => cache.get(target, NOW) !== undefined);
    const before = isCached().indexOf(true);
    const fresh = new ResponseCache(BYTES_MAX);
    for (const target of targets) {
      fresh.set(target, large());
      fresh.get('/0', NOW);
    }
    for (let i = 0; i < 30; i++) {
      fresh.get('/0', NOW);
      fresh.set(`/more/${i}`, large());
    }
    assert.notEqual(fresh.get('/0', NOW), undefined, 'requested all the time');
    assert.equal(fresh.get('/1', NOW), undefined, 'the oldest that was not requested');
    assert.ok(before <= 0 || !isCached()[0]);
  });

  test('does not cache a page that would evict many others', () => {
    const cache = new ResponseCache(BYTES_MAX);
    cache.set('/a', pageOf(Buffer.alloc(BYTES_MAX / 64)));
    assert.equal(cache.get('/a', NOW), undefined);
  });

  test('keeps only the pages in memory: a body has its own memory', () => {
    const cache = new ResponseCache(BYTES_MAX);
    cache.set('/a', pageOf('cut from a pool'));
    assert.equal(cache.get('/a', NOW)?.body.buffer.byteLength, 'cut from a pool'.length);
  });

  test('drops all pages when their data is replaced, and caches none of replaced data', () => {
    const cache = new ResponseCache(BYTES_MAX);
    const first = newVersion();
    const second = newVersion('second');
    cache.set('/a', pageOf('first', { version: first }));
    first.isCurrent = false;
    assert.equal(cache.get('/a', NOW), undefined);
    cache.set('/b', pageOf('late', { version: first }));
    assert.equal(cache.get('/b', NOW), undefined);
    cache.set('/a', pageOf('second', { version: second }));
    assert.equal(cache.get('/a', NOW)?.body.toString(), 'second');
  });
});
