/** The whole HTTP suite, and a minute of random worlds, over every kind of backend except snapshots. */
import { otherKinds } from '../searching/backend-kinds.ts';
import { httpSuite } from './http.suite.ts';
import { lookUpSuite } from '../searching/lookups.suite.ts';
import { oracleSuite } from '../searching/searches.suite.ts';

const WORLDS = { numRuns: 1_000_000, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false };

for (const kind of otherKinds(1)) {
  httpSuite(kind);
  oracleSuite(kind, WORLDS);
  // A service that only supports searches finds less: see test/extras/lookup/lookup-http.test.ts.
  if (kind.name !== 'another service') lookUpSuite(kind, WORLDS);
}
