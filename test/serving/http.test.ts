/** The rules of the specification about requests and responses, over a snapshot. */
import { httpSuite } from './http.suite.ts';
import { OVER_SNAPSHOT } from '../searching/backend-kind.ts';

httpSuite(OVER_SNAPSHOT);
