/** A copy of a typed array with twice the length; the second half is zero. */
export function doubled<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}
