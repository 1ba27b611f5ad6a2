import { foldName } from '../../../src/model/index.ts';
import { hasSearchableMatchIndex, type NameIndex, type SnapshotReader } from '../../../src/snapshot/index.ts';
import { MATCH_INDEX_KEY, type MatchTables } from '../../../src/snapshot/tables.ts';
import { listHashes, splitName } from '../names/index.ts';
import {
  BLOCK_WORDS,
  FREQUENT_COMPANIES_MIN,
  FREQUENT_WORDS_MAX,
  bucketOf,
  decodeCountries,
  decodePlaces,
  decodeWords,
  eachEntry,
  leastHashOf,
  rankOf,
  type IndexedWord,
  type MatchFacts,
} from './format.ts';
import { MatchIndexWriter } from './match-index-writer.ts';
import { MatchIndex, readPostings } from './match-index.ts';
import { MatchSearch } from './match-search.ts';

/** The match index: finds companies by messy names. */
export const MATCH_INDEX: NameIndex = {
  writer: (directory) => new MatchIndexWriter(directory),
  search: (reader) => MatchSearch.over(reader),
  verify: verifyMatchIndex,
  verifyName: (reader, { id, rank, name }, fail) => {
    const search = MatchSearch.over(reader);
    if (search === undefined) return;
    for (const one of [name, ...search.furtherNamesAt(rank).map(foldName)])
      for (const word of splitName(one).words)
        if (!search.leadsTo(word, rank)) fail(`the word "${word}" of a name does not lead to "${id}"`);
  },
};

type Fail = (what: string) => never;
type OnRow = (table: string) => Promise<void> | undefined;

/** Verification looks up one word in this many by its spelling. */
const FOUND_ONE_IN = 64;

/**
 * Verifies the match index of a snapshot, if it has one: words ascend without gaps and are found by their spellings, the companies of
 * words exist, spellings lead to words, and the counts in the metadata agree.
 */
async function verifyMatchIndex(reader: SnapshotReader, fail: Fail, onRow: OnRow): Promise<void> {
  const stored = reader.tables.metadata.get(MATCH_INDEX_KEY);
  if (stored === undefined) return;
  // The digests prove that an index of another version is intact.
  if (!hasSearchableMatchIndex(reader.tables)) return;
  const facts = JSON.parse(stored.toString('utf8')) as MatchFacts;
  const { words, hashes, frequent } = await verifyWords(reader, facts, fail, onRow);
  if (words !== facts.words) fail(`it has ${words} words, but ${facts.words} are counted`);
  verifyFrequent(frequent, facts, fail);
  await verifySpellings(reader, facts, hashes, fail, onRow);
}

async function verifyWords(
  reader: SnapshotReader,
  facts: MatchFacts,
  fail: Fail,
  onRow: OnRow,
): Promise<{ readonly words: number; readonly hashes: number; readonly frequent: Map<string, number> }> {
  const { active } = reader.metadata.records;
  const index = new MatchIndex(facts, active);
  const frequent = new Map<string, number>();
  let [words, hashes, rows, before] = [0, 0, 0, ''];
  for (const { key, value } of reader.scan('words')) {
    if (key.readUInt32BE(0) !== rows++ || words % BLOCK_WORDS !== 0) fail(`words are missing before block ${rows - 1}`);
    for (const word of decodeWords(Buffer.from(value), words)) {
      if (word.text <= before) fail(`the word "${word.text}" is not in order`);
      before = word.text;
      if (word.companies >= FREQUENT_COMPANIES_MIN) frequent.set(word.text, word.companies);
      const { match } = reader.tables;
      if (match === undefined) fail('its tables are missing');
      hashes += listHashes(word.text, decodeCountries(readPostings(match, word))).length;
      verifyPostings(match, word, active, fail);
      if (words % FOUND_ONE_IN === 0 && index.find(match, word.text)?.ordinal !== word.ordinal)
        fail(`the word "${word.text}" is not found by its spelling`);
      words++;
    }
    await onRow('words');
  }
  return { words, hashes, frequent };
}

function verifyPostings(match: MatchTables, word: IndexedWord, active: number, fail: Fail): void {
  const places = decodePlaces(readPostings(match, word), Infinity);
  if (places.length !== word.companies)
    fail(`the word "${word.text}" has ${places.length} companies, but ${word.companies} are counted`);
  let before = -1;
  for (const place of places) {
    if (place <= before) fail(`the companies of the word "${word.text}" are not in order`);
    if (rankOf(place) >= active) fail(`the word "${word.text}" leads to rank ${rankOf(place)}, which does not exist`);
    before = place;
  }
}

function verifyFrequent(found: ReadonlyMap<string, number>, { frequent }: MatchFacts, fail: Fail): void {
  const most = [...found]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, FREQUENT_WORDS_MAX);
  const stored = new Map(Object.entries(frequent));
  if (most.length !== stored.size || most.some(([key, companies]) => stored.get(key) !== companies))
    fail('the frequent words in its metadata are not those of its names');
}

async function verifySpellings(
  reader: SnapshotReader,
  { bucket_bits: bits, words }: MatchFacts,
  hashes: number,
  fail: Fail,
  onRow: OnRow,
): Promise<void> {
  let entries = 0;
  for (const { key, value } of reader.scan('spellings')) {
    const bucket = key.readUInt32BE(0);
    eachEntry(value, leastHashOf(bucket, bits), (hash, ordinal) => {
      if (bucketOf(hash, bits) !== bucket) fail(`the spelling ${hash} is not in its bucket`);
      if (ordinal >= words) fail(`the spelling ${hash} leads to word ${ordinal}, which does not exist`);
      entries++;
    });
    await onRow('spellings');
  }
  if (entries !== hashes) fail(`it has ${entries} spellings, but its words have ${hashes}`);
}
