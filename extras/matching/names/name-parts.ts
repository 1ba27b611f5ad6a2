import { foldName } from '../../../src/model/index.ts';
import table from './legal-forms.json' with { type: 'json' };

/** Forms of different kinds distinguish companies, spellings of one kind do not. */
export const LEGAL_FORM_KINDS = [
  'limited',
  'stock',
  'partnership',
  'cooperative',
  'association',
  'foundation',
  'sole trader',
  'fund',
] as const;
export type LegalFormKind = (typeof LEGAL_FORM_KINDS)[number];

/**
 * The forms of a country by kind. Forms are separated by `|`, spellings of one form by `=`. Accents, case and full stops do not matter.
 */
type FormsOfCountry = Readonly<Partial<Record<LegalFormKind, string>>>;

/** The legal forms of each country as names contain them. docs/legal-forms.md is written from this table. */
export const LEGAL_FORM_TABLE: Readonly<Record<string, FormsOfCountry>> = table.countries;

/** Forms from outside the 35 countries, which occur in the index of LEIs and in names of subsidiaries. */
export const OTHER_LEGAL_FORMS: FormsOfCountry = table.elsewhere;

/** A folded name, taken apart for comparing. */
export interface NameParts {
  /** Its words without legal forms and connecting words, in order; at least one word if the name has words. */
  readonly words: readonly string[];
  /** The legal forms in it, as words joined by spaces. */
  readonly forms: readonly string[];
}

/** Maximum number of words of a name that are compared; real names have up to thirty. */
export const WORDS_MAX = 32;
/** Maximum number of characters of a word that are compared. */
export const WORD_CHARS_MAX = 40;

/** Maximum number of legal forms in a name: the names of some companies also have the form of a partner. */
const FORMS_MAX = 3;

/** Words that join others in names, and are as often written `&`. */
const CONNECTING = new Set('and und et og och ja ir un kai oraz the of ve'.split(' '));

const ONE_LETTER = /^[a-z]$/;

/** The kind of each legal form by country, by the folded words of the form. */
const FORMS: ReadonlyMap<string, ReadonlyMap<string, LegalFormKind>> = formsByPhrase();
/** The legal forms of all countries, folded. */
export const FORM_PHRASES: readonly string[] = [...FORMS.keys()];
/** Number of words of the longest form. */
export const FORM_WORDS_MAX = Math.max(...FORM_PHRASES.map((phrase) => phrase.split(' ').length));
/** The first and last words of forms: most names end with other words. */
const FIRST_WORDS = new Set(FORM_PHRASES.map((phrase) => phrase.split(' ')[0]));
const LAST_WORDS = new Set(FORM_PHRASES.map((phrase) => phrase.split(' ').at(-1)));

/**
 * Splits a folded name. The country does not decide which words are a legal form: queries seldom have one, and names and queries must be
 * split alike.
 */
export function partsOf(folded: string): NameParts {
  const words = joinInitials(folded.split(' ', 4 * WORDS_MAX).filter((word) => word !== ''));
  const forms: string[] = [];
  let [start, end] = [0, words.length];
  while (forms.length < FORMS_MAX) {
    const length = formLength(words, start, end, true) || -formLength(words, start, end, false);
    if (length === 0) break;
    forms.push((length > 0 ? words.slice(end - length, end) : words.slice(start, start - length)).join(' '));
    if (length > 0) end -= length;
    else start -= length;
  }
  const own = words.slice(start, end);
  const telling = own.filter((word) => !CONNECTING.has(word));
  const kept = (telling.length > 0 ? telling : own).slice(0, WORDS_MAX);
  return { words: kept.map((word) => word.slice(0, WORD_CHARS_MAX)), forms };
}

/**
 * Compares the legal forms of two names: 1 if they share a form, 0.5 if they share a kind, -1 if they share neither, 0 if one of the
 * names has no form.
 */
export function compareForms(
  a: readonly string[],
  b: readonly string[],
  country: string | undefined,
): -1 | 0 | 0.5 | 1 {
  if (a.length === 0 || b.length === 0) return 0;
  if (b.some((form) => a.includes(form))) return 1;
  const kinds = new Set(a.flatMap((form) => kindsOf(form, country)));
  return b.some((form) => kindsOf(form, country).some((kind) => kinds.has(kind))) ? 0.5 : -1;
}

/** Returns the kinds of a form: its kind in the country if the table has one, otherwise its kinds in all countries. */
export function kindsOf(form: string, country: string | undefined): readonly LegalFormKind[] {
  const kinds = FORMS.get(form);
  if (kinds === undefined) return [];
  const there = country === undefined ? undefined : kinds.get(country);
  return there === undefined ? [...new Set(kinds.values())] : [there];
}

/** Initials are written with and without full stops: `b w e` becomes `bwe`, and `a s` becomes `as`. */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isRun = false;
  for (const word of words) {
    const isLetter = ONE_LETTER.test(word);
    if (isLetter && isRun) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    isRun = isLetter;
  }
  return joined;
}

/** Returns the number of words of a legal form at the end or at the start; at least one other word stays. */
function formLength(words: readonly string[], start: number, end: number, isAtEnd: boolean): number {
  if (isAtEnd ? !LAST_WORDS.has(words[end - 1]) : !FIRST_WORDS.has(words[start])) return 0;
  for (let length = Math.min(FORM_WORDS_MAX, end - start - 1); length > 0; length--) {
    const first = isAtEnd ? end - length : start;
    if (FORMS.has(words.slice(first, first + length).join(' '))) return length;
  }
  return 0;
}

function formsByPhrase(): Map<string, Map<string, LegalFormKind>> {
  const phrases = new Map<string, Map<string, LegalFormKind>>();
  for (const [country, kinds] of [...Object.entries(LEGAL_FORM_TABLE), ['', OTHER_LEGAL_FORMS] as const]) {
    for (const [kind, forms] of Object.entries(kinds)) {
      for (const spelling of forms.split(/[|=]/)) {
        const phrase = joinInitials(foldName(spelling).split(' ')).join(' ');
        const countries = phrases.get(phrase) ?? new Map<string, LegalFormKind>();
        if (!countries.has(country)) countries.set(country, kind as LegalFormKind);
        phrases.set(phrase, countries);
      }
    }
  }
  return phrases;
}
