import { isDeepStrictEqual } from 'node:util';
import { SEARCH_LIMITS } from '../../contract/index.ts';
import { InputError, PROFILE_FIELDS, foldNumber, quoteValue } from '../../model/index.ts';
import type { CompanyIdentifier, CompanyLifecycle, Profile, RegisterLine, ResolvedLine } from '../../model/index.ts';
import type { SnapshotReader } from '../read/reader.ts';
import { listCountries, orderKey, queriesFor } from '../index/search-keys.ts';

interface Served extends Profile {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  readonly identifiers?: readonly CompanyIdentifier[];
}

/** The fields whose values come from the first line of a company. */
const VERIFIED_FIELDS = [
  ...PROFILE_FIELDS,
  'state',
  'registered_on',
  'closed_on',
  'address',
  'euid',
  'record_url',
] as const;

type Fail = (what: string) => never;

/** The methods of a reader that serve requests. */
type Asked = Pick<SnapshotReader, 'metadata' | 'company' | 'details' | 'officers' | 'search'>;

/**
 * Queries a snapshot for lines of its inputs as a client would: for the company of each line by id, by name and by each number, in all
 * countries and in its own.
 * @throws {InputError} that names the first line whose values are missing or wrong, and the expected and found values
 */
export function verifyLines(reader: Asked, lines: Iterable<ResolvedLine>): void {
  for (const resolved of lines) {
    const { lineNumber, file } = resolved;
    verifyLine(reader, resolved, (what) => {
      throw new InputError(`Cannot build: the snapshot contradicts line ${lineNumber} of "${file}": ${what}`);
    });
  }
}

function verifyLine(reader: Asked, resolved: ResolvedLine, fail: Fail): void {
  const { line, id, lifecycle } = resolved;
  const json = reader.company(id)?.toString('utf8');
  if (json === undefined) return fail(`the company "${id}" is missing from the snapshot`);
  const served = JSON.parse(json) as Served;
  if (served.id !== id) fail(`the id "${id}" returns the company "${served.id}"`);
  if (!isDeepStrictEqual(served.lifecycle, lifecycle))
    fail(`the lifecycle of "${id}" should be ${quoteValue(lifecycle)}, is ${quoteValue(served.lifecycle)}`);
  // A restricting line only names the company.
  const isRestriction = line.lifecycle?.status === 'restricted';
  switch (lifecycle.status) {
    case 'active':
      if (isRestriction) return;
      verifyProfile(resolved, { ...served, ...reader.details(id)?.details }, fail);
      verifyIdentifiers(resolved, served, fail);
      verifyFound(reader, resolved, served, fail);
      return;
    case 'split':
      if (!isRestriction) verifyIdentifiers(resolved, served, fail);
      break;
    case 'tombstoned':
    case 'restricted':
      verifyWithheld(reader, json, resolved, fail);
      break;
    case 'redirected':
      // It has the values of another company.
      break;
  }
  verifyNotFound(reader, resolved, fail);
}

/** Verifies the values of the first line only: those of other lines may be overridden. */
function verifyProfile(
  { line, id, isFirst }: ResolvedLine,
  served: Pick<RegisterLine, (typeof VERIFIED_FIELDS)[number]>,
  fail: Fail,
): void {
  for (const field of isFirst ? VERIFIED_FIELDS : []) {
    if (line[field] === undefined || isDeepStrictEqual(line[field], served[field])) continue;
    fail(`the ${field} of "${id}" should be ${quoteValue(line[field])}, is ${quoteValue(served[field] ?? null)}`);
  }
}

/** Verifies that every identifier is served as the first line writes it. */
function verifyIdentifiers({ line, id, isFirst }: ResolvedLine, { identifiers = [] }: Served, fail: Fail): void {
  const own = line.identifiers ?? [];
  for (const identifier of own) {
    // A line may write an identifier in two ways.
    const isThere = identifiers.some(
      (one) => isSame(one, identifier) && (!isFirst || own.some((written) => isDeepStrictEqual(written, one))),
    );
    if (isThere) continue;
    const those = identifiers.filter(({ scheme }) => scheme === identifier.scheme);
    fail(`the identifiers of "${id}" should hold ${quoteValue(identifier)}, of this scheme hold ${quoteValue(those)}`);
  }
}

/** Whether two identifiers are the same. A LEI is unique in the world, so its scope does not count. */
function isSame(a: CompanyIdentifier, b: CompanyIdentifier): boolean {
  const isSameScope = a.scheme === 'lei' || a.country_scope === b.country_scope;
  return a.scheme === b.scheme && isSameScope && foldNumber(a.value) === foldNumber(b.value);
}

function verifyFound(reader: Asked, { line, id }: ResolvedLine, served: Served, fail: Fail): void {
  const name = line.name === served.name ? line.name : undefined;
  const scopes = [undefined, ...listCountries({ profile: served, identifiers: served.identifiers ?? [] })];
  for (const query of queriesFor(name, listNumbers(line))) {
    for (const scope of scopes) {
      if (isFound(reader, query, scope, served)) continue;
      const { json } = reader.search(query, scope, SEARCH_LIMITS.limitMax, 0);
      const [first] = JSON.parse(`[${json.toString('utf8')}]`) as Served[];
      const came = first === undefined ? 'no company' : `others, first "${first.id}"`;
      fail(`a search for ${quoteValue(query)} in ${scope ?? 'all countries'} should find "${id}", finds ${came}`);
    }
  }
}

/** Returns the numbers of a line, in all their forms. */
function listNumbers({ identifiers = [], number_forms: forms = [] }: ResolvedLine['line']): string[] {
  return [...identifiers.map(({ value }) => value), ...forms];
}

/** Verifies that search does not find a record that is not active. The message contains no value, which may be a restricted one. */
function verifyNotFound(reader: Asked, { line, id, lifecycle }: ResolvedLine, fail: Fail): void {
  const sought = { id, ...(line.name === undefined ? {} : { name: line.name }) };
  const scopes = [undefined, ...listCountries({ profile: line, identifiers: line.identifiers ?? [] })];
  for (const query of queriesFor(line.name, listNumbers(line))) {
    for (const scope of scopes) {
      if (!isFound(reader, query, scope, sought)) continue;
      const where = scope ?? 'all countries';
      fail(`a search for a value of the line in ${where} should not find "${id}", which is ${lifecycle.status}`);
    }
  }
}

function verifyWithheld(reader: Asked, json: string, { id, lifecycle }: ResolvedLine, fail: Fail): void {
  const shown = Object.keys(JSON.parse(json) as object).filter((field) => !STATE_FIELDS.has(field));
  if (reader.officers(id, 1, LONG_AGO)?.json.length !== 0) shown.push('officers');
  if (shown.length > 0)
    fail(`the company "${id}", which is ${lifecycle.status}, should show nothing, shows ${shown.join(', ')}`);
}

/** The fields of a record in any state. */
const STATE_FIELDS: ReadonlySet<string> = new Set(['id', 'object', 'lifecycle']);

/** A day before any resignation. */
const LONG_AGO = '0001-01-01';

/** Whether a search finds a company: on its first page, or else by bisection, because matches are in name order. */
function isFound(
  reader: Asked,
  query: string,
  scope: string | undefined,
  { id, ...profile }: Pick<Served, 'id' | 'name'>,
): boolean {
  const { json, next } = reader.search(query, scope, SEARCH_LIMITS.limitMax, 0);
  // Quotes within texts are escaped, so this is the beginning of a company.
  if (json.includes(`{"id":"${id}"`)) return true;
  if (next === undefined) return false;
  let start = next;
  const key = orderKey({ id, profile });
  for (let end = reader.metadata.records.active; start < end;) {
    const middle = (start + end) >>> 1;
    const [first] = JSON.parse(`[${reader.search(query, scope, 1, middle).json.toString('utf8')}]`) as Served[];
    if (first?.id === id) return true;
    if (first !== undefined && Buffer.compare(orderKey({ id: first.id, profile: first }), key) < 0) start = middle + 1;
    else end = middle;
  }
  return false;
}
