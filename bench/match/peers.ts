import { Missing } from '../peers/peer.ts';
import type { MatchFigures } from './figures.ts';
import { askNomenklatura } from './nomenklatura.ts';
import { askPgTrgm } from './pg-trgm.ts';
import type { MatchQuestion } from './questions.ts';

/** What was measured, and a line for each peer that is not installed. */
export interface PeersAsked {
  readonly figures: readonly MatchFigures[];
  readonly missing: readonly string[];
}

/** Asks each peer that is installed. */
export async function askPeers(
  folder: string,
  snapshot: string,
  questions: readonly MatchQuestion[],
): Promise<PeersAsked> {
  const missing: string[] = [];
  const pgTrgm = await unlessMissing('pg_trgm', missing, () => askPgTrgm(folder, snapshot, questions));
  const others = await unlessMissing('nomenklatura', missing, () =>
    askNomenklatura(folder, snapshot, questions, pgTrgm),
  );
  return { figures: [...(pgTrgm === undefined ? [] : [pgTrgm]), ...(others ?? [])], missing };
}

async function unlessMissing<T>(name: string, missing: string[], ask: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    missing.push(`${name}: not measured, ${error.message}`);
    return undefined;
  }
}
