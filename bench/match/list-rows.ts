import { matchRow } from '../../extras/lists/matching/match-rows.ts';
import { MATCH_INDEX } from '../../extras/matching/index/name-index.ts';
import { openBackend } from '../../src/backend/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { median, shown } from '../measuring.ts';
import type { MatchQuestion } from './questions.ts';

const ROUNDS = 5;
/** As many candidates as the reconciliation service scores, and as a row of a list gets. */
const SCORED_MAX = 32;
const CANDIDATES = 3;

/** The CPU time of a row of a list, and of a search for its name, which is the yardstick. */
export async function askRows(snapshot: string, questions: readonly MatchQuestion[]): Promise<string> {
  const backend = openBackend(`snapshot:${snapshot}`, { nameIndex: async () => MATCH_INDEX });
  const reader = SnapshotReader.open(snapshot);
  const search = MATCH_INDEX.search(reader);
  if (search === undefined) throw new Error('The snapshot has no match index');
  const searches: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    searches.push(await microsOf(questions, ({ query, country }) => search.candidates(query, country, SCORED_MAX)));
    rows.push(
      await microsOf(questions, ({ query, country = '' }) =>
        matchRow(backend, { name: query, country, numbers: [] }, CANDIDATES),
      ),
    );
  }
  await reader.close();
  await backend.close();
  return (
    `${questions.length} rows, ${ROUNDS} rounds; median (least to most) of CPU in µs\n` +
    `a search for the name: ${shown(searches, 0)}\n` +
    `a row of openfirma match: ${shown(rows, 0)}, ${(1e6 / median(rows)).toFixed(0)} rows a second a core (${(1e6 / Math.min(...rows)).toFixed(0)} in the best round)\n` +
    `of a search: ${(median(rows) / median(searches)).toFixed(2)}\n`
  );
}

async function microsOf(
  questions: readonly MatchQuestion[],
  ask: (question: MatchQuestion) => unknown,
): Promise<number> {
  const before = process.cpuUsage();
  for (const question of questions) await ask(question);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / questions.length;
}
