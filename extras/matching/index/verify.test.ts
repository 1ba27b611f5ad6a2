import { MATCH_INDEX } from './name-index.ts';
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { InputError } from '../../../src/model/index.ts';
import { MATCH_INDEX_KEY, TABLE_NAMES } from '../../../src/snapshot/tables.ts';
import { SnapshotReader, hasMatchIndex, hasSearchableMatchIndex, verifySnapshot } from '../../../src/snapshot/index.ts';
import { WordBlockBuilder, decodeWords, numberKey, type MatchFacts } from './format.ts';
import { RECORDS, company, named, write } from '../../../src/snapshot/record-fixture.ts';
import { rewritten, type EditedTables } from '../../../src/snapshot/verify/rewritten-fixture.ts';

const NAMED = company(900, {
  name: 'Kvarnbro',
  identifiers: [{ scheme: 'tin', value: 'T900' }],
  details: named([{ name: 'Sjöstjärna', kind: 'previous' }], []),
});

suite('A snapshot with a match index', () => {
  let directory = '';
  let path = '';
  let plain = '';
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-verify-match-'));
    ({ path } = await write(directory, 'matched', [...RECORDS, NAMED], MATCH_INDEX));
    ({ path: plain } = await write(directory, 'plain', [...RECORDS, NAMED]));
  });
  after(() => rmSync(directory, { recursive: true }));

  test('is sound', async () => {
    await verifySnapshot(path, { nameIndex: MATCH_INDEX });
  });

  test('has the same other tables as a snapshot without one, and another generation', async () => {
    const readers = [SnapshotReader.open(path), SnapshotReader.open(plain)];
    const [one, other] = readers.map(({ metadata }) => metadata);
    for (const table of [...TABLE_NAMES, 'dictionary']) assert.equal(one?.tables[table], other?.tables[table]);
    assert.notEqual(one?.generation, other?.generation);
    assert.ok(readers[1] !== undefined);
    assert.equal(MATCH_INDEX.search(readers[1]), undefined);
    assert.deepEqual(Object.keys(other?.tables ?? {}).toSorted(), [...TABLE_NAMES, 'dictionary'].toSorted());
    await Promise.all(readers.map((reader) => reader.close()));
  });

  const facts = (tables: EditedTables, change: Partial<MatchFacts>): void => {
    const stored = JSON.parse(tables.metadata.get(MATCH_INDEX_KEY)?.toString() ?? '{}') as MatchFacts;
    tables.metadata.put(MATCH_INDEX_KEY, Buffer.from(JSON.stringify({ ...stored, ...change })));
  };
  test('of another version is intact, but is not searched: it is built again', async () => {
    const older = join(directory, 'older');
    copyFileSync(path, older);
    await rewritten(older, (tables) => facts(tables, { version: 1 }));
    await verifySnapshot(older, { nameIndex: MATCH_INDEX });
    const reader = SnapshotReader.open(older);
    assert.equal(MATCH_INDEX.search(reader), undefined);
    assert.deepEqual([hasMatchIndex(reader.metadata), hasSearchableMatchIndex(reader.tables)], [true, false]);
    await reader.close();
  });

  const FAULTS: [fault: string, edit: (tables: EditedTables) => void, message: RegExp][] = [
    ['a missing block of words', ({ words }) => words.remove(numberKey(1)), /words are missing before block 1/],
    [
      'words that are not in order',
      ({ words }) => {
        const builder = new WordBlockBuilder();
        for (const word of [...decodeWords(words.get(numberKey(0)) ?? Buffer.alloc(0), 0)].toReversed())
          builder.add(Buffer.from(word.text), word.companies, word.postings);
        words.put(numberKey(0), builder.take());
      },
      /(is not in order|is not found by its spelling)/,
    ],
    [
      'a wrong count of companies',
      ({ words }) => {
        const builder = new WordBlockBuilder();
        for (const word of decodeWords(words.get(numberKey(0)) ?? Buffer.alloc(0), 0))
          builder.add(Buffer.from(word.text), word.companies + 1, word.postings && Buffer.from(word.postings));
        words.put(numberKey(0), builder.take());
      },
      /companies, but \d+ are counted/,
    ],
    [
      'companies that do not exist',
      ({ postings, words }) => {
        const builder = new WordBlockBuilder();
        for (const word of decodeWords(words.get(numberKey(0)) ?? Buffer.alloc(0), 0))
          builder.add(Buffer.from(word.text), 1, Buffer.from([0x46, 0x49, 3, 0xff, 0xff, 3]));
        words.put(numberKey(0), builder.take());
        postings.remove(numberKey(0));
      },
      /leads to rank \d+, which does not exist/,
    ],
    ['lost spellings', ({ spellings }) => spellings.remove(spellings.firstKey()), /spelling/],
    [
      'a spelling of no word',
      ({ spellings }) => spellings.put(spellings.firstKey(), Buffer.from([0, 0xff, 0xff, 3])),
      /which does not exist|does not lead to/,
    ],
    ['other frequent words', (tables) => facts(tables, { frequent: { row: 3 } }), /the frequent words/],
    ['a wrong count of words', (tables) => facts(tables, { words: 1 }), /words, but 1 are counted/],
  ];
  for (const [fault, edit, message] of FAULTS)
    test(`with ${fault} is refused`, async () => {
      const copy = join(directory, fault.replaceAll(' ', '-'));
      copyFileSync(path, copy);
      await rewritten(copy, edit);
      await assert.rejects(
        verifySnapshot(copy, { nameIndex: MATCH_INDEX }),
        (error) => error instanceof InputError && message.test(error.message),
      );
    });
});
