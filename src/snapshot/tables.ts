/**
 * The parts of the file format with which an extra writes and reads tables of its own.
 * @module
 */
export { Dictionary } from './dictionary/dictionary.ts';
export { TABLE_NAMES } from './file/table-names.ts';
export {
  ALL_COUNTRIES,
  DICTIONARY_KEY,
  MATCH_INDEX_KEY,
  MATCH_INDEX_VERSION,
  NAME_KEY_BYTES_MAX,
  entryOf,
  type MatchTables,
  type Tables,
} from './format/format.ts';
export { listFurtherNames } from './format/details.ts';
export { rankOfEntry } from './format/row.ts';
export { appendResource } from './read/search.ts';
export { BlockReader } from './index/block-reader.ts';
export { NameMatches } from './index/name-matches.ts';
export { namedDetailsAt } from './read/details.ts';
export type { InMemory } from './read/in-memory.ts';
export type { TableWriter } from './file/table-writer.ts';
