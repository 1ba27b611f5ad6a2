/** The numbers of a query as evidence: for a company that has one of them, against a company that has another number of the same kind. */
import {
  byValue,
  checkNumber,
  findReading,
  foldNumber,
  listReadings,
  maybeSameGerman,
  numberCountry,
  paddedReadings,
  type CompanyIdentifier,
  type NumberReading,
  type ReadingsByValue,
} from '../../src/model/index.ts';
import type { Company } from '../../src/contract/index.ts';
import type { Agreement } from '../matching/names/index.ts';
import formsByCountry from './unchecked-forms.json' with { type: 'json' };

/**
 * Returns the texts that may be numbers, each once. Texts without a digit other than 0, such as `unknown`, `n/a` and `0`, are not numbers,
 * in any language.
 */
export function filterNumbers(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => /[^0\D]/.test(text.normalize('NFKC'))))];
}

/** The numbers of a query, in all forms in which the look-up reads numbers. */
export interface RequestedNumbers {
  /** The numbers as written. */
  readonly texts: readonly string[];
  readonly asRequested: ReadingsByValue;
  /** The same numbers with the leading zeros that they may have lost. */
  readonly padded: ReadingsByValue;
  /** The countries of the query. A number that lost its zeros is certain only in one of these countries. */
  readonly countries: readonly string[];
  /** The kinds of the numbers by the country and the scheme of identifiers: identifying takes time, and many companies are compared. */
  readonly kinds: Map<string, ReadonlySet<string>>;
}

/** @param countries the requested countries */
export function requestedNumbers(numbers: readonly string[], countries: readonly string[]): RequestedNumbers {
  return {
    texts: numbers,
    asRequested: byValue(numbers.flatMap((number) => listReadings(number))),
    padded: byValue(numbers.flatMap((number) => paddedReadings(number))),
    countries,
    kinds: new Map(),
  };
}

/** Returns the folded numbers by which companies are looked up. */
export function numbersToFind(requested: RequestedNumbers): string[] {
  const certain = certainPadded(requested).map(({ value }) => value);
  return [...new Set([...requested.asRequested.keys(), ...certain])];
}

function certainPadded({ padded, countries }: RequestedNumbers): NumberReading[] {
  return [...padded.values()].flat().filter(({ country }) => country !== undefined && countries.includes(country));
}

/**
 * Returns whether a company has a requested number: 1 if it does, -1 if it has another number of the same kind, 0 if neither is known. If
 * the query has no country, a number that matches only with added zeros counts neither for nor against the company.
 * @param forms other written forms of the registry number of the company, which no identifier shows
 */
export function numberAgreement(
  { identifiers = [] }: Company,
  requested: RequestedNumbers,
  forms: readonly string[] = [],
): Agreement {
  const { asRequested, padded, countries } = requested;
  if (asRequested.size === 0 || identifiers.length === 0) return 0;
  const registered = identifiers.find(({ scheme }) => scheme === NATIONAL);
  const all =
    registered === undefined ? identifiers : [...identifiers, ...forms.map((value) => ({ ...registered, value }))];
  if (all.some((identifier) => findReading(identifier, asRequested) !== undefined)) return 1;
  const withZeros = all.filter((identifier) => findReading(identifier, padded) !== undefined);
  if (withZeros.some((identifier) => countries.includes(numberCountry(identifier) ?? ''))) return 1;
  if (withZeros.length > 0) return 0;
  const texts = requested.texts.filter((text) => !isRepeated(text));
  if (texts.length === 0 || !identifiers.some((identifier) => isOther(identifier, requested))) return 0;
  const isSame = ({ value, country_scope: scope = '' }: CompanyIdentifier): boolean =>
    texts.some(
      (text) => (scope.startsWith('DE') ? maybeSameGerman(text, value) : undefined) ?? containsDigits(text, value),
    );
  return identifiers.some(isSame) ? 0 : -1;
}

const NATIONAL = 'national_registry_number';

/**
 * Whether one of the requested numbers is another number of the kind of an identifier. A number of no known kind, or with wrong check
 * digits, is not: it is written in a way that is not read, or mistyped.
 */
function isOther(identifier: CompanyIdentifier, requested: RequestedNumbers): boolean {
  const { scheme, value } = identifier;
  const country = numberCountry(identifier);
  const key = `${country} ${scheme}`;
  const kinds = requested.kinds.get(key) ?? requestedKinds(requested, country, scheme);
  requested.kinds.set(key, kinds);
  return kinds.size > 0 && findKinds(foldNumber(value), country, scheme).some((kind) => kinds.has(kind));
}

/** Returns the kinds of numbers of a country and scheme that the requested numbers may be. */
function requestedKinds(
  requested: RequestedNumbers,
  country: string | undefined,
  scheme: CompanyIdentifier['scheme'],
): ReadonlySet<string> {
  const readings = [...requested.asRequested.values(), certainPadded(requested)].flat();
  const own = readings.filter((one) => (one.country ?? country) === country && one.schemes?.includes(scheme) !== false);
  return new Set(own.flatMap(({ value }) => findKinds(value, country, scheme)));
}

/** Number of digits from which a text that contains the digits of a number is taken for it: an establishment, or a number among others. */
const CONTAINED_DIGITS_MIN = 6;

/** Whether a text has the digits of a number, so that it is this number in a way that is not read. */
function containsDigits(text: string, number: string): boolean {
  const wanted = extractDigits(number);
  const plain = text.normalize('NFKC');
  const all = extractDigits(plain);
  const runs = plain.split(/\D+/).map(extractDigits);
  return all === wanted || runs.includes(wanted) || (wanted.length >= CONTAINED_DIGITS_MIN && all.includes(wanted));
}

/** Returns the digits of a text without leading zeros. */
function extractDigits(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+/, '');
}

/** Whether all digits are the same, as in `99999999`: many such texts are placeholders. */
function isRepeated(text: string): boolean {
  return /^(\d)\1{3,}$/.test(text.replaceAll(/\D/g, ''));
}

/** The forms of registry numbers without published check digits, by country; check-rules.json has those with check digits. */
const FORMS: ReadonlyMap<string, readonly RegExp[]> = new Map(
  Object.entries(formsByCountry).map(([country, forms]) => [
    country,
    forms.map((form) => new RegExp(`^(?:${form})$`, 'u')),
  ]),
);

/** Returns the kinds of numbers of a country and scheme that a folded number may be; several have the same form. */
function findKinds(folded: string, country: string | undefined, scheme: CompanyIdentifier['scheme']): string[] {
  const isNational = scheme === NATIONAL;
  const checked = checkNumber(folded, country).filter(({ country_scope: scope = country }) => scope === country);
  // A registry number may be a VAT number with its letters, but a tax number is never a registry number.
  const kinds = checked.flatMap((check) =>
    check.are_right && (!isNational || check.scheme === NATIONAL) ? [check.name] : [],
  );
  const forms = (isNational ? FORMS.get(country ?? '') : undefined) ?? [];
  const formed = forms.flatMap((form) => (form.test(folded) ? [form.source] : []));
  const known = [...kinds, ...formed];
  return known.length > 0 || checked.length > 0 || (isNational && forms.length > 0)
    ? known
    : [toShape(folded, country)];
}

/** Returns the digits and letters of a number, without the letters of its country: numbers of an unknown kind have the kind of this shape. */
function toShape(folded: string, country = ''): string {
  const letters = country === 'GR' ? 'EL' : country;
  const bare = letters !== '' && folded.startsWith(letters) ? folded.slice(letters.length) : folded;
  return bare.replaceAll(/\d/g, '9').replaceAll(/\p{L}/gu, 'A');
}
