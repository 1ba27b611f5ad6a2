import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openingOf, questionText, type Question } from './search-key.ts';

const question: fc.Arbitrary<Question> = fc.record({
  query: fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 64 }),
    fc.constantFrom('a"', 'a"NO', 'a\\', '"', '\\"', 'Ωμέγα 🚢', '\u2028'),
  ),
  country: fc.option(fc.constantFrom('NO', 'GB'), { nil: undefined }),
});

test('a page begins with its question, as any reader of JSON reads it', () => {
  fc.assert(
    fc.property(question, ({ query, country }) => {
      const opening = Buffer.from(openingOf(questionText({ query, country })), 'latin1').toString('utf8');
      assert.deepEqual(JSON.parse(`${opening}]}`), {
        object: 'list',
        query,
        countries: country === undefined ? [] : [country],
        data: [],
      });
    }),
  );
});

test('no text of a question is another one’s, or what it begins with and a byte of a cursor', () => {
  fc.assert(
    fc.property(question, question, (one, other) => {
      const isSame = one.query === other.query && one.country === other.country;
      assert.equal(questionText(one) === questionText(other), isSame);
      // What is sealed begins with the version, which is no letter.
      assert.ok(isSame || !questionText(other).startsWith(`${questionText(one)}\u0003`));
    }),
  );
});
