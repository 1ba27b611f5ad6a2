import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  BucketBuilder,
  PostingsBuilder,
  WordBlockBuilder,
  decodePlaces,
  decodeWords,
  eachEntry,
  rankOf,
  toPlace,
} from './format.ts';

const COUNTRIES = ['\0\0', 'AT', 'FI', 'SE'];
const companies = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...COUNTRIES), fc.nat(2 ** 31)), { selector: String, maxLength: 60 })
  .map((list) => list.toSorted(([a, one], [b, other]) => (a === b ? one - other : a < b ? -1 : 1)));

suite('Postings', () => {
  test('give back the companies that went in, and those of one country', () => {
    fc.assert(
      fc.property(companies, fc.constantFrom(...COUNTRIES), (list, country) => {
        const builder = new PostingsBuilder();
        for (const [code, rank] of list) builder.add(code, rank);
        assert.equal(builder.count, list.length);
        const bytes = builder.take();
        assert.deepEqual(
          [...decodePlaces(bytes, Infinity)],
          list.map(([code, rank]) => toPlace(code, rank)),
        );
        const there = list.filter(([code]) => code === country).map(([, rank]) => rank);
        assert.deepEqual([...decodePlaces(bytes, Infinity, country)].map(rankOf), there);
        assert.equal(builder.take().length, 0);
      }),
    );
  });

  test('are read up to a bound', () => {
    const builder = new PostingsBuilder();
    for (let rank = 0; rank < 100; rank++) builder.add('FI', rank);
    assert.equal(decodePlaces(builder.take(), 7).length, 7);
  });
});

test('a block of words gives back what went in', () => {
  const builder = new WordBlockBuilder();
  const postings = Buffer.from('FI\u0001\u0005', 'latin1');
  builder.add(Buffer.from('kvarn'), 1, postings);
  builder.add(Buffer.from('kvarnbro'), 300, undefined);
  assert.deepEqual(
    [...decodeWords(builder.take(), 32)],
    [
      { ordinal: 32, text: 'kvarn', companies: 1, postings },
      { ordinal: 33, text: 'kvarnbro', companies: 300, postings: undefined },
    ],
  );
  assert.equal(builder.count, 0);
});

test('a bucket of spellings gives back the words of each hash', () => {
  const hash = fc.integer({ min: 2 ** 31, max: 2 ** 31 + 40 });
  fc.assert(
    fc.property(fc.array(fc.tuple(hash, fc.nat(9)), { maxLength: 40 }), (drawn) => {
      const entries = drawn.toSorted(([a, one], [b, other]) => a - b || one - other);
      const builder = new BucketBuilder();
      builder.begin(2 ** 31);
      for (const [one, ordinal] of entries) builder.add(one, ordinal);
      const bucket = builder.take();
      const entriesUpTo = (max?: number): (readonly [hash: number, ordinal: number])[] => {
        const found: (readonly [hash: number, ordinal: number])[] = [];
        eachEntry(bucket, 2 ** 31, (one, ordinal) => found.push([one, ordinal]), max);
        return found;
      };
      assert.deepEqual(entriesUpTo(), entries);
      for (const [max] of entries)
        assert.deepEqual(
          entriesUpTo(max),
          entries.filter(([one]) => one <= max),
        );
    }),
  );
});
