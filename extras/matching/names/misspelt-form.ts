import { EditDistance } from '../../../src/model/index.ts';
import { FORM_PHRASES, FORM_WORDS_MAX, toPhrase } from './legal-forms.ts';
import { splitWords, type NameParts } from './name-parts.ts';

/** Number of letters of a form for each allowed mistake: shorter forms would match too many words. */
const LETTERS_PER_MISTAKE = 6;
const MISTAKES_MAX = 3;

/** The forms that are long enough for a mistake, by their number of letters without spaces. */
const LONG_FORMS = Map.groupBy(
  FORM_PHRASES.map((phrase) => ({ phrase, letters: phrase.replaceAll(' ', '') })).filter(
    ({ letters }) => letters.length >= LETTERS_PER_MISTAKE,
  ),
  ({ letters }) => letters.length,
);

/**
 * Sets aside a misspelt legal form at the end of a name, or at its beginning, if it contains a word that no company has:
 * `Gesellschaft mit beschraenkter Haftung`. A name that already has a form is not changed.
 * @param isWord whether a company has a word in its name
 */
export function withoutMisspeltForm(parts: NameParts, isWord: (word: string) => boolean): NameParts {
  const { words, forms } = parts;
  if (forms.length > 0) return parts;
  const strange = words.map((word) => !isWord(word));
  let [nearest, least]: [NameParts, number] = [parts, Infinity];
  // A form that is split by mistake has one word more.
  for (let length = Math.min(FORM_WORDS_MAX + 1, words.length - 1); length > 0; length--) {
    for (const start of [words.length - length, 0]) {
      const letters = toPhrase(words.slice(start, start + length)).replaceAll(' ', '');
      // Before a form, a number is that of a house or a unit.
      if (!strange.slice(start, start + length).includes(true) || /[0-9]/.test(letters)) continue;
      const [form, mistakes] = formLike(letters);
      if (form === undefined || mistakes >= least) continue;
      nearest = { ...parts, ...splitWords(words.toSpliced(start, length, ...form.split(' '))) };
      least = mistakes;
    }
  }
  return nearest;
}

/** The legal form that the letters resemble most, if any, and the number of mistakes. */
function formLike(letters: string): [form: string | undefined, mistakes: number] {
  const mistakesMax = Math.min(MISTAKES_MAX, Math.floor(letters.length / LETTERS_PER_MISTAKE));
  const distance = new EditDistance();
  let [nearest, least]: [string | undefined, number] = [undefined, mistakesMax + 1];
  for (let length = letters.length - mistakesMax; length <= letters.length + mistakesMax; length++)
    for (const form of LONG_FORMS.get(length) ?? []) {
      const mistakes = distance.between(letters, form.letters, mistakesMax);
      if (mistakes < least) [nearest, least] = [form.phrase, mistakes];
    }
  return [nearest, least];
}
