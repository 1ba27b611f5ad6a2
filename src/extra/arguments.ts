import { InvalidArgumentError } from 'commander';
import { COUNTRIES, codePointCount, collapseWhiteSpace, countryFilter, isCompanyId } from '../model/index.ts';
import { SNAPSHOT_PLACES, snapshotPlace } from './snapshot-place.ts';
import { WORKERS_MAX } from './workers-wanted.ts';

/** Parses a whole number of at least 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number of at least 0.`);
  return Number(text);
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The longest time that a run may have: a timer counts no further than 24 days. */
const RUN_DAYS_MAX = 20;

/** The milliseconds of a duration such as `6h`, `90m` or `2d`; undefined for any other text, and beyond 20 days. */
export function durationMs(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  return ms > 0 && ms <= RUN_DAYS_MAX * 86_400_000 ? ms : undefined;
}

/** Parses how long a run may take. */
export function duration(text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`"${text}" is not a time such as 90m, 6h or 2d, of at most ${RUN_DAYS_MAX} days.`);
}

/** Makes the parser of a whole number within bounds. */
export function between(least: number, most: number): (text: string) => number {
  return (text) => {
    const count = wholeNumber(text);
    if (count >= least && count <= most) return count;
    throw new InvalidArgumentError(`"${text}" is not between ${least} and ${most}.`);
  };
}

/** Parses the snapshot of `serve` as the setting SNAPSHOT is parsed. */
export function snapshotFlag(text: string): string {
  const place = snapshotPlace(text);
  if (place === undefined) throw new InvalidArgumentError(`"${text}" is not ${SNAPSHOT_PLACES.replaceAll('`', '')}.`);
  return place;
}

export const workerCount = between(1, WORKERS_MAX);

export const pageSize = between(1, 25);

/** Parses a query as the API does: 3 to 64 characters once white space is collapsed. */
export function typedPrefix(text: string): string {
  const query = collapseWhiteSpace(text);
  const count = codePointCount(query);
  if (count < 3 || count > 64) throw new InvalidArgumentError(`"${text}" must have 3 to 64 characters.`);
  return query;
}

/** Parses a country as the API does: two letters, or `all`, which gives undefined. */
export function countryCode(text: string): string | undefined {
  const country = countryFilter(text);
  if (country === undefined) throw new InvalidArgumentError(`"${text}" must be two letters or "all".`);
  return country === 'all' ? undefined : country;
}

/** Parses one of several countries: two letters, or `--` for companies of no country. */
export function countryList(text: string, before: readonly string[]): string[] {
  if (!/^([A-Za-z]{2}|--)$/.test(text)) throw new InvalidArgumentError(`"${text}" must be two letters or "--".`);
  const country = countryFilter(text) ?? text;
  if (country !== '--' && !COUNTRIES.has(country))
    throw new InvalidArgumentError(`"${text}" is not a known country code.`);
  return [...before, country];
}

/** Parses a CompanyId. */
export function companyId(text: string): string {
  if (!isCompanyId(text))
    throw new InvalidArgumentError(`"${text}" is not a company id: co_ and 26 base32 characters.`);
  return text;
}
