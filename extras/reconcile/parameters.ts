import { RECONCILE_LIMITS } from './declaration.ts';
import { collapseWhiteSpace, foldNumber } from '../../src/model/index.ts';
import { ProblemError, invalidParameter, readQuery } from '../../src/operations/index.ts';
import { shownName, shownValue } from '../../src/server/index.ts';
import { COMPANY_TYPE, PROPERTIES, countryOf, propertyOf, type Property } from './properties.ts';

/** One query of a batch, checked. */
export interface Query {
  /** With white space collapsed, at most as long as names are; empty where none was given. */
  readonly name: string;
  readonly countries: readonly string[];
  /** As they were written. */
  readonly numbers: readonly string[];
  readonly statuses: readonly string[];
  readonly limit: number;
  /** Whether companies are requested: no other type exists. */
  readonly isOfCompanies: boolean;
}

/** A parsed request. */
export type Request =
  | { readonly kind: 'manifest' }
  | { readonly kind: 'queries'; readonly queries: ReadonlyMap<string, Query> }
  | { readonly kind: 'extend'; readonly ids: readonly string[]; readonly properties: readonly Property[] };

const {
  batchMax,
  queryCharsMax,
  candidatesMax,
  candidatesDefault,
  propertiesMax,
  valuesMax,
  numbersMax,
  idsMax,
  cursorMax,
} = RECONCILE_LIMITS;
const FIELDS = ['query', 'type', 'limit', 'properties', 'type_strict'];
const STRICTNESS = ['any', 'should', 'all'];

/** Reads the parameters of a GET. Throws a {@linkcode ProblemError} that names the first wrong one. */
export function readTarget(target: string): Request {
  return readRequest(readQuery(target, ['queries', 'extend']), true);
}

/** Reads a form. */
export function readForm(body: Uint8Array): Request {
  const form = `?${Buffer.from(body).toString('latin1')}`;
  return readRequest(readQuery(form, ['queries', 'extend']), false);
}

function readRequest({ queries, extend }: { queries?: string; extend?: string }, mayBeEmpty: boolean): Request {
  if (queries !== undefined && extend !== undefined)
    throw new ProblemError('invalid_request', 'Only one of the parameters "queries" and "extend" may be given');
  if (extend !== undefined) return readExtension(extend);
  if (queries !== undefined) return { kind: 'queries', queries: readQueries(queries) };
  if (mayBeEmpty) return { kind: 'manifest' };
  throw invalidParameter('queries', 'is required and missing');
}

function readQueries(text: string): Map<string, Query> {
  const batch = objectIn(parsed('queries', text), 'queries', 'must be an object of queries by their keys');
  const entries = Object.entries(batch);
  if (entries.length === 0 || entries.length > batchMax)
    throw invalidParameter('queries', `must have 1 to ${batchMax} queries, and has ${entries.length}`);
  return new Map(entries.map(([key, value]) => [key, readOne(value, `queries.${shownName(key)}`)]));
}

function readOne(value: unknown, path: string): Query {
  const fields = objectIn(value, path, 'must be an object with a query');
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    throw invalidParameter(`${path}.${shownName(unknown)}`, `is unknown: allowed are ${FIELDS.join(', ')}`);
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
 * A name as somebody wrote it. A batch holds the cells of a table: a blank one, or one with a whole paragraph, must not fail the
 * others, so the first is not a name, and the second is cut.
 */
function readName(value: unknown, path: string): string {
  if (typeof value !== 'string' || !value.isWellFormed())
    throw invalidParameter(path, 'must be a text', shownValue(value));
  return textOf(value);
}

/** A text with white space collapsed, as far as it counts. */
function textOf(text: string): string {
  return Array.from(collapseWhiteSpace(text)).slice(0, queryCharsMax).join('').trimEnd();
}

function readLimit(value: unknown, path: string): number {
  if (value === undefined) return candidatesDefault;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalidParameter(path, 'must be a whole number from 1 on', shownValue(value));
  return Math.min(value, candidatesMax);
}

function readTypes(value: unknown, path: string): boolean {
  if (value === undefined) return true;
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (types.some((type) => typeof type !== 'string')) throw invalidParameter(path, 'must be the ids of types');
  return types.length === 0 || types.some((type) => type === COMPANY_TYPE.id || type === '');
}

function readProperties(value: unknown, path: string): Pick<Query, 'countries' | 'numbers' | 'statuses'> {
  const said = { country: new Array<string>(), number: new Array<string>(), status: new Array<string>() };
  const list: readonly unknown[] = value === undefined ? [] : listIn(value, path, propertiesMax);
  for (const [i, entry] of list.entries()) {
    const { pid, v } = objectIn(entry, `${path}[${i}]`, 'must be an object with pid and v');
    const asks = typeof pid === 'string' ? propertyOf(pid)?.asks : undefined;
    if (asks === undefined) {
      const allowed = PROPERTIES.filter((property) => property.asks !== undefined).map(({ id }) => id);
      throw invalidParameter(`${path}[${i}].pid`, `must be one of ${allowed.join(', ')}`, shownValue(pid));
    }
    const values: readonly unknown[] = Array.isArray(v) ? listIn(v, `${path}[${i}].v`, valuesMax) : [v];
    for (const one of values) said[asks].push(readValue(one, `${path}[${i}].v`));
  }
  // Meaningless values are ignored: a blank cell is sent as an empty text.
  const countries = said.country.map(countryOf).filter((country) => country !== undefined);
  const numbers = [...new Set(said.number.filter((one) => foldNumber(one) !== ''))];
  if (numbers.length > numbersMax)
    throw invalidParameter(path, `must have at most ${numbersMax} numbers, and has ${numbers.length}`);
  return { countries, numbers, statuses: said.status };
}

/** A text, a number, a truth or an entity, as text. */
function readValue(value: unknown, path: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
    return readValue('name' in value ? value.name : value.id, path);
  throw invalidParameter(path, 'must be a text, a number, a truth or an entity', shownValue(value));
}

function readExtension(text: string): Request {
  const { ids, properties } = objectIn(parsed('extend', text), 'extend', 'must be an object with ids and properties');
  const wanted = listIn(properties, 'extend.properties', propertiesMax).map((entry, i) => {
    const { id } = objectIn(entry, `extend.properties[${i}]`, 'must be an object with an id');
    const property = typeof id === 'string' ? propertyOf(id) : undefined;
    if (property !== undefined) return property;
    const allowed = PROPERTIES.map((one) => one.id).join(', ');
    throw invalidParameter(`extend.properties[${i}].id`, `must be one of ${allowed}`, shownValue(id));
  });
  const companies = listIn(ids, 'extend.ids', idsMax).map((id, i) => {
    if (typeof id === 'string' && id.length <= queryCharsMax) return id;
    throw invalidParameter(`extend.ids[${i}]`, 'must be the ID of a company', shownValue(id));
  });
  return { kind: 'extend', ids: companies, properties: wanted };
}

/** The parameters of a suggestion. */
export function readSuggestion(target: string): { readonly prefix: string; readonly cursor: number } {
  const { prefix, cursor = '0' } = readQuery(target, ['prefix', 'cursor']);
  if (prefix === undefined) throw invalidParameter('prefix', 'is required and missing');
  return { prefix: textOf(prefix), cursor: wholeNumber('cursor', cursor, 0, cursorMax) };
}

/** The parameters of a proposal. */
export function readProposal(target: string): { readonly type?: string; readonly limit?: number } {
  const { type, limit } = readQuery(target, ['type', 'limit']);
  return {
    // Where somebody chose no type, OpenRefine names it so.
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
    // The messages of the engine differ from version to version, and quote what may be secret.
    throw invalidParameter(name, 'must be JSON', text);
  }
}

function objectIn(value: unknown, path: string, rule: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidParameter(path, rule, shownValue(value));
}

function listIn(value: unknown, path: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidParameter(path, 'must be a list', shownValue(value));
  if (value.length <= most) return value;
  throw invalidParameter(path, `must have at most ${most} entries, and has ${value.length}`);
}
