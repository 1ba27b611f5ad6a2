import type { RegisterLine } from '../model/index.ts';
import type { MergedCompany, RankedLine } from './survivorship/merge-lines.ts';
import type { Clusters } from './clustering/clusterer.ts';
import { isFundOrBranch, toMatchKey, withoutNumbers } from './clustering/match-keys.ts';

/** Whether the lines of a company state no id and no lifecycle, and each of its keys and identifiers is its own. */
export function isUnshared(
  { matchKeys }: MergedCompany,
  lines: readonly RankedLine[],
  { shared, ceded }: Clusters,
): boolean {
  if (!lines.every(({ line, isCeding }) => line.id === undefined && line.lifecycle === undefined && isCeding !== true))
    return false;
  for (const matchKey of matchKeys.values()) if (shared.has(matchKey) || ceded.has(matchKey)) return false;
  return true;
}

/** Removes from the line of a fund or branch the numbers that belong to a company. */
export function withoutCeded(ranked: RankedLine, ceded: ReadonlySet<string>): RankedLine {
  if (!isFundOrBranch(ranked.line)) return ranked;
  const line = withoutNumbers(ranked.line, (one) => ceded.has(toMatchKey(one)));
  return { ...ranked, line, isCeding: line.identifiers?.length !== ranked.line.identifiers?.length };
}

/** Whether a line is a decision: it identifies its company only by an id, not by a key or identifier. */
export function isDecision(line: RegisterLine): line is RegisterLine & { id: string } {
  return line.id !== undefined && line.key === undefined && (line.identifiers?.length ?? 0) === 0;
}
