/** A thread that matches rows: it opens the snapshot and answers each batch. */
import { parentPort, workerData } from 'node:worker_threads';
import { openBackend } from '../../../src/backend/index.ts';
import { MATCH_INDEX } from '../../matching/index/name-index.ts';
import { matchRow, type MatchedRow, type WantedCompany } from './match-rows.ts';

/** The start data of a thread. */
export interface MatcherTask {
  readonly snapshot: string;
  readonly candidates: number;
}

const { snapshot, candidates } = workerData as MatcherTask;
const backend = openBackend(`snapshot:${snapshot}`, { nameIndex: async () => MATCH_INDEX });

parentPort?.on('message', (rows: readonly WantedCompany[]) => {
  // A rejection ends the thread, and its error reaches the pool.
  void answer(rows);
});

async function answer(rows: readonly WantedCompany[]): Promise<void> {
  const matched: MatchedRow[] = [];
  for (const row of rows) matched.push(await matchRow(backend, row, candidates));
  parentPort?.postMessage(matched);
}
