/**
 * What else a row may be about: establishment units and branches of foreign enterprises have numbers of another form,
 * `2.999.000.044` and `9.999.000.014`, in the same column.
 */
export function otherUnitOf(number: string): 'an establishment unit' | 'a branch' | undefined {
  if (number[1] !== '.') return undefined;
  return number.startsWith('9') ? 'a branch' : 'an establishment unit';
}
