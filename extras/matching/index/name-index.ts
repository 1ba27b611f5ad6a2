import type { NameIndex } from '../../../src/snapshot/index.ts';
import { foldName } from '../../../src/model/index.ts';
import { partsOf } from '../names/index.ts';
import { MatchIndexWriter } from './match-index-writer.ts';
import { MatchSearch } from './match-search.ts';
import { verifyMatchIndex } from './verify.ts';

/** The match index: finds companies by messy names. */
export const MATCH_INDEX: NameIndex = {
  writer: (directory) => new MatchIndexWriter(directory),
  search: (reader) => MatchSearch.over(reader),
  verify: verifyMatchIndex,
  verifyName: (reader, { id, rank, name }, fail) => {
    const search = MatchSearch.over(reader);
    if (search === undefined) return;
    for (const one of [name, ...search.furtherNamesAt(rank).map(foldName)])
      for (const word of partsOf(one).words)
        if (!search.leadsTo(word, rank)) fail(`the word "${word}" of a name does not lead to "${id}"`);
  },
};
