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

/** The forms by their letters, of those that may be written without a space before them. */
const JOINED_FORMS = new Map(
  FORM_PHRASES.map((phrase) => [phrase.replaceAll(' ', ''), phrase] as const).filter(([letters]) => letters.length > 1),
);
const JOINED_CHARS_MAX = Math.max(...[...JOINED_FORMS.keys()].map(({ length }) => length));

/** Sets aside a form that is joined to the last word: `KvarnbroGmbH`. */
function withoutJoinedForm(parts: NameParts, isWord: (word: string) => boolean): NameParts {
  const last = parts.words.at(-1) ?? '';
  for (let at = Math.max(1, last.length - JOINED_CHARS_MAX); at < last.length - 1; at++) {
    const form = JOINED_FORMS.get(last.slice(at));
    const word = last.slice(0, at);
    if (form !== undefined && isWord(word))
      return { ...parts, words: [...parts.words.slice(0, -1), word], forms: [...parts.forms, form] };
  }
  return parts;
}

/**
 * Sets aside a legal form that is joined to the last word, or a misspelt one at the end of a name, or at its beginning, if it contains a word that no company has:
 * `Gesellschaft mit beschraenkter Haftung`. A name that already has a form is not changed.
 * @param isWord whether a company has a word in its name
 */
export function withoutMisspeltForm(parts: NameParts, isWord: (word: string) => boolean): NameParts {
  const { words, forms } = parts;
  const strange = words.map((word) => !isWord(word));
  const joined = strange.at(-1) === true ? withoutJoinedForm(parts, isWord) : parts;
  if (joined !== parts || forms.length > 0) return joined;
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

/** The legal form that letters resemble most, undefined if there is none, and the number of mistakes. */
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
