import type { NameIndex, NameSearch, SnapshotReader } from '../../../src/snapshot/index.ts';
import { partsOf } from '../names/index.ts';
import { MatchIndexWriter } from './match-index-writer.ts';
import { MatchSearch } from './match-search.ts';
import { verifyMatchIndex } from './verify.ts';

/** The search of each reader, which is opened once. */
const searches = new WeakMap<SnapshotReader, MatchSearch | undefined>();

function searchOf(reader: SnapshotReader): MatchSearch | undefined {
  if (!searches.has(reader)) searches.set(reader, MatchSearch.over(reader));
  return searches.get(reader);
}

/** The match index: finds companies by messy names. */
export const MATCH_INDEX: NameIndex = {
  writer: (directory) => new MatchIndexWriter(directory),
  search: (reader): NameSearch | undefined => searchOf(reader),
  verify: verifyMatchIndex,
  verifyName: (reader, { id, rank, name }, fail) => {
    const search = searchOf(reader);
    if (search === undefined) return;
    for (const word of partsOf(name).words)
      if (!search.leadsTo(word, rank)) fail(`the word "${word}" of its name does not lead to "${id}"`);
  },
};
