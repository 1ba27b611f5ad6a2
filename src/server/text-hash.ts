/**
 * A number of 32 bits that is spread evenly over texts, of at most so many of their characters (FNV-1a). It tells texts apart at a
 * twentieth of what a cryptographic digest costs; who chooses the texts can make two alike.
 */
export function hashOfText(text: string, charsMax = text.length): number {
  const length = Math.min(text.length, charsMax);
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
