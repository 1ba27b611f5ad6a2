const FIRST_WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 8];
const SECOND_WEIGHTS = [3, 4, 5, 6, 7, 8, 9, 1];

/**
 * Says whether the last of the nine digits of an entity code (juridinio asmens kodas) is the check digit of the others:
 * the sum weighted 1 to 8, modulo 11; where that is 10, weighted 3 to 9 and 1; where that is 10 again, 0.
 */
export function hasRightCheckDigit(code: string): boolean {
  const digits = Array.from(code, Number);
  const first = weighted(digits, FIRST_WEIGHTS);
  const wanted = first < 10 ? first : weighted(digits, SECOND_WEIGHTS) % 10;
  return digits[8] === wanted;
}

function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0) % 11;
}
