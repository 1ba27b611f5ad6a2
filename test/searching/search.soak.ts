/** Two minutes of random worlds over a snapshot; test/serving/http.soak.ts tests the other backends. */
import { OVER_SNAPSHOT } from './backend-kind.ts';
import { oracleSuite } from './searches.suite.ts';

oracleSuite(OVER_SNAPSHOT, { numRuns: 1_000_000, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: false });
