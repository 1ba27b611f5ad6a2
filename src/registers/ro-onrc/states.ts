import gravity from './gravity.json' with { type: 'json' };

/**
 * A firm has several undated codes of state; the first in this list is its status. First come struck off, bankrupt, in liquidation,
 * dissolved, insolvent (twice) and in judicial reorganisation, then the states that end or interrupt business, by number, at the end
 * business interrupted for a time and in operation.
 */
const GRAVITY: ReadonlyMap<string, number> = new Map(gravity.map((code, place) => [code, place]));

/** The gravest of a firm's codes of state; among codes without a rank, which come last, the smallest. */
export function gravestState(states: readonly string[]): string | undefined {
  return states.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))[0];
}

function placeOf(code: string): number {
  return GRAVITY.get(code) ?? GRAVITY.size;
}
