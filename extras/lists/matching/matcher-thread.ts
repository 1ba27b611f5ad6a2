/** A thread that matches rows: it opens the snapshot and returns the results of each batch. */
import { parentPort, workerData } from 'node:worker_threads';
import type { MatcherTask, WantedCompany } from './match-rows.ts';

// Loaded dynamically, as the command is, so that a package has both in one script.
const { openMatcher } = await import('./match-rows.ts');
const match = openMatcher(workerData as MatcherTask);

parentPort?.on('message', (rows: readonly WantedCompany[]) => {
  // A rejection ends the thread, and its error reaches the pool.
  void match(rows).then((matched) => parentPort?.postMessage(matched));
});
