const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

/**
 * Says whether a text is a Norwegian organisation number by form and check digit: nine digits, the first 8 or 9, the
 * last by modulus 11 over the weights 3 2 7 6 5 4 3 2.
 */
export function isOrganisationNumber(text: string): boolean {
  if (!/^[89]\d{8}$/.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, position) => total + weight * Number(text[position]), 0);
  const check = 11 - (sum % 11);
  // A remainder that would need the digit 10 is given to nobody.
  return (check === 11 ? 0 : check) === Number(text[8]);
}
