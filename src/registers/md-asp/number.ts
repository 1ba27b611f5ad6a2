const WEIGHTS = [7, 3, 1];

/** Whether an IDNO has thirteen digits, the last of them the sum of the others, weighted 7, 3, 1 and again, modulo 10. */
export function hasRightCheckDigit(number: string): boolean {
  if (!/^\d{13}$/.test(number)) return false;
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(number[i]) * (WEIGHTS[i % 3] ?? 0);
  return sum % 10 === Number(number[12]);
}
