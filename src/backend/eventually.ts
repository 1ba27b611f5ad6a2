/** A value, or the promise of one. Code that need not wait returns the value, which saves a turn of the event loop. */
export type Eventually<T> = T | Promise<T>;

/** Calls `useValue` at once for a value, or when the promise resolves. */
export function eventually<T, U>(value: Eventually<T>, useValue: (value: T) => Eventually<U>): Eventually<U> {
  return value instanceof Promise ? value.then(useValue) : useValue(value);
}
