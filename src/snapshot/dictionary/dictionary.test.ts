import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { GrowingBytes } from '../format/byte-buffer.ts';
import { PHRASES_MAX, PHRASE_BYTES_MAX, PhraseBook } from './dictionary.ts';
import { learnedBook } from './learning.ts';
import { PhraseFinder } from './phrase-finder.ts';
import { PhraseSample, phrasesOf } from './training.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text);

function read(book: PhraseBook, codes: Buffer): string {
  // Small, so that it must grow.
  const target = new GrowingBytes(1);
  book.decode(codes, 0, codes.length, target);
  return target.written().toString();
}

suite('A phrase book', () => {
  const word = fc.constantFrom(',"name":"', '","country_code":"', 'Ångström', ' AB', 'ω', '🚢', 'a', '\0', '"}');
  const text = fc.oneof(
    fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
    fc.string({ unit: 'binary' }),
  );

  test('gives every text back, those too that it was not made of', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), fc.array(text, { maxLength: 10 }), (known, others) => {
        const book = PhraseBook.read(PhraseBook.of(phrasesOf(known.map(bytesOf))).store());
        for (const one of [...known, ...others]) {
          const bytes = bytesOf(one);
          const codes = book.encode(bytes);
          assert.ok(codes.length <= 2 * bytes.length);
          assert.equal(read(book, codes), bytes.toString());
        }
      }),
      { numRuns: 200 },
    );
  });

  test('reads a text that lies between others, and writes it behind what is written', () => {
    const book = PhraseBook.of(phrasesOf(Array.from({ length: 50 }, () => bytesOf(',"name":"Nordlys"}'))));
    const codes = [',"name":"Nordlys"}', 'x', ''].map((one) => book.encode(bytesOf(one)));
    const all = Buffer.concat(codes);
    const target = new GrowingBytes(4);
    target.append(bytesOf('before '));
    book.decode(all, codes[0]?.length ?? 0, all.length, target);
    book.decode(all, 0, codes[0]?.length ?? 0, target);
    assert.equal(target.written().toString(), 'before x,"name":"Nordlys"}');
  });

  test('makes what comes again and again short', () => {
    const rows = Array.from(
      { length: 500 },
      (_, i) => `,"name":"Nordlys ${i} AS","country_code":"NO","legal_form":"AS"}`,
    );
    const book = PhraseBook.of(phrasesOf(rows.map(bytesOf)));
    const bytes = rows.reduce((sum, row) => sum + book.encode(bytesOf(row)).length, 0);
    assert.ok(bytes < rows.join('').length / 8, `${bytes} bytes`);
  });

  test('is the same for the same texts, and has every byte', () => {
    const texts = Array.from({ length: 200 }, (_, i) => bytesOf(`{"a":${i % 7},"b":"${i}"}`));
    const phrases = phrasesOf(texts);
    assert.deepEqual(phrasesOf(texts), phrases);
    assert.equal(phrases.filter(({ length }) => length === 1).length, 256);
  });

  for (const [claim, stored, message] of [
    ['is cut', Buffer.of(3, 65, 66), /one is cut/],
    ['has an empty phrase', Buffer.of(1, 65, 0), /one is cut/],
    ['has too many phrases', Buffer.alloc(2 * (PHRASES_MAX + 1), 1), /only 16576/],
  ] as const) {
    test(`that ${claim} is refused`, () => assert.throws(() => PhraseBook.read(stored), message));
  }

  test('takes no phrase that is empty or too long, and refuses what is not in it', () => {
    for (const length of [0, PHRASE_BYTES_MAX + 1]) {
      assert.throws(() => PhraseBook.of([new Uint8Array(length)]), new RegExp(`a phrase of ${length} bytes`));
    }
    const book = PhraseBook.of([bytesOf('a')]);
    assert.throws(() => book.encode(bytesOf('b')), /no phrase begins with it/);
    assert.throws(() => read(book, Buffer.of(7)), /7 is the code of no phrase/);
  });
});

test('a book is the same whether a thread of its own learned it or not', async () => {
  const texts = Array.from({ length: 4000 }, (_, i) =>
    bytesOf(`,"name":"Nordlys ${i} AS","code":"${i % 97}","country_code":"NO"}`),
  );
  assert.ok(Buffer.concat(texts).length > 200_000);
  const learned = await learnedBook(texts);
  assert.deepEqual(learned.store(), PhraseBook.of(phrasesOf(texts)).store());
});

test('PhraseFinder finds the longest phrase that a text goes on with', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\0'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { maxLength: 30 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '\0'), maxLength: 12 }),
      (phrases, text) => {
        const finder = new PhraseFinder(phrases.map(bytesOf));
        for (let at = 0; at < text.length; at++) {
          const longest = phrases.filter((one) => text.startsWith(one, at)).toSorted((a, b) => b.length - a.length)[0];
          const found = finder.longestAt(bytesOf(text), at);
          assert.equal(phrases[found], longest);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('PhraseSample takes the same companies in whatever order they come, and so many', () => {
  const number = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.uniqueArray(number, { maxLength: 60 }), fc.infiniteStream(number), (ids, lots) => {
      const taken = (order: readonly number[]): string[] => {
        const sample = new PhraseSample(10);
        for (const id of order) sample.add(Buffer.of(id), () => [bytesOf(String(id)), Buffer.alloc(3000, 120)]);
        return sample.take().map((one) => `${one.toString().slice(0, 3)} ${one.length}`);
      };
      const shuffled = ids.map((id) => ({ id, lot: lots.next().value })).toSorted((a, b) => a.lot - b.lot);
      const smallest = ids.toSorted((a, b) => a - b).slice(0, 10);
      const wanted = smallest.flatMap((id) => [`${id} ${String(id).length}`, `xxx ${2048 - String(id).length}`]);
      assert.deepEqual(taken(ids), wanted);
      assert.deepEqual(taken(shuffled.map(({ id }) => id)), wanted);
    }),
  );
});
