/** Whether an OIB has eleven digits, the last of them the check digit of the others by ISO 7064, MOD 11,10. */
export function hasRightCheckDigit(oib: string): boolean {
  if (!/^\d{11}$/.test(oib)) return false;
  let rest = 10;
  for (const digit of oib.slice(0, 10)) {
    const sum = (rest + Number(digit)) % 10;
    rest = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return Number(oib[10]) === (11 - rest) % 10;
}
