import { FORM_PHRASES, findForm } from './legal-forms.ts';
import type { NameParts } from './name-parts.ts';

/** The forms by their letters, of those that may be written without a space before them. */
const JOINED_FORMS = new Map(
  FORM_PHRASES.map((phrase) => [phrase.replaceAll(' ', ''), phrase] as const).filter(([letters]) => letters.length > 1),
);
const JOINED_CHARS_MAX = Math.max(...[...JOINED_FORMS.keys()].map(({ length }) => length));

/**
 * Returns other readings of a query without a legal form: with the form inside it set aside (`Kvarnbro AB Malmö`), or the form that is
 * joined to its last word (`KvarnbroGmbH`). They are meant only by companies with this form: `da`, `se` and others are words, too.
 * @param isWord whether a company has a word in its name
 */
export function readingsWithForm(parts: NameParts, isWord: (word: string) => boolean): NameParts[] {
  const { words, forms } = parts;
  if (forms.length > 0) return [];
  const readings: NameParts[] = [];
  for (let end = words.length - 1; end > 1; end--) {
    const found = findForm({ words, start: 0, end });
    if (found?.start === 0) readings.push({ words: words.toSpliced(found.end, end - found.end), forms: [found.form] });
  }
  const last = words.at(-1) ?? '';
  for (let at = Math.max(1, last.length - JOINED_CHARS_MAX); at < last.length - 1; at++) {
    const form = JOINED_FORMS.get(last.slice(at));
    const word = last.slice(0, at);
    if (form !== undefined && isWord(word)) readings.push({ words: [...words.slice(0, -1), word], forms: [form] });
  }
  return readings;
}
