/** Merges two ascending sequences; of equal elements, that of `others` comes first. */
export function* merged<T>(
  some: Iterable<T>,
  others: Iterable<T>,
  compare: (a: T, b: T) => number,
): Generator<T, void, undefined> {
  const rest = others[Symbol.iterator]();
  let other = rest.next();
  for (const one of some) {
    for (; other.done !== true && compare(other.value, one) <= 0; other = rest.next()) yield other.value;
    yield one;
  }
  for (; other.done !== true; other = rest.next()) yield other.value;
}
