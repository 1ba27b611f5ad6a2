import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { Joined } from './joined.ts';
import { folder } from '../../../test/fixtures/folder.ts';

test('Joined gives each key once, its records by kind and then in the order they were added', (t) => {
  const joined = new Joined(folder(t), 'j');
  joined.add('20', 1, { input: 'b.csv', record: 7 }, 'late');
  joined.add('2', 0, { input: 'a.csv', record: 1 }, 'two');
  joined.add('20', 1, { input: 'b.csv', record: 8 }, 'early');
  joined.add('20', 0, { input: 'a.csv', record: 2 }, 'Ågren\0');
  assert.deepEqual(
    [...joined.groups()],
    [
      { key: '2', records: [{ kind: 0, input: 'a.csv', record: 1, text: 'two' }] },
      {
        key: '20',
        records: [
          { kind: 0, input: 'a.csv', record: 2, text: 'Ågren\0' },
          { kind: 1, input: 'b.csv', record: 7, text: 'late' },
          { kind: 1, input: 'b.csv', record: 8, text: 'early' },
        ],
      },
    ],
  );
});

test('Joined gives back what a map of lists would, whatever is added', (t) => {
  const directory = folder(t);
  const record = fc.record({
    key: fc.string({ maxLength: 3 }).filter((key) => !key.includes('\0')),
    kind: fc.integer({ min: 0, max: 255 }),
    text: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const joined = new Joined(directory, 'p');
      const expected = new Map<string, { kind: number; text: string }[]>();
      for (const { key, kind, text } of records) {
        joined.add(key, kind, { input: 'x', record: 1 }, text);
        expected.set(key, [...(expected.get(key) ?? []), { kind, text }]);
      }
      const found = [...joined.groups()].map(
        (group) => [group.key, group.records.map(({ kind, text }) => ({ kind, text }))] as const,
      );
      assert.equal(found.length, expected.size);
      for (const [key, of] of found)
        assert.deepEqual(
          of,
          expected.get(key)?.toSorted((a, b) => a.kind - b.kind),
        );
    }),
  );
  assert.deepEqual(readdirSync(directory), []);
});

test('Joined refuses a key with a zero character, which would end it', (t) => {
  const joined = new Joined(folder(t), 'j');
  assert.throws(() => joined.add('1\0', 0, { input: 'x', record: 1 }, ''), /must not hold a zero character/);
});
