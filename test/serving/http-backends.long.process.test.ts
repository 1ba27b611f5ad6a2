/** The rules of the specification about data, over every kind of backend. test/serving/http.soak.ts tests more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LATER_LINES, SUITE_LINES } from '../../src/backend/backend-fixture.ts';
import { backendSuite } from '../../src/backend/backend.suite.ts';
import { openFollowed, otherKinds } from '../searching/backend-kinds.ts';
import { buildLines } from '../searching/generations.ts';
import { dataSuite } from './http.suite.ts';
import { oracleSuite } from '../searching/searches.suite.ts';

const ONE_OF = 29;
const WORLDS = { numRuns: 1 };

for (const kind of otherKinds(ONE_OF)) {
  dataSuite(kind);
  oracleSuite(kind, WORLDS);
}

backendSuite('The backend of a follower', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-backend-'));
  const first = await buildLines(directory, 'first', SUITE_LINES);
  const later = await buildLines(directory, 'later', LATER_LINES, { previous: first });
  const { backend, replace, remove } = await openFollowed(first);
  return {
    backend,
    replace: async () => await replace(later),
    remove: async () => {
      await remove();
      rmSync(directory, { recursive: true });
    },
  };
});
