import { hash } from 'node:crypto';
import type { LineOfficer } from '../../../src/model/index.ts';

/** The officers of a company, each with its own key. It is stable while the data of the register is unchanged. */
export function* withKeys(
  companyId: string,
  officers: readonly LineOfficer[],
): Generator<{ readonly officer: LineOfficer; readonly key: string }, void, undefined> {
  const seen = new Map<string, number>();
  for (const officer of officers) {
    const key = keyOf(companyId, officer);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    yield { officer, key: times === 0 ? key : keyOf(`${key} ${times}`, officer) };
  }
}

function keyOf(companyId: string, { name, roles, appointed_on: from }: LineOfficer): string {
  return hash('sha256', JSON.stringify([companyId, name, roles, from])).slice(0, 40);
}
