/**
 * Says whether a text is nine digits of which the last is the check digit of the others (Luhn: every second digit from
 * the right doubled, the digits of all of it summed, divisible by ten).
 */
export function isSiren(text: string): boolean {
  if (text.length !== 9) return false;
  let sum = 0;
  for (let i = 0; i < 9; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return false;
    const weighted = i % 2 === 0 ? digit : 2 * digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
