/** What the specification says of questions and answers holds over a snapshot. */
import { httpSuite } from './http.suite.ts';
import { OVER_SNAPSHOT } from '../searching/backend-kind.ts';

httpSuite(OVER_SNAPSHOT);
