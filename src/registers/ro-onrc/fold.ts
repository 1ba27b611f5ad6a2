/**
 * Folds Romanian words for comparing them with a list: lower case, without diacritics, one blank between words. The
 * register writes `ţ` and `ț`, `ş` and `ș`, and both or neither of them in one file.
 */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
