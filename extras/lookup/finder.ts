import type { Backend, NumberResult } from '../../src/backend/index.ts';
import { SEARCH_LIMITS, type Company } from '../../src/contract/index.ts';
import {
  byValue,
  checkNumber,
  deriveCompanyId,
  findReading,
  foldNumber,
  isLei,
  listReadings,
  numberCountry,
  paddedReadings,
  registeredCompanyId,
  type CheckedDigits,
  type CompanyIdentifier,
  type NumberReading,
  type ReadingsByValue,
} from '../../src/model/index.ts';
import { findCompany, parseList } from '../../src/operations/index.ts';
import type { DoorRequest } from '../../src/server/index.ts';
import { LOOKUP_LIMITS } from './declaration.ts';
import type { Lookup } from './parameters.ts';
import type { IdentifierMatch, IdentifierResult } from './schemas.ts';

const { companiesMax, companiesPerUnit } = LOOKUP_LIMITS;
const NATIONAL = 'national_registry_number';

/** Maximum number of companies with the same digits that are checked: companies of other countries and schemes are not in the response. */
const CANDIDATES_MAX = 10 * companiesMax;

/** Maximum number of companies that are compared for one number if the data service can only be searched. */
const COMPARED_MAX = SEARCH_LIMITS.limitDefault;

/** Finds the companies that carry a number. The number is charged already; more is charged here if many companies carry it. */
export async function findByNumber(
  backend: Backend,
  lookup: Lookup,
  charge: DoorRequest['charge'],
): Promise<IdentifierResult> {
  const { value, scheme, country } = lookup;
  const groups = readingGroups(value);
  const { companies, hasMore, moved = [] } = await candidates(backend, groups, lookup);
  await charge(Math.floor(companies.length / companiesPerUnit) + (hasMore ? 1 : 0));
  const asRequested: IdentifierMatch[] = [];
  const padded: IdentifierMatch[] = [];
  for (const { id, numbers } of companies) {
    const company = await findCompany(backend, id);
    const match = company && matchCompany(company, groups, numbers, lookup);
    if (match !== undefined) (match.padded_value === undefined ? asRequested : padded).push(match);
    if (asRequested.length > companiesMax) break;
  }
  const data = [...asRequested, ...padded];
  const isCut = data.length > companiesMax;
  data.length = Math.min(data.length, companiesMax);
  // Look up the records that had the number and now lead to others, and the records whose id follows from the number. The list above lacks
  // them: they are not active, or were cut off.
  const checks = checkNumber(value);
  const ids = derivedIds(lookup, groups, checks);
  for (const { id, identifiers } of moved) {
    const group = groups.find((one) => carriedBy(identifiers, one, lookup).length > 0);
    if (group !== undefined) ids.set(id, group.paddedValue);
  }
  const known = new Set(data.map(({ company_id: id }) => id));
  for (const [id, paddedValue] of ids) {
    const record = known.has(id) ? undefined : await findCompany(backend, id);
    const match =
      record && (matchCompany(record, groups, [], lookup) ?? (await findSuccessor(backend, record, paddedValue)));
    if (match === undefined || known.has(match.company_id)) continue;
    known.add(match.company_id);
    data.push(match);
  }
  return {
    object: 'identifier_lookup',
    value,
    ...(scheme !== undefined && { scheme }),
    ...(country !== undefined && { country }),
    data,
    has_more: hasMore || isCut,
    check_digits: checks.filter((check) => isWanted(lookup, [check.scheme], check.country_scope)),
  };
}

async function candidates(backend: Backend, groups: readonly NumberReadings[], lookup: Lookup): Promise<NumberResult> {
  // A service that can only be searched would get one search for the padded number of every country.
  const tried = backend.byNumber === undefined && lookup.country === undefined ? groups.slice(0, 1) : groups;
  const readings = tried
    .flatMap((group) => group.readings)
    .filter(({ schemes, country }) => isWanted(lookup, schemes, country));
  if (backend.byNumber !== undefined) {
    const numbers = [...new Set(readings.map(({ value }) => value))];
    return await backend.byNumber({ numbers, limit: CANDIDATES_MAX });
  }
  // Each search and each company is a request to the service, so only values that may be registry numbers are searched.
  const likely = readings.filter(({ schemes }) => schemes?.includes(NATIONAL) !== false);
  const { queryCharsMin, queryCharsMax } = SEARCH_LIMITS;
  const values = new Set(likely.map(({ value }) => value));
  const queries = [...values]
    .filter(({ length }) => length >= queryCharsMin && length <= queryCharsMax)
    .toSorted((a, b) => a.length - b.length);
  const found = new Set<string>();
  const exhausted: string[] = [];
  let hasMore = false;
  for (const query of queries) {
    // A search finds all numbers that begin with the query.
    if (exhausted.some((one) => query.startsWith(one))) continue;
    const { json, next } = await backend.search({ query, limit: Math.ceil(COMPARED_MAX / queries.length) });
    for (const { id } of parseList<Company>(json)) found.add(id);
    if (next === undefined) exhausted.push(query);
    else hasMore = true;
  }
  return { companies: [...found].map((id) => ({ id, numbers: [] })), hasMore };
}

/**
 * Returns the match for a record that is not active. A look-up by number never returns a restricted record, or a record that leads to one.
 */
async function findSuccessor(
  backend: Backend,
  { id, lifecycle }: Company,
  paddedValue: string | undefined,
): Promise<IdentifierMatch | undefined> {
  const match = { object: 'identifier_match', requested_company_id: id, lifecycle, ...padding(paddedValue) } as const;
  if (lifecycle.status === 'tombstoned' || lifecycle.status === 'split') return { ...match, company_id: id };
  const { canonical_id: canonicalId } = lifecycle;
  if (lifecycle.status !== 'redirected' || canonicalId === undefined) return undefined;
  const canonical = await findCompany(backend, canonicalId);
  if (canonical === undefined || canonical.lifecycle.status === 'restricted') return undefined;
  const { name } = canonical;
  return { ...match, company_id: canonicalId, ...(name !== undefined && { name }) };
}

function padding(paddedValue: string | undefined) {
  return paddedValue !== undefined && { padded_value: paddedValue };
}

/**
 * Returns the match for a company; undefined if it is not active, or carries the number neither as requested nor with leading zeros.
 * @param numbers the numbers by which the backend found the company
 */
function matchCompany(
  { id, lifecycle, name, identifiers = [] }: Company,
  groups: readonly NumberReadings[],
  numbers: readonly string[],
  lookup: Lookup,
): IdentifierMatch | undefined {
  if (lifecycle.status !== 'active') return undefined;
  for (const group of groups) {
    const same = carriedBy(identifiers, group, lookup);
    if (same.length === 0 && !hasHiddenForm(identifiers, group, numbers, lookup)) continue;
    return {
      object: 'identifier_match',
      company_id: id,
      lifecycle,
      ...(name !== undefined && { name }),
      ...(same.length > 0 && { identifiers: same }),
      ...padding(group.paddedValue),
    };
  }
  return undefined;
}

/** Returns the identifiers that are equal to the number in one of its readings. */
function carriedBy(
  identifiers: readonly CompanyIdentifier[],
  group: NumberReadings,
  lookup: Lookup,
): CompanyIdentifier[] {
  return identifiers.filter(
    (one) => findReading(one, group.byValue) !== undefined && isWanted(lookup, [one.scheme], numberCountry(one)),
  );
}

/** Whether one of the numbers of a company is another form of its registry number, which no identifier shows. */
function hasHiddenForm(
  identifiers: readonly CompanyIdentifier[],
  group: NumberReadings,
  numbers: readonly string[],
  lookup: Lookup,
): boolean {
  if (numbers.length === 0) return false;
  const registered = identifiers.find(({ scheme }) => scheme === NATIONAL);
  if (registered === undefined || !isWanted(lookup, [registered.scheme], numberCountry(registered))) return false;
  const shown = new Set(identifiers.map(({ value }) => foldNumber(value)));
  return numbers.some(
    (value) => !shown.has(value) && findReading({ ...registered, value }, group.byValue) !== undefined,
  );
}

/** Whether schemes and a country fit the request. Undefined schemes, or an undefined country, fit every request. */
function isWanted(lookup: Lookup, schemes: readonly string[] | undefined, country: string | undefined): boolean {
  if (lookup.scheme !== undefined && schemes?.includes(lookup.scheme) === false) return false;
  return lookup.country === undefined || country === undefined || country === lookup.country;
}

/** Readings of a number that are tried together: all readings of the number as requested, or one reading with more leading zeros. */
interface NumberReadings {
  readonly readings: readonly NumberReading[];
  readonly byValue: ReadingsByValue;
  /** The number with its leading zeros; undefined for the number as requested. */
  readonly paddedValue: string | undefined;
}

/** Returns the readings of the number as requested, then a group for each way in which it may have lost leading zeros. */
function readingGroups(value: string): NumberReadings[] {
  return [
    createGroup(listReadings(value)),
    ...paddedReadings(value).map((reading) => createGroup([reading], reading.value)),
  ];
}

function createGroup(readings: readonly NumberReading[], paddedValue?: string): NumberReadings {
  return { readings, byValue: byValue(readings), paddedValue };
}

/**
 * Returns the ids that follow from the number itself: from an LEI, and from a registry number in the requested country or in the country
 * that the number names; without such a country, in the countries whose check digits it has. They are only a handful, because each id is
 * looked up. The value is the zero-padded number from which the id follows, or undefined if no zeros were added.
 */
function derivedIds(
  lookup: Lookup,
  groups: readonly NumberReadings[],
  checks: readonly CheckedDigits[],
): Map<string, string | undefined> {
  const right = checks.filter((checked) => checked.are_right);
  const ids = new Map<string, string | undefined>();
  for (const { readings, paddedValue } of groups) {
    // Zeros would give an unintended id in every country with longer numbers.
    if (paddedValue !== undefined && lookup.country === undefined && !readings.some(hasRightDigits)) continue;
    for (const id of deriveIds(lookup, readings, paddedValue === undefined ? right : []))
      if (!ids.has(id)) ids.set(id, paddedValue);
  }
  return ids;
}

function hasRightDigits({ value, country }: NumberReading): boolean {
  return checkNumber(value, country).some(
    (checked) => checked.are_right && checked.scheme === NATIONAL && checked.country_scope === country,
  );
}

/** @param right the kinds of numbers as which the number has right check digits */
function deriveIds(
  { scheme, country }: Lookup,
  readings: readonly NumberReading[],
  right: readonly CheckedDigits[],
): ReadonlySet<string> {
  const ids = new Set<string>();
  if (scheme !== NATIONAL && right.some((checked) => checked.scheme === 'lei'))
    for (const reading of readings)
      if (isLei(reading.value))
        ids.add(deriveCompanyId({ kind: 'identifier', scheme: 'lei', scope: '', comparedValue: reading.value }));
  if (scheme !== undefined && scheme !== NATIONAL) return ids;
  const likely = right.filter((checked) => checked.scheme === NATIONAL).map((checked) => checked.country_scope);
  for (const reading of readings) {
    if (reading.schemes?.includes(NATIONAL) === false) continue;
    const named = reading.country ?? country;
    if (country !== undefined && named !== country) continue;
    for (const scope of named === undefined ? likely : [named]) {
      if (scope === undefined) continue;
      const byRegister = registeredCompanyId(scope, reading.value);
      if (byRegister !== undefined) ids.add(byRegister);
      // A company from an index of other registers, or from a line written by hand, has no key of its register: its id follows from the
      // number.
      ids.add(deriveCompanyId({ kind: 'identifier', scheme: NATIONAL, scope, comparedValue: reading.value }));
    }
  }
  return ids;
}
