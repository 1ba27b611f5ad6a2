import type { RegisterLine } from '../../model/index.ts';

/**
 * The lines of a company without those that add to a register (`adds_to`) of which the company has no line: a register of officers
 * creates no company, and adds nothing to a company that only an index lists.
 */
export function withoutStrays<R extends { readonly line: RegisterLine }>(lines: readonly R[]): readonly R[] {
  if (lines.every(({ line }) => line.adds_to === undefined)) return lines;
  const registers = new Set(lines.flatMap(({ line }) => (line.adds_to === undefined ? [line.register] : [])));
  return lines.filter(({ line }) => line.adds_to === undefined || registers.has(line.adds_to));
}

/** Whether a register that has the company forbids to show its officers, those of other registers included. */
export function areOfficersWithheld(lines: readonly RegisterLine[]): boolean {
  return lines.some((line) => line.withholds_officers === true);
}
