/** All rules of the specification about requests and responses, and the oracle of searches, over one kind of backend. */
import { limitSuite } from './limit-http.suite.ts';
import { recordsSuite } from './records-http.suite.ts';
import { responsesSuite } from './responses.suite.ts';
import { sameAnswersSuite } from '../searching/same-answers.suite.ts';
import { searchSuite } from './search-http.suite.ts';
import { OVER_SNAPSHOT, type BackendKind } from '../searching/backend-kind.ts';

/** Rules that depend on the data or on its backend. */
export function dataSuite(kind: BackendKind): void {
  searchSuite(kind);
  recordsSuite(kind);
  responsesSuite(kind);
  if (kind !== OVER_SNAPSHOT) sameAnswersSuite(kind);
}

/** All rules. */
export function httpSuite(kind: BackendKind): void {
  dataSuite(kind);
  limitSuite(kind);
}
