import { InvalidArgumentError } from 'commander';
import { COUNTRIES, codePointCount, collapseWhiteSpace, countryFilter, isCompanyId } from '../model/index.ts';
import { SNAPSHOT_PLACES, snapshotPlace } from './snapshot-place.ts';
import { WORKERS_MAX } from './workers-wanted.ts';

/** Parses a whole number of at least 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number of at least 0.`);
  return Number(text);
}

/** How long a unit of a duration is, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The longest time that a run may have: a timer counts no further than 24 days. */
const RUN_DAYS_MAX = 20;

/** The milliseconds of a duration such as `6h`, `90m` or `2d`; undefined where it is none, or longer than 20 days. */
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

/** What parses a whole number within bounds. */
function between(least: number, most: number): (text: string) => number {
  return (text) => {
    const count = wholeNumber(text);
    if (count >= least && count <= most) return count;
    throw new InvalidArgumentError(`"${text}" is not between ${least} and ${most}.`);
  };
}

/** Parses how many generations stay on a store, the current one included. */
export const keptCount = between(1, 1000);

/** Parses how many change files are published. */
export const changesCount = between(0, 1000);

/** Parses for how many days a publication is current. */
export const validDays = between(1, 365);

/** Parses the counter of a publication. */
export function publicationCounter(text: string): number {
  const counter = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (counter >= 1) return counter;
  throw new InvalidArgumentError(`"${text}" is not a whole number of at least 1 and at most 15 digits.`);
}

/** Parses the snapshot of `serve` as the setting SNAPSHOT is parsed. */
export function snapshotFlag(text: string): string {
  const place = snapshotPlace(text);
  if (place === undefined) throw new InvalidArgumentError(`"${text}" is not ${SNAPSHOT_PLACES.replaceAll('`', '')}.`);
  return place;
}

/** Parses a number of workers. */
export const workerCount = between(1, WORKERS_MAX);

/** Parses a page size, 1 to 25 as in the API. */
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
