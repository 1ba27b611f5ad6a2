/** The whole HTTP suite, and a minute of random worlds, over every kind of backend beside snapshots. */
import { otherKinds } from './backend-kinds.ts';
import { httpSuite } from './http.suite.ts';
import { lookUpSuite } from './lookups.suite.ts';
import { oracleSuite } from './searches.suite.ts';

const WORLDS = { numRuns: 1_000_000, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false };

for (const kind of otherKinds(1)) {
  httpSuite(kind);
  oracleSuite(kind, WORLDS);
  // One that only searches knows less: test/lookup-http.test.ts says what.
  if (kind.name !== 'another service') lookUpSuite(kind, WORLDS);
}
