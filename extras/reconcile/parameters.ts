import { RECONCILE_LIMITS } from './declaration.ts';
import { collapseWhiteSpace } from '../../src/model/index.ts';
import { ProblemError, invalidParameter, readQuery } from '../../src/operations/index.ts';
import { parseObject, refuseUnknown, shownName, shownValue } from '../../src/server/index.ts';
import { filterNumbers } from './numbers.ts';
import { COMPANY_TYPE, PROPERTIES, findCountry, findProperty, type Property } from './properties.ts';

/** One validated query of a batch. */
export interface Query {
  /** The name with white space collapsed, cut to the maximum length; empty if the query has no name. */
  readonly name: string;
  readonly countries: readonly string[];
  readonly numbers: readonly string[];
  readonly statuses: readonly string[];
  readonly limit: number;
  /** Whether companies are requested: no other type exists. */
  readonly isOfCompanies: boolean;
}

/** Makes the query for a row of a list. Blank and meaningless values, and numbers over the limit, are ignored. */
export function toQuery(name: string, countries: readonly string[], numbers: readonly string[], limit: number): Query {
  return {
    name: truncateText(name),
    countries: findCountries(countries),
    numbers: filterNumbers(numbers.map(truncateText)).slice(0, numbersMax),
    statuses: [],
    limit,
    isOfCompanies: true,
  };
}

export type Request =
  | { readonly kind: 'manifest' }
  | { readonly kind: 'queries'; readonly queries: ReadonlyMap<string, Query> }
  | { readonly kind: 'extend'; readonly ids: readonly string[]; readonly properties: readonly Property[] };

const { batchMax, queryCharsMax, candidatesMax, propertiesMax, valuesMax, numbersMax, idsMax } = RECONCILE_LIMITS;
const FIELDS = ['query', 'type', 'limit', 'properties', 'type_strict'];
const STRICTNESS = ['any', 'should', 'all'];

/** Reads the body of a POST. */
export function readForm(body: Uint8Array): Request {
  const request = readTarget(`?${Buffer.from(body).toString('latin1')}`);
  if (request.kind === 'manifest') throw invalidParameter('queries', 'is required and missing');
  return request;
}

/** Reads the parameters of a GET. Throws a {@linkcode ProblemError} that names the first invalid parameter. */
export function readTarget(target: string): Request {
  const { queries, extend } = readQuery(target, ['queries', 'extend']);
  if (queries !== undefined && extend !== undefined)
    throw new ProblemError('invalid_request', 'Only one of the parameters "queries" and "extend" may be given');
  if (extend !== undefined) return readExtension(extend);
  return queries === undefined ? { kind: 'manifest' } : { kind: 'queries', queries: readQueries(queries) };
}

function readQueries(text: string): Map<string, Query> {
  const batch = parseObject(parsed('queries', text), 'queries', 'must be an object of queries by their keys');
  const entries = Object.entries(batch);
  if (entries.length === 0 || entries.length > batchMax)
    throw invalidParameter('queries', `must have 1 to ${batchMax} queries, and has ${entries.length}`);
  return new Map(entries.map(([key, value]) => [key, readOne(value, `queries.${shownName(key)}`)]));
}

function readOne(value: unknown, path: string): Query {
  const fields = parseObject(value, path, 'must be an object with a query');
  refuseUnknown(fields, `${path}.`, FIELDS);
  const { query, type, limit, properties, type_strict: strictness } = fields;
  if (query === undefined && (!Array.isArray(properties) || properties.length === 0))
    throw invalidParameter(`${path}.query`, 'is required where there are no properties');
  if (strictness !== undefined && !STRICTNESS.some((one) => one === strictness))
    throw invalidParameter(`${path}.type_strict`, `must be one of ${STRICTNESS.join(', ')}`, shownValue(strictness));
  return {
    name: query === undefined ? '' : readName(query, `${path}.query`),
    ...readProperties(properties, `${path}.properties`),
    limit: readLimit(limit, `${path}.limit`),
    isOfCompanies: readTypes(type, `${path}.type`),
  };
}

/**
 * Reads a name. A batch holds cells of a table: a blank cell or a whole paragraph must not make the other queries fail, so the text is cut.
 */
function readName(value: unknown, path: string): string {
  if (typeof value !== 'string' || !value.isWellFormed())
    throw invalidParameter(path, 'must be a text', shownValue(value));
  return truncateText(value);
}

/** Collapses the white space of a text, and cuts the characters over the limit. */
function truncateText(text: string): string {
  return Array.from(collapseWhiteSpace(text)).slice(0, queryCharsMax).join('').trimEnd();
}

function readLimit(value: unknown, path: string): number {
  if (value === undefined) return RECONCILE_LIMITS.candidatesDefault;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalidParameter(path, 'must be a whole number, 1 or more', shownValue(value));
  return Math.min(value, candidatesMax);
}

function readTypes(value: unknown, path: string): boolean {
  if (value === undefined) return true;
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (types.some((type) => typeof type !== 'string')) throw invalidParameter(path, 'must be the ids of types');
  return types.length === 0 || types.some((type) => type === COMPANY_TYPE.id || type === '');
}

function readProperties(value: unknown, path: string): Pick<Query, 'countries' | 'numbers' | 'statuses'> {
  const filters: Record<string, string[]> = { country: [], number: [], status: [] };
  const list: readonly unknown[] = value === undefined ? [] : parseList(value, path, propertiesMax);
  for (const [i, entry] of list.entries()) {
    const { pid, v } = parseObject(entry, `${path}[${i}]`, 'must be an object with pid and v');
    const filter = filters[findProperty(pid)?.filter ?? ''];
    if (filter === undefined) throw notAProperty(`${path}[${i}].pid`, pid, ({ filter: named }) => named !== undefined);
    const values: readonly unknown[] = Array.isArray(v) ? parseList(v, `${path}[${i}].v`, valuesMax) : [v];
    for (const one of values) filter.push(readValue(one, `${path}[${i}].v`));
  }
  const { country = [], number = [], status: statuses = [] } = filters;
  // Values without a meaning are ignored: a blank cell is sent as an empty text.
  const numbers = filterNumbers(number);
  if (numbers.length > numbersMax)
    throw invalidParameter(path, `must have at most ${numbersMax} numbers, and has ${numbers.length}`);
  return { countries: findCountries(country), numbers, statuses };
}

function findCountries(texts: readonly string[]): string[] {
  return texts.map(findCountry).filter((code) => code !== undefined);
}

/** Reads a text, a number, a boolean or an entity as text. */
function readValue(value: unknown, path: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return truncateText(value);
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
    return readValue('name' in value ? value.name : value.id, path);
  throw invalidParameter(path, 'must be a text, a number, a boolean or an entity', shownValue(value));
}

function readExtension(text: string): Request {
  const { ids, properties } = parseObject(
    parsed('extend', text),
    'extend',
    'must be an object with ids and properties',
  );
  const wanted = parseList(properties, 'extend.properties', propertiesMax).map((entry, i) => {
    const { id } = parseObject(entry, `extend.properties[${i}]`, 'must be an object with an id');
    const property = findProperty(id);
    if (property !== undefined) return property;
    throw notAProperty(`extend.properties[${i}].id`, id, () => true);
  });
  const companies = parseList(ids, 'extend.ids', idsMax).map((id, i) => {
    if (typeof id === 'string' && id.length <= queryCharsMax) return id;
    throw invalidParameter(`extend.ids[${i}]`, 'must be the ID of a company', shownValue(id));
  });
  return { kind: 'extend', ids: companies, properties: wanted };
}

function notAProperty(path: string, id: unknown, isAllowed: (property: Property) => boolean): ProblemError {
  const allowed = PROPERTIES.filter(isAllowed).map((property) => property.id);
  return invalidParameter(path, `must be one of ${allowed.join(', ')}`, shownValue(id));
}

export function readSuggestion(target: string): { readonly prefix: string; readonly cursor: number } {
  const { prefix, cursor = '0' } = readQuery(target, ['prefix', 'cursor']);
  if (prefix === undefined) throw invalidParameter('prefix', 'is required and missing');
  return { prefix: truncateText(prefix), cursor: wholeNumber('cursor', cursor, 0, RECONCILE_LIMITS.cursorMax) };
}

export function readProposal(target: string): { readonly type?: string; readonly limit?: number } {
  const { type, limit } = readQuery(target, ['type', 'limit']);
  return {
    // OpenRefine sends an empty type if the user chose none.
    ...(type !== undefined && type !== '' && { type: type.slice(0, queryCharsMax) }),
    ...(limit !== undefined && { limit: wholeNumber('limit', limit, 1, 100) }),
  };
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw invalidParameter(name, `must be a whole number from ${least} to ${most}`, text);
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the JavaScript engine is not shown: it differs between versions, and may quote a secret.
    throw invalidParameter(name, 'must be JSON', text);
  }
}

function parseList(value: unknown, path: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParameter(path, 'must be a list', shownValue(value));
  if (value.length <= most) return value;
  throw invalidParameter(path, `must have at most ${most} entries, and has ${value.length}`);
}
