import { OVER_SNAPSHOT } from '../../searching/backend-kind.ts';
import { lookUpSuite } from '../../searching/lookups.suite.ts';

lookUpSuite(OVER_SNAPSHOT, { numRuns: 10 });
