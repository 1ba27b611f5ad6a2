import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { NEVER_YIELD } from '../../files/index.ts';
import { ByteBuffer } from '../../model/index.ts';
import { PHRASES_MAX, PHRASE_BYTES_MAX, Dictionary } from './dictionary.ts';
import { PhraseFinder } from './phrase-finder.ts';
import { TextSample, trainDictionary } from './training.ts';
import { anyCodePoint } from '../../../test/fixtures/any-code-point.ts';

const toBytes = (text: string): Buffer => Buffer.from(text);
const train = (texts: readonly Uint8Array[]): Promise<Dictionary> => trainDictionary(texts, NEVER_YIELD);

function read(dictionary: Dictionary, codes: Buffer): string {
  // A small buffer, so that it must grow.
  const target = new ByteBuffer(1);
  dictionary.decode(codes, 0, codes.length, target);
  return target.written().toString();
}

suite('A dictionary', () => {
  const word = fc.constantFrom(',"name":"', '","country_code":"', 'Ångström', ' AB', 'ω', '🚢', 'a', '\0', '"}');
  const text = fc.oneof(
    fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
    fc.string({ unit: anyCodePoint }),
  );

  test('is trained on more texts than the first ones, which may all be alike', async () => {
    const texts = Array.from({ length: 18_000 }, (_, i) =>
      toBytes(i < 2000 ? '{}' : `{"name":"Company of limited liability ${i}"}`),
    );
    const dictionary = await train(texts);
    const [plain, encoded] = [texts, texts.map((one) => dictionary.encode(one))].map((all) =>
      all.reduce((sum, { length }) => sum + length, 0),
    );
    assert.ok((encoded ?? 0) < (plain ?? 0) / 2, `${encoded} of ${plain} bytes`);
  });

  test('decodes every text that it encoded, trained on it or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 30 }), fc.array(text, { maxLength: 10 }), async (known, others) => {
        const dictionary = new Dictionary((await train(known.map(toBytes))).bytes);
        for (const one of [...known, ...others]) {
          const bytes = toBytes(one);
          const codes = dictionary.encode(bytes);
          assert.ok(codes.length <= 2 * bytes.length);
          assert.equal(read(dictionary, codes), bytes.toString());
        }
      }),
      { numRuns: 200 },
    );
  });

  test('decodes a text between others, and appends it to the target', async () => {
    const dictionary = await train(Array.from({ length: 50 }, () => toBytes(',"name":"Nordlys"}')));
    const codes = [',"name":"Nordlys"}', 'x', ''].map((one) => dictionary.encode(toBytes(one)));
    const all = Buffer.concat(codes);
    const target = new ByteBuffer(4);
    target.append(toBytes('before '));
    dictionary.decode(all, codes[0]?.length ?? 0, all.length, target);
    dictionary.decode(all, 0, codes[0]?.length ?? 0, target);
    assert.equal(target.written().toString(), 'before x,"name":"Nordlys"}');
  });

  test('makes repetitive texts short', async () => {
    const rows = Array.from(
      { length: 500 },
      (_, i) => `,"name":"Nordlys ${i} AS","country_code":"NO","legal_form":"AS"}`,
    );
    const dictionary = await train(rows.map(toBytes));
    const bytes = rows.reduce((sum, row) => sum + dictionary.encode(toBytes(row)).length, 0);
    assert.ok(bytes < rows.join('').length / 8, `${bytes} bytes`);
  });

  test('is the same for the same texts, and has every byte', async () => {
    const texts = Array.from({ length: 200 }, (_, i) => toBytes(`{"a":${i % 7},"b":"${i}"}`));
    const dictionary = await train(texts);
    assert.deepEqual((await train(texts)).bytes, dictionary.bytes);
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const target = new ByteBuffer(1);
    const codes = dictionary.encode(everyByte);
    dictionary.decode(codes, 0, codes.length, target);
    assert.deepEqual(target.written(), everyByte);
  });

  for (const [claim, stored, message] of [
    ['is cut', Buffer.of(3, 65, 66), /phrase 0 is empty or incomplete/],
    ['has an empty phrase', Buffer.of(1, 65, 0), /phrase 1 is empty or incomplete/],
    ['has too many phrases', Buffer.alloc(2 * (PHRASES_MAX + 1), 1), /the most is 16576/],
  ] as const) {
    test(`that ${claim} is refused`, () => assert.throws(() => new Dictionary(stored), message));
  }

  test('refuses a phrase that is empty or too long, a byte that no phrase has, and an unknown code', () => {
    for (const length of [0, PHRASE_BYTES_MAX + 1]) {
      assert.throws(() => Dictionary.of([new Uint8Array(length)]), new RegExp(`a phrase of ${length} bytes`));
    }
    const dictionary = Dictionary.of([toBytes('a')]);
    assert.throws(() => dictionary.encode(toBytes('b')), /no phrase begins with it/);
    assert.throws(() => read(dictionary, Buffer.of(7)), /no phrase has the code 7/);
  });

  test('refuses a code of two bytes that is cut, whatever follows the text', () => {
    const phrases = Array.from({ length: 300 }, (_, i) => toBytes(`phrase ${i}`));
    const dictionary = Dictionary.of(phrases);
    const codes = dictionary.encode(toBytes('phrase 7phrase 299'));
    assert.equal(codes.length, 3, 'the second code has two bytes');
    for (const followed of [codes, codes.subarray(0, 2)]) {
      const target = new ByteBuffer(1);
      assert.throws(() => dictionary.decode(followed, 0, 2, target), /its last code is cut/);
    }
  });
});

test('PhraseFinder finds the longest phrase that a text continues with', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\0'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { maxLength: 30 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '\0'), maxLength: 12 }),
      (phrases, text) => {
        const finder = new PhraseFinder(phrases.map(toBytes));
        for (let at = 0; at < text.length; at++) {
          const longest = phrases.filter((one) => text.startsWith(one, at)).toSorted((a, b) => b.length - a.length)[0];
          const found = finder.longestAt(toBytes(text), at);
          assert.equal(phrases[found], longest);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('TextSample keeps the same companies in any order, up to its size', () => {
  const number = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.uniqueArray(number, { maxLength: 60 }), fc.infiniteStream(number), (ids, lots) => {
      const taken = (order: readonly number[]): string[] => {
        const sample = new TextSample(10);
        for (const id of order) sample.add(Buffer.of(id), () => [toBytes(String(id)), Buffer.alloc(3000, 120)]);
        return sample.texts().map((one) => `${one.toString().slice(0, 3)} ${one.length}`);
      };
      const shuffled = ids.map((id) => ({ id, lot: lots.next().value })).toSorted((a, b) => a.lot - b.lot);
      const smallest = ids.toSorted((a, b) => a - b).slice(0, 10);
      const wanted = smallest.flatMap((id) => [`${id} ${String(id).length}`, `xxx ${2048 - String(id).length}`]);
      assert.deepEqual(taken(ids), wanted);
      assert.deepEqual(taken(shuffled.map(({ id }) => id)), wanted);
    }),
  );
});
