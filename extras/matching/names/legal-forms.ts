import { foldName } from '../../../src/model/index.ts';
import type { NameLikeness } from '../../../src/snapshot/index.ts';
import { isJoint, joinInitials } from './joints.ts';
import table from './legal-forms.json' with { type: 'json' };

/** Forms of different kinds distinguish companies, spellings of one kind do not. `any` only says that it is a company. */
export const LEGAL_FORM_KINDS = [
  'limited',
  'stock',
  'partnership',
  'cooperative',
  'association',
  'foundation',
  'sole trader',
  'fund',
  'any',
] as const;
export type LegalFormKind = (typeof LEGAL_FORM_KINDS)[number];

/**
 * The forms of a country by kind. Forms are separated by `|`, spellings of one form by `=`. Accents, case and full stops do not matter.
 * Compound forms are composed: `GmbH & Co. KG` is the last of its forms, the others are those of its general partners.
 */
type FormsOfCountry = Readonly<Partial<Record<LegalFormKind, string>>>;

/** The legal forms of each country as names contain them. */
export const LEGAL_FORM_TABLE: Readonly<Record<string, FormsOfCountry>> = table.countries;

/** Forms from outside the 35 countries, which occur in the index of LEIs and in names of subsidiaries. */
export const OTHER_LEGAL_FORMS: FormsOfCountry = table.elsewhere;

/** Letters of legal forms as people type them on a foreign keyboard. */
const TYPED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Minimum length of a legal form, as people type it, to be recognised at the start of a name. */
const STARTING_CHARS_MIN = 5;

/** The word `company` in many languages, which links the parts of a compound form: `GmbH & Co. KG`. */
export const COMPANY_WORDS: readonly string[] = table.company.split('|');

const COMPANY = new Set(COMPANY_WORDS.map(foldName));

/** A legal form as one country knows it. All spellings of a form have the same number. */
type KnownForm = { readonly kind: LegalFormKind; readonly form: number; readonly spelling: string };

/** The legal forms by their folded words, and by country. */
const FORMS: ReadonlyMap<string, ReadonlyMap<string, KnownForm>> = formsByPhrase();
/** The legal forms of all countries, folded. */
export const FORM_PHRASES: readonly string[] = [...FORMS.keys()];
/** Number of words of the longest form. */
export const FORM_WORDS_MAX = Math.max(...FORM_PHRASES.map((phrase) => phrase.split(' ').length));
/** The forms that also begin names. There `S.P.P. Capital` does not have the form `sp. p.`, nor `Tue-Blue` the form `TÜ`. */
const STARTING: ReadonlySet<string> = startingForms();
/** The maximum number of words of forms by their first and last words: most names end with other words. */
const FIRST_WORDS = lengthsBy([...STARTING], (words) => words[0]);
const LAST_WORDS = lengthsBy(FORM_PHRASES, (words) => words.at(-1));

/** Separates the parts of a compound form: `gmbh & kg`. Folded words contain no `&`. */
const COMPOUND = ' & ';

/** The words of a name, of which a legal form is set aside. */
interface Span {
  readonly words: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** A legal form, and the words of the name that are left. */
export interface FoundForm {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the legal form at the end of a name, or else at its start; undefined without one. It is never the whole name. */
export function findForm(span: Span): FoundForm | undefined {
  const atEnd = formAtEnd(span);
  return atEnd === undefined ? withNext(span.words, formAtStart(span)) : withPartner(span.words, atEnd);
}

/** Adds the forms of general partners before the form at the end: `GmbH & Co. KG`, `sp. z o.o. sp. k.` */
function withPartner(words: readonly string[], found: FoundForm): FoundForm {
  const { form, start, end } = found;
  const company = skipJoints(words, end, -1);
  const isLinked = COMPANY.has(words[company - 1] ?? '');
  const partner = formAtEnd({ words, start, end: isLinked ? skipJoints(words, company - 1, -1) : end });
  if (partner === undefined || !(isLinked || areAdjacent(partner.form, form))) return found;
  return withPartner(words, { ...partner, form: partner.form + COMPOUND + form });
}

/** Adds the forms after the form at the start, of which it is the general partner. */
function withNext(words: readonly string[], found: FoundForm | undefined): FoundForm | undefined {
  if (found === undefined) return undefined;
  const { form, start, end } = found;
  const company = skipJoints(words, start, 1);
  const isLinked = COMPANY.has(words[company] ?? '');
  const next = formAtStart({ words, start: isLinked ? skipJoints(words, company + 1, 1) : start, end });
  if (next === undefined || !(isLinked || areAdjacent(form, next.form))) return found;
  return withNext(words, { ...next, form: form + COMPOUND + next.form });
}

function isCapital(kind: LegalFormKind): boolean {
  return kind === 'limited' || kind === 'stock';
}

/** Whether two forms side by side are one compound form, as in Polish names. */
function areAdjacent(partner: string, form: string): boolean {
  return (
    findKinds(form.split(COMPOUND)[0] ?? '', undefined).includes('partnership') &&
    findKinds(partner, undefined).some(isCapital)
  );
}

/** Returns the place beyond the joints at a place, to the left (-1) or to the right (1). */
function skipJoints(words: readonly string[], place: number, step: -1 | 1): number {
  let at = place;
  while (isJoint(words[step < 0 ? at - 1 : at] ?? '')) at += step;
  return at;
}

function formAtEnd({ words, start, end }: Span): FoundForm | undefined {
  const longest = LAST_WORDS.get(words[end - 1] ?? '') ?? 0;
  for (let length = Math.min(longest, end - start - 1); length > 0; length--) {
    const form = toPhrase(words.slice(end - length, end));
    if (!FORMS.has(form)) continue;
    // `Novák a spol. s r.o.`: the form begins with the company that the joint adds.
    const isAdded = COMPANY.has(words[end - length] ?? '');
    const left = isAdded ? skipJoints(words, end - length, -1) : end - length;
    return { form, start, end: left > start ? left : end - length };
  }
  return undefined;
}

function formAtStart({ words, start, end }: Span): FoundForm | undefined {
  const longest = FIRST_WORDS.get(words[start] ?? '') ?? 0;
  for (let length = Math.min(longest, end - start - 1); length > 0; length--) {
    const form = toPhrase(words.slice(start, start + length));
    if (STARTING.has(form)) return { form, start: start + length, end };
  }
  return undefined;
}

/** Returns the words of a form as a key: without the joints between them. */
export function toPhrase(words: readonly string[]): string {
  return words.length < 3
    ? words.join(' ')
    : words.filter((word, i) => i === 0 || i === words.length - 1 || !isJoint(word)).join(' ');
}

/** Returns the maximum number of words of the forms with each word, and one for a joint. */
function lengthsBy(phrases: readonly string[], toWord: (words: string[]) => string | undefined): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    const word = toWord(words) ?? '';
    lengths.set(word, Math.max(lengths.get(word) ?? 0, words.length === 1 ? 1 : words.length + 1));
  }
  return lengths;
}

/** How the legal forms of two names compare. */
export interface FormLikeness {
  readonly form: NameLikeness['form'];
  /** Whether one country knows both as different forms: these are two companies, not two translations of one form. */
  readonly contradicts: 0 | 1;
}

export const UNSAID: FormLikeness = { form: 0, contradicts: 0 };
const SAME: FormLikeness = { form: 1, contradicts: 0 };
export const RESPELT: FormLikeness = { form: 0.5, contradicts: 0 };
const SAME_KIND: FormLikeness = { form: 0.4, contradicts: 0 };
const FOREIGN_KIND: FormLikeness = { form: -0.5, contradicts: 0 };
const CONTRADICTORY: FormLikeness = { form: -1, contradicts: 1 };
const FOREIGN: FormLikeness = { form: -1, contradicts: 0 };

function isOneForm({ form }: FormLikeness): boolean {
  return form >= RESPELT.form;
}

/** Compares the legal forms of two names. */
export function compareForms(a: readonly string[], b: readonly string[], country: string | undefined): FormLikeness {
  const ones = telling(a, country);
  const others = telling(b, country);
  let best: FormLikeness | undefined;
  for (const one of ones) {
    for (const other of others) {
      const likeness = one === other ? SAME : compareTwo(one.split(COMPOUND), other.split(COMPOUND), country);
      if (best === undefined || likeness.form > best.form) best = likeness;
    }
  }
  return best ?? UNSAID;
}

/** Returns the forms that say something: `S.C.` before a Romanian name says nothing beside `S.R.L.` */
function telling(forms: readonly string[], country: string | undefined): readonly string[] {
  return forms.length < 2 ? forms : forms.filter((form) => !findKinds(form, country).includes('any'));
}

/** Compares two forms by their parts. The last part is the form of the company itself, the others those of its general partners. */
function compareTwo(a: readonly string[], b: readonly string[], country: string | undefined): FormLikeness {
  const [last, other] = [a.at(-1) ?? '', b.at(-1) ?? ''];
  const own = comparePart(last, other, country);
  if (a.length === 1 && b.length === 1) return own;
  if (isOneForm(own))
    return a.length === b.length && a.every((part, i) => isOneForm(comparePart(part, b[i] ?? '', country)))
      ? RESPELT
      : SAME_KIND;
  // An AG is the partner of an AG & Co. KGaA, not the same company.
  const isSame = (part: string, whole: string): boolean => isOneForm(comparePart(part, whole, country));
  const isPartner =
    a.slice(0, -1).some((part) => isSame(part, other)) || b.slice(0, -1).some((part) => isSame(part, last));
  return isPartner ? CONTRADICTORY : own;
}

function comparePart(a: string, b: string, country: string | undefined): FormLikeness {
  if (a === b) return SAME;
  const [ones, others] = [findKnownForms(a, country), findKnownForms(b, country)];
  const shared = [...ones.keys()].filter((code) => others.has(code));
  if (shared.length === 0) {
    const kinds = new Set(ones.values().map(({ kind }) => kind));
    const found = [...others.values()].map(({ kind }) => kind);
    if (kinds.has('any') || found.includes('any')) return UNSAID;
    return found.some((kind) => kinds.has(kind)) ? FOREIGN_KIND : FOREIGN;
  }
  // The countries that know both forms decide.
  const pairs = shared.map((code) => [ones.get(code), others.get(code)] as const);
  const same = pairs.filter(([one, other]) => one?.form === other?.form);
  if (same.length > 0) return same.some(([one, other]) => one?.spelling === other?.spelling) ? SAME : RESPELT;
  if (pairs.some((pair) => pair.some((known) => known?.kind === 'any'))) return UNSAID;
  // People leave the addition of `SLU` and `j.d.o.o.` out.
  const isVariant = (a.includes(b) || b.includes(a)) && pairs.some(([one, other]) => one?.kind === other?.kind);
  return isVariant ? SAME_KIND : CONTRADICTORY;
}

const NOWHERE: ReadonlyMap<string, KnownForm> = new Map();

/** Returns a form as a country knows it; as all countries know it, if this country does not. */
function findKnownForms(form: string, country: string | undefined): ReadonlyMap<string, KnownForm> {
  const all = FORMS.get(form) ?? NOWHERE;
  const there = country === undefined ? undefined : all.get(country);
  return there === undefined || country === undefined ? all : new Map([[country, there]]);
}

/** Returns the kinds of a form, for a compound one of its last part: its kind in the country, or in all countries if that lacks it. */
export function findKinds(form: string, country: string | undefined): readonly LegalFormKind[] {
  const own = form.split(COMPOUND).at(-1) ?? '';
  return [
    ...new Set(
      findKnownForms(own, country)
        .values()
        .map(({ kind }) => kind),
    ),
  ];
}

/** Returns the folded words of a form, also with blanks between its abbreviations. */
function writtenWays(spelling: string): string[] {
  return [spelling, spelling.replaceAll('.', '. ')].map((text) => toPhrase(joinInitials(foldName(text).split(' '))));
}

/** Returns the folded words of a form with its letters as people type them. */
function typedWays(spelling: string): string[] {
  return writtenWays(spelling.toLowerCase().replaceAll(/[äöüåø]/g, (letter) => TYPED[letter] ?? letter));
}

/** Returns the folded words by which a form is found. */
function listPhrases(spelling: string): Set<string> {
  return new Set([...writtenWays(spelling), ...typedWays(spelling), ...writtenWays(spelling.replaceAll('. ', '.'))]);
}

function* eachSpelling(): Generator<{ readonly country: string; readonly known: KnownForm }> {
  let form = 0;
  for (const [country, kinds] of [...Object.entries(LEGAL_FORM_TABLE), ['', OTHER_LEGAL_FORMS] as const])
    for (const [kind, forms] of Object.entries(kinds))
      for (const spellings of forms.split('|')) {
        form++;
        for (const spelling of spellings.split('='))
          yield { country, known: { kind: kind as LegalFormKind, form, spelling } };
      }
}

function startingForms(): Set<string> {
  const starting = new Set<string>();
  for (const { known } of eachSpelling()) {
    for (const phrase of writtenWays(known.spelling)) starting.add(phrase);
    for (const phrase of typedWays(known.spelling)) if (phrase.length >= STARTING_CHARS_MIN) starting.add(phrase);
  }
  return starting;
}

function formsByPhrase(): Map<string, Map<string, KnownForm>> {
  const phrases = new Map<string, Map<string, KnownForm>>();
  for (const { country, known } of eachSpelling())
    for (const phrase of listPhrases(known.spelling)) {
      const countries = phrases.get(phrase) ?? new Map<string, KnownForm>();
      if (!countries.has(country)) countries.set(country, known);
      phrases.set(phrase, countries);
    }
  return phrases;
}
