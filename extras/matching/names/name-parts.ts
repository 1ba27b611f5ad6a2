import { initialsWithJoint, joinInitials, joinPersons, withoutConnecting } from './joints.ts';
import { findForm } from './legal-forms.ts';

/** A folded name, taken apart for comparing. */
export interface NameParts {
  /** Its words without legal forms and connecting words, in order; at least one word if the name has words. */
  readonly words: readonly string[];
  /** The legal forms in it, as words joined by spaces. The parts of a compound form are joined by ` & `. */
  readonly forms: readonly string[];
  /** The word that is joined initials, if a letter inside may be a joint. */
  readonly initials?: string;
}

/** Maximum number of words of a name that are compared; real names have up to thirty. */
export const WORDS_MAX = 32;
/** Maximum number of characters of a word that are compared. */
export const WORD_CHARS_MAX = 40;

/** Maximum number of legal forms in a name: the names of some companies also have the form of a partner. */
const FORMS_MAX = 3;

/**
 * Splits a folded name. The country does not decide which words are a legal form: queries seldom have one, and names and queries must be
 * split alike.
 */
export function splitName(folded: string): NameParts {
  const words = folded === '' ? [] : folded.split(' ', 4 * WORDS_MAX);
  const joined = joinInitials(words);
  if (joined.length === words.length) return splitWords(joined);
  const initials = initialsWithJoint(words);
  return { ...splitWords(joined), ...(initials !== undefined && { initials }) };
}

/** Splits the words of a folded name whose initials are joined. */
export function splitWords(words: readonly string[]): NameParts {
  const forms: string[] = [];
  let [start, end] = [0, words.length];
  while (forms.length < FORMS_MAX) {
    const found = findForm({ words, start, end });
    if (found === undefined) break;
    forms.push(found.form);
    ({ start, end } = found);
  }
  const kept = withoutConnecting(joinPersons(words.slice(start, end))).slice(0, WORDS_MAX);
  const isLong = kept.some(({ length }) => length > WORD_CHARS_MAX);
  return { words: isLong ? kept.map((word) => word.slice(0, WORD_CHARS_MAX)) : kept, forms };
}
