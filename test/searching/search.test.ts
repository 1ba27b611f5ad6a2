import { OVER_SNAPSHOT } from './backend-kind.ts';
import { oracleSuite } from './searches.suite.ts';

oracleSuite(OVER_SNAPSHOT, { numRuns: 40 });
