/** Whether a name has up to two letters (three in a long name) wrong, missing or too many, or is the start of a known one. */
export function isNearly(name: string, known: string): boolean {
  if (name.length >= 8 && name.includes('_') && known.startsWith(name)) return true;
  // TRUSTED_PROXY differs from TRUSTED_PROXIES in three letters.
  const wrongMax = known.length >= 14 ? 3 : 2;
  if (Math.abs(name.length - known.length) > wrongMax || name[0] !== known[0]) return false;
  return editDistance(name, known) <= wrongMax;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
