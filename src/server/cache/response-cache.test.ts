import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { ByteBuffer } from '../../model/index.ts';
import type { PageResult } from '../../operations/index.ts';
import { ResponseCache } from './response-cache.ts';
import { hashOfText } from './text-hash.ts';

const NOW = 1_795_000_000;
const RING_BYTES = 64_000;
/** Size of the largest body that the cache accepts, for targets of up to 50 characters. */
const LARGEST = RING_BYTES / 64 - 74;

const newVersion = (generation = 'first'): { generation: string; isCurrent: boolean } => ({
  generation,
  isCurrent: true,
});

suite('ResponseCache', () => {
  const version = newVersion();
  let nowMs = NOW * 1000;
  const newCache = (): ResponseCache => new ResponseCache({ wallMs: () => nowMs }, RING_BYTES);
  const createPage = (body: string | Buffer, more: Partial<PageResult> = {}): PageResult => {
    const memory = new ByteBuffer(100);
    memory.append(Buffer.from(body));
    const page = { version, untilSecond: Infinity, issuedSecond: undefined, identity: undefined, day: undefined };
    return { ...page, ...more, body: memory };
  };
  const request = (cache: ResponseCache, target: string, page: PageResult): void => {
    const hash = hashOfText(target);
    if (cache.admits(hash)) cache.set(target, hash, page);
  };
  const cachePage = (cache: ResponseCache, target: string, page: PageResult): void => {
    request(cache, target, page);
    request(cache, target, page);
  };
  /** Returns the text that is taken from the cache, behind what the memory had before. */
  const taken = (cache: ResponseCache, target: string): string | undefined => {
    const memory = new ByteBuffer(16);
    memory.appendAscii('before ');
    const page = cache.take(target, hashOfText(target), memory);
    const text = memory.written().toString();
    assert.ok(text.startsWith('before '));
    if (page === undefined) assert.equal(text, 'before ', 'nothing is appended without a page');
    return page && text.slice('before '.length);
  };

  test('returns the last page of a target, or none, and stays within its bytes', () => {
    const step = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 2 * LARGEST }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const cache = newCache();
        const last = new Map<string, string>();
        for (const [i, [number, length]] of steps.entries()) {
          const target = `/v1/search?q=${number}`;
          const found = taken(cache, target);
          if (found !== undefined) assert.equal(found, last.get(target));
          const body = String.fromCharCode(0x20 + (i % 90)).repeat(length);
          cachePage(cache, target, createPage(body));
          const kept = taken(cache, target);
          // A body that is a little larger is cached if its target is short.
          if (length <= LARGEST) assert.equal(kept, body);
          if (kept === body) last.set(target, body);
        }
        const bytes = [...last.keys()].map((target) => taken(cache, target)?.length ?? 0);
        assert.ok(bytes.reduce((sum, length) => sum + length, 0) <= RING_BYTES);
      }),
    );
  });

  test('caches a page on the second request, with what its entity tag depends on', () => {
    const cache = newCache();
    const page = createPage('body', { issuedSecond: NOW });
    request(cache, '/a', page);
    request(cache, '/b', page);
    assert.equal(taken(cache, '/a'), undefined);
    request(cache, '/a', page);
    assert.equal(taken(cache, '/a'), 'body');
    assert.equal(taken(cache, '/b'), undefined);
    assert.deepEqual(cache.take('/a', hashOfText('/a'), new ByteBuffer(10)), { version, issuedSecond: NOW });
  });

  test('forgets requested targets in time', () => {
    const cache = newCache();
    const page = createPage('body');
    for (let i = 0; i < 200_000; i++) request(cache, `/other/${i}`, page);
    let cached = 0;
    for (let i = 0; i < 1000; i++) {
      request(cache, `/new/${i}`, page);
      if (taken(cache, `/new/${i}`) !== undefined) cached++;
    }
    assert.ok(cached < 150, `${cached} of 1000 new targets were taken for old ones`);
  });

  test('keeps a page from its first to its last second', () => {
    const cache = newCache();
    cachePage(cache, '/a', createPage('body', { untilSecond: NOW + 10, issuedSecond: NOW }));
    const seconds = [-1, 0, 9, 10].map((after) => {
      nowMs = (NOW + after) * 1000;
      return taken(cache, '/a');
    });
    nowMs = NOW * 1000;
    assert.deepEqual(seconds, [undefined, 'body', 'body', undefined]);
  });

  test('overwrites the oldest page', () => {
    const cache = newCache();
    const targets = Array.from({ length: 80 }, (_, i) => `/${i}`);
    for (const target of targets) cachePage(cache, target, createPage(Buffer.alloc(LARGEST, target)));
    const isCached = targets.map((target) => taken(cache, target) !== undefined);
    const first = isCached.indexOf(true);
    assert.ok(first > 0 && first < 25, `the first cached page is ${first}`);
    assert.deepEqual(new Set(isCached.slice(first)), new Set([true]));
  });

  test('does not cache a page that would overwrite many others', () => {
    const cache = newCache();
    cachePage(cache, '/a', createPage(Buffer.alloc(RING_BYTES / 64)));
    assert.equal(taken(cache, '/a'), undefined);
  });

  test('tells targets with the same hash apart', () => {
    const cache = newCache();
    const hash = hashOfText('/a');
    for (let i = 0; i < 2; i++) if (cache.admits(hash)) cache.set('/a', hash, createPage('a'));
    assert.equal(taken(cache, '/a'), 'a');
    for (const target of ['/b', '/ab', '/']) assert.equal(cache.take(target, hash, new ByteBuffer(10)), undefined);
    cache.set('/b', hash, createPage('b'));
    assert.equal(taken(cache, '/a'), undefined);
  });

  test('drops all pages when their data is replaced, and caches none of replaced data', () => {
    const cache = newCache();
    const first = newVersion();
    const second = newVersion('second');
    cachePage(cache, '/a', createPage('first', { version: first }));
    first.isCurrent = false;
    assert.equal(taken(cache, '/a'), undefined);
    cachePage(cache, '/b', createPage('late', { version: first }));
    cachePage(cache, '/c', createPage('without a version', { version: undefined }));
    cachePage(cache, '/d', createPage('second', { version: second }));
    assert.deepEqual(
      ['/a', '/b', '/c', '/d'].map((target) => taken(cache, target)),
      [undefined, undefined, undefined, 'second'],
    );
  });
});
