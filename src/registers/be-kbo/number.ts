const ENTERPRISE_NUMBER = /^[01]\d{3}\.\d{3}\.\d{3}$/;

/**
 * Says whether a text is an enterprise number as published, `0999.000.094`: ten digits, the last two of which are 97
 * less the remainder of the others by 97.
 */
export function isEnterpriseNumber(text: string): boolean {
  if (!ENTERPRISE_NUMBER.test(text)) return false;
  const digits = text.replaceAll('.', '');
  return Number(digits.slice(8)) === 97 - (Number(digits.slice(0, 8)) % 97);
}

/**
 * What else a row may be about: establishment units and branches of foreign enterprises have numbers of another form,
 * `2.999.000.044` and `9.999.000.014`, in the same column.
 */
export function otherUnitOf(number: string): 'an establishment unit' | 'a branch' | undefined {
  if (number[1] !== '.') return undefined;
  return number.startsWith('9') ? 'a branch' : 'an establishment unit';
}
