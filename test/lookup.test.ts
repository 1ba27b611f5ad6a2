import { OVER_SNAPSHOT } from './backend-kind.ts';
import { lookUpSuite } from './lookups.suite.ts';

lookUpSuite(OVER_SNAPSHOT, { numRuns: 10 });
