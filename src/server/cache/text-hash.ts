/**
 * Returns a 32-bit hash that is spread evenly over texts (FNV-1a). It costs a twentieth of a cryptographic digest; a client that knows
 * `start` can choose texts with the same hash.
 */
export function hashOfText(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Spreads all bits of a hash over the high ones: the low bits of FNV-1a follow the last characters of the text. */
export function spreadHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}
