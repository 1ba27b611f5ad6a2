import { staticSearchSuite } from './static-search.suite.ts';

staticSearchSuite({ numRuns: 8 });
