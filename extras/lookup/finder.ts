import type { Backend, MovedRecord, NumberResult } from '../../src/backend/index.ts';
import { SEARCH_LIMITS, type Company } from '../../src/contract/index.ts';
import { LOOKUP_LIMITS } from './declaration.ts';
import type { IdentifierMatch, IdentifierResult } from './schemas.ts';
import {
  byValue,
  checkDigitsOf,
  foldNumber,
  numberCountry,
  paddedReadings,
  readingOf,
  readingsOf,
  type CompanyIdentifier,
  type NumberReading,
  type ReadingsByValue,
} from '../../src/model/index.ts';
import { findCompany, parseList } from '../../src/operations/index.ts';
import type { DoorRequest } from '../../src/server/index.ts';
import { derivedIds, type Readings } from './derived-ids.ts';
import type { Asked } from './parameters.ts';

const { companiesMax, companiesPerUnit } = LOOKUP_LIMITS;

/** The maximum of companies with the same digits that are checked: those of other countries and schemes are not in the response. */
const CANDIDATES_MAX = 10 * companiesMax;

/** If a data service can only search, this many of the companies that it finds for one number are compared. */
const COMPARED_MAX = SEARCH_LIMITS.limitDefault;

/** Finds the companies that carry a number. */
export class Finder {
  readonly #backend: Backend;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** The answer for one number, which is paid for; many companies with it are charged. */
  async find(asked: Asked, charge: DoorRequest['charge']): Promise<IdentifierResult> {
    const { value, scheme, country } = asked;
    const readings = readingsOfAsked(value);
    const { companies, hasMore, moved = [] } = await this.#candidates(readings, asked);
    await charge(Math.floor(companies.length / companiesPerUnit) + (hasMore ? 1 : 0));
    const asIs: IdentifierMatch[] = [];
    const padded: IdentifierMatch[] = [];
    for (const { id, numbers } of companies) {
      const company = await findCompany(this.#backend, id);
      const match = company && matchOf(company, readings, numbers, asked);
      if (match !== undefined) (match.padded_value === undefined ? asIs : padded).push(match);
      if (asIs.length > companiesMax) break;
    }
    const data = [...asIs, ...padded];
    const isCut = data.length > companiesMax;
    data.length = Math.min(data.length, companiesMax);
    data.push(...(await this.#elsewhere(asked, readings, moved, data)));
    return {
      object: 'identifier_lookup',
      value,
      ...(scheme !== undefined && { scheme }),
      ...(country !== undefined && { country }),
      data,
      has_more: hasMore || isCut,
      check_digits: checkDigitsOf(value).filter(
        (check) =>
          (scheme === undefined || check.scheme === scheme) &&
          (country === undefined || check.country_scope === undefined || check.country_scope === country),
      ),
    };
  }

  /** The companies that may carry the number. */
  async #candidates({ asIs, padded }: Readings, asked: Asked): Promise<NumberResult> {
    const canSearchOnly = this.#backend.byNumber === undefined;
    // Zeros for every country would be as many searches.
    const all = canSearchOnly && asked.country === undefined ? asIs : [...asIs, ...padded];
    const wanted = all.filter((reading) => isWanted(reading, asked));
    if (this.#backend.byNumber === undefined) return await this.#searched(wanted);
    const numbers = [...new Set(wanted.map(({ value }) => value))];
    return await this.#backend.byNumber({ numbers, limit: CANDIDATES_MAX });
  }

  /**
   * The companies that a search for the number finds, of a data service that can do no more. Each search and each company is a request to
   * it, so only readings as a registry number are searched for, and the number as it is.
   */
  async #searched(readings: readonly NumberReading[]): Promise<NumberResult> {
    const likely = readings.filter(({ schemes }) => schemes?.includes('national_registry_number') !== false);
    const { queryCharsMin, queryCharsMax } = SEARCH_LIMITS;
    const values = new Set(likely.map(({ value }) => value));
    const queries = [...values].filter(({ length }) => length >= queryCharsMin && length <= queryCharsMax);
    const found = new Set<string>();
    let hasMore = false;
    for (const query of queries) {
      const limit = Math.ceil(COMPARED_MAX / queries.length);
      const { json, next } = await this.#backend.search({ query, limit });
      for (const { id } of parseList<Company>(json)) found.add(id);
      hasMore ||= next !== undefined;
    }
    return { companies: [...found].map((id) => ({ id, numbers: [] })), hasMore };
  }

  /**
   * Records that carry the number and lead elsewhere, and those that have their id by it: they are gone, or are one of many whose numbers
   * begin so.
   */
  async #elsewhere(
    asked: Asked,
    readings: Readings,
    moved: readonly MovedRecord[],
    found: readonly IdentifierMatch[],
  ): Promise<IdentifierMatch[]> {
    const ids = new Map(derivedIds(asked, readings));
    for (const record of moved) {
      const reading = readingOfMoved(record, readings, asked);
      if (reading !== undefined) ids.set(record.id, readings.padded.includes(reading) ? reading.value : undefined);
    }
    const known = new Set(found.map(({ company_id: id }) => id));
    const matches: IdentifierMatch[] = [];
    for (const [id, paddedValue] of ids) {
      if (known.has(id)) continue;
      const record = await findCompany(this.#backend, id);
      const match =
        record && (matchOf(record, readings, [], asked) ?? (await this.#leadingElsewhere(record, paddedValue)));
      if (match === undefined || known.has(match.company_id)) continue;
      known.add(match.company_id);
      matches.push(match);
    }
    return matches;
  }

  /** A record that is not current. A restricted one, or one that leads to it, is never returned for a lookup by number. */
  async #leadingElsewhere(
    { id, lifecycle }: Company,
    paddedValue: string | undefined,
  ): Promise<IdentifierMatch | undefined> {
    const object = 'identifier_match';
    const padded = paddedValue === undefined ? {} : { padded_value: paddedValue };
    if (lifecycle.status === 'tombstoned' || lifecycle.status === 'split')
      return { object, company_id: id, requested_company_id: id, lifecycle, ...padded };
    const { canonical_id: canonicalId } = lifecycle;
    if (lifecycle.status !== 'redirected' || canonicalId === undefined) return undefined;
    const canonical = await findCompany(this.#backend, canonicalId);
    if (canonical === undefined || canonical.lifecycle.status === 'restricted') return undefined;
    const { name } = canonical;
    return {
      object,
      company_id: canonicalId,
      requested_company_id: id,
      lifecycle,
      ...(name !== undefined && { name }),
      ...padded,
    };
  }
}

/** Whether a reading is of the requested scheme and country. */
function isWanted({ country, schemes }: NumberReading, asked: Asked): boolean {
  if (asked.scheme !== undefined && schemes?.includes(asked.scheme) === false) return false;
  return asked.country === undefined || country === undefined || country === asked.country;
}

function readingsOfAsked(value: string): Readings {
  const [asIs, padded] = [readingsOf(value), paddedReadings(value)];
  return { asIs, padded, asIsByValue: byValue(asIs), paddedByValue: byValue(padded) };
}

/** By which reading a record that leads elsewhere carries the number; undefined where it does not. */
function readingOfMoved({ identifiers }: MovedRecord, readings: Readings, asked: Asked): NumberReading | undefined {
  const its = identifiers.filter((identifier) => isAsked(identifier, asked));
  return firstOf(its, readings.asIsByValue, readings.asIs) ?? firstOf(its, readings.paddedByValue, readings.padded);
}

/** The first of some readings, in their order, that means one of the identifiers. */
function firstOf(
  identifiers: readonly CompanyIdentifier[],
  readings: ReadingsByValue,
  order: readonly NumberReading[],
): NumberReading | undefined {
  const meant = new Set(identifiers.map((identifier) => readingOf(identifier, readings)));
  return order.find((reading) => meant.has(reading));
}

/** What to say of an active company; undefined where it does not carry the number, with or without the zeros in front. */
function matchOf(
  company: Company,
  { asIsByValue, padded, paddedByValue }: Readings,
  numbers: readonly string[],
  asked: Asked,
): IdentifierMatch | undefined {
  if (company.lifecycle.status !== 'active') return undefined;
  const match = matchByReadings(company, asIsByValue, numbers, asked);
  if (match !== undefined || matchByReadings(company, paddedByValue, numbers, asked) === undefined) return match;
  for (const reading of padded) {
    const found = matchByReadings(company, byValue([reading]), numbers, asked);
    if (found !== undefined) return { ...found, padded_value: reading.value };
  }
  return undefined;
}

function matchByReadings(
  { id, lifecycle, name, identifiers = [] }: Company,
  readings: ReadingsByValue,
  numbers: readonly string[],
  asked: Asked,
): IdentifierMatch | undefined {
  const same = identifiers.filter(
    (identifier) => readingOf(identifier, readings) !== undefined && isAsked(identifier, asked),
  );
  if (same.length === 0 && !hasForm(identifiers, readings, numbers, asked)) return undefined;
  return {
    object: 'identifier_match',
    company_id: id,
    lifecycle,
    ...(name !== undefined && { name }),
    ...(same.length > 0 && { identifiers: same }),
  };
}

/**
 * Whether one of the numbers that a company has is another form of its registry numbers, in the country of these, which no identifier
 * shows.
 */
function hasForm(
  identifiers: readonly CompanyIdentifier[],
  readings: ReadingsByValue,
  numbers: readonly string[],
  asked: Asked,
): boolean {
  if (numbers.length === 0) return false;
  const shown = new Set(identifiers.map(({ value }) => foldNumber(value)));
  const registered = identifiers.find(({ scheme }) => scheme === 'national_registry_number');
  if (registered === undefined || !isAsked(registered, asked)) return false;
  const form: Omit<CompanyIdentifier, 'value'> = registered;
  return numbers.some((value) => !shown.has(value) && readingOf({ ...form, value }, readings) !== undefined);
}

/** Whether an identifier is of the requested scheme and country. A number without a country matches every one. */
function isAsked(identifier: CompanyIdentifier, asked: Asked): boolean {
  if (asked.scheme !== undefined && identifier.scheme !== asked.scheme) return false;
  const country = numberCountry(identifier);
  return asked.country === undefined || country === undefined || country === asked.country;
}
