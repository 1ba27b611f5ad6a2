import { openBackend } from '../../../src/backend/index.ts';
import { MATCH_INDEX } from '../../matching/index/name-index.ts';
import { matchRow, type MatchedRow, type WantedCompany } from './match-rows.ts';

/** The start data of a thread. */
export interface MatcherTask {
  readonly snapshot: string;
  readonly candidates: number;
}

/** Opens the snapshot. Returns the function that matches a batch. */
export function openMatcher({ snapshot, candidates }: MatcherTask) {
  const backend = openBackend(`snapshot:${snapshot}`, { nameIndex: async () => MATCH_INDEX });
  return async (rows: readonly WantedCompany[]): Promise<MatchedRow[]> => {
    const matched: MatchedRow[] = [];
    for (const row of rows) matched.push(await matchRow(backend, row, candidates));
    return matched;
  };
}
