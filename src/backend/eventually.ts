/** A value now, or the promise of one. Code that needs no waiting answers at once, which saves a turn of the event loop. */
export type Eventually<T> = T | Promise<T>;

/** Calls `useValue` at once for a value, or when the promise resolves. */
export function eventually<T, U>(value: Eventually<T>, useValue: (value: T) => Eventually<U>): Eventually<U> {
  return value instanceof Promise ? value.then(useValue) : useValue(value);
}
