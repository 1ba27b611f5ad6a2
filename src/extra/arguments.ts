/** Parsers of arguments. For an invalid text, each throws an InvalidArgumentError, which commander reports. */
import { InvalidArgumentError, type Argument, type Option } from 'commander';
import {
  COUNTRIES,
  NamedCountries,
  alpha2Of,
  codePointCount,
  collapseWhiteSpace,
  countryFilter,
  isCompanyId,
  nearestWords,
  offerWords,
} from '../model/index.ts';
import { SNAPSHOT_PLACES, snapshotPlace } from './setting.ts';
import { WORKERS_MAX } from './workers-wanted.ts';

/** Returns `value`; if it is undefined, throws an error that says which rule the text breaks. */
function allowed<T>(text: string, value: T | undefined, rule: string): T {
  if (value === undefined) throw new InvalidArgumentError(`"${text}" ${rule}${rule.endsWith('?') ? '' : '.'}`);
  return value;
}

/** Parses one of several words; an unknown word is named with the nearest. */
export function oneOf<Word extends string>(text: string, words: readonly Word[]): Word {
  return allowed(
    text,
    words.find((word) => word === text),
    `is unknown; ${offerWords(text, words)}`,
  );
}

/** Lets an argument or an option take some words, which help and completion show. */
export function withWords<Declared extends Argument | Option>(declared: Declared, words: readonly string[]): Declared {
  declared.choices(words);
  // Set after `choices`, which sets a parser that lists all words.
  declared.argParser((text: string, before: unknown) => {
    const word = oneOf(text, words);
    return declared.variadic ? [...(Array.isArray(before) ? (before as readonly string[]) : []), word] : word;
  });
  return declared;
}

/** Parses a whole number of at least 0. */
export function wholeNumber(text: string): number {
  return allowed(text, /^\d{1,9}$/.test(text) ? Number(text) : undefined, 'is not a whole number of at least 0');
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Maximum duration of a run. Timers cannot count beyond 24 days. */
const RUN_DAYS_MAX = 20;

/** Returns the milliseconds of a duration such as `6h`, `90m` or `2d`; undefined for other texts and for more than 20 days. */
export function durationMs(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  return ms > 0 && ms <= RUN_DAYS_MAX * 86_400_000 ? ms : undefined;
}

/** Parses the maximum duration of a run. */
export function duration(text: string): number {
  return allowed(text, durationMs(text), `is not a time such as 90m, 6h or 2d, of at most ${RUN_DAYS_MAX} days`);
}

/** Returns a parser of whole numbers within bounds. */
export function between(least: number, most: number): (text: string) => number {
  return (text) => {
    const count = wholeNumber(text);
    return allowed(text, count >= least && count <= most ? count : undefined, `is not between ${least} and ${most}`);
  };
}

export const workerCount = between(1, WORKERS_MAX);

/** Parses the snapshot of `serve` as the setting SNAPSHOT is parsed. */
export function snapshotFlag(text: string): string {
  return allowed(text, snapshotPlace(text), `is not ${SNAPSHOT_PLACES.replaceAll('`', '')}`);
}

/** Parses a query as the API does: 3 to 64 characters once white space is collapsed. */
export function typedPrefix(text: string): string {
  const query = collapseWhiteSpace(text);
  const count = codePointCount(query);
  return allowed(text, count >= 3 && count <= 64 ? query : undefined, 'must have 3 to 64 characters');
}

/** Parses a country as the API does: two letters; undefined for `all`. */
export function countryCode(text: string): string | undefined {
  const country = allowed(text, countryFilter(text), `must be two letters or "all"${meantCountry(text)}`);
  return country === 'all' ? undefined : country;
}

/**
 * Returns a question that offers the codes of the countries that a text may mean: a name, even misspelt, or a three-letter code. Returns an
 * empty text if it means none.
 */
export function meantCountry(text: string): string {
  const code = alpha2Of(text.toUpperCase()) ?? new NamedCountries().findCode(text);
  const near = nearestWords(text, COUNTRIES.values());
  const codes =
    code === undefined ? [...COUNTRIES].flatMap(([one, name]) => (near.includes(name) ? [one] : [])) : [code];
  return codes.length === 0 ? '' : `; did you mean ${codes.join(' or ')}?`;
}

/** Adds a country to those of earlier options: two letters, or `--` for companies without a country. */
export function countryList(text: string, before: readonly string[]): string[] {
  const rule = `must be two letters or "--"${meantCountry(text)}`;
  const code = allowed(text, /^([A-Za-z]{2}|--)$/.exec(text)?.[0], rule);
  const country = countryFilter(code) ?? code;
  const isKnown = country === '--' || COUNTRIES.has(country);
  return [...before, allowed(text, isKnown ? country : undefined, 'is not a known country code')];
}

/** Parses a CompanyId. */
export function companyId(text: string): string {
  return allowed(text, isCompanyId(text) ? text : undefined, 'is not a company id: co_ and 26 base32 characters');
}
