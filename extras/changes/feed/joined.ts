/** What two sequences have of one key. */
export interface Joined<One, Other> {
  readonly key: Buffer;
  readonly one: One | undefined;
  readonly other: Other | undefined;
}

interface Keyed {
  readonly key: Buffer;
}

/** Joins two sequences in the order of their keys. Each key occurs at most once in a sequence. */
export function* joined<One extends Keyed, Other extends Keyed>(
  ones: Iterable<One>,
  others: Iterable<Other>,
): Generator<Joined<One, Other>, void, undefined> {
  const [left, right] = [ones[Symbol.iterator](), others[Symbol.iterator]()];
  try {
    let one = next(left);
    let other = next(right);
    for (;;) {
      const order = one === undefined ? 1 : other === undefined ? -1 : Buffer.compare(one.key, other.key);
      const key = (order <= 0 ? one : other)?.key;
      if (key === undefined) return;
      yield { key, one: order <= 0 ? one : undefined, other: order >= 0 ? other : undefined };
      if (order <= 0) one = next(left);
      if (order >= 0) other = next(right);
    }
  } finally {
    left.return?.();
    right.return?.();
  }
}

function next<T>(items: Iterator<T>): T | undefined {
  const { done, value } = items.next();
  return done === true ? undefined : value;
}
