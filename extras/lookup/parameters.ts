import { LOOKUP_LIMITS } from './declaration.ts';
import {
  IDENTIFIER_SCHEMES,
  codePointCount,
  collapseWhiteSpace,
  foldNumber,
  quoteValue,
  type CompanyIdentifier,
} from '../../src/model/index.ts';
import { ProblemError, invalidParameter, readCountry, readQuery } from '../../src/operations/index.ts';
import { jsonBody, shownName, shownValue } from '../../src/server/index.ts';

/** One number to look up, checked. */
export interface Asked {
  /** With white space collapsed. */
  readonly value: string;
  readonly scheme: CompanyIdentifier['scheme'] | undefined;
  /** ISO 3166-1 alpha-2 in upper case. */
  readonly country: string | undefined;
}

const { valueCharsMax, batchMax } = LOOKUP_LIMITS;

/** Reads the parameters of one look-up. Throws a {@linkcode ProblemError} that names the first wrong one. */
export function readAsked(value: string | undefined, target: string): Asked {
  const { scheme, country } = readQuery(target, ['scheme', 'country']);
  return checked({ value, scheme, country }, '');
}

const FIELDS: readonly string[] = ['value', 'scheme', 'country'];

/** Reads a batch. Throws a {@linkcode ProblemError} that names the first wrong field. */
export function readBatch(body: Uint8Array): Asked[] {
  const { identifiers, ...others } = objectIn(jsonBody(body), '');
  refuseUnknown(others, '', ['identifiers']);
  if (!Array.isArray(identifiers))
    throw invalidParameter('identifiers', 'must be a list of objects with a value', shownValue(identifiers));
  const list: readonly unknown[] = identifiers;
  if (list.length === 0 || list.length > batchMax)
    throw invalidParameter('identifiers', `must have 1 to ${batchMax} entries, and has ${list.length}`);
  return list.map((entry, i) => {
    const path = `identifiers[${i}]`;
    const fields = objectIn(entry, path);
    const { value, scheme, country, ...unknown } = fields;
    refuseUnknown(unknown, `${path}.`, FIELDS);
    return checked({ value, scheme, country }, `${path}.`);
  });
}

function objectIn(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  if (path !== '') throw invalidParameter(path, 'must be an object with a value', shownValue(value));
  throw new ProblemError(
    'invalid_request',
    `The body of the request must be an object, got ${quoteValue(shownValue(value))}`,
  );
}

function refuseUnknown(others: Readonly<Record<string, unknown>>, path: string, allowed: readonly string[]): void {
  const [unknown] = Object.keys(others);
  if (unknown === undefined) return;
  throw invalidParameter(path + shownName(unknown), `is unknown: allowed are ${allowed.join(', ')}`);
}

/** @param path the prefix of field names in messages */
function checked(given: Readonly<Record<'value' | 'scheme' | 'country', unknown>>, path: string): Asked {
  return {
    value: readValue(given.value, `${path}value`),
    scheme: readScheme(given.scheme, `${path}scheme`),
    country: readCountry(shownValue(given.country), `${path}country`),
  };
}

function readValue(value: unknown, name: string): string {
  if (value === undefined) throw invalidParameter(name, 'is required and missing');
  const rule = `must hold 1 to ${valueCharsMax} characters, among them a letter or a digit`;
  if (typeof value !== 'string') throw invalidParameter(name, 'must be a text, a number in quotes', shownValue(value));
  if (!value.isWellFormed()) throw invalidParameter(name, rule, value);
  const text = collapseWhiteSpace(value);
  const count = codePointCount(text);
  if (count > valueCharsMax) throw invalidParameter(name, `${rule} (it holds ${count})`, value);
  if (foldNumber(text) === '') throw invalidParameter(name, rule, value);
  return text;
}

function readScheme(scheme: unknown, name: string): Asked['scheme'] {
  if (scheme === undefined) return undefined;
  const known = IDENTIFIER_SCHEMES.find((one) => one === scheme);
  if (known === undefined)
    throw invalidParameter(name, `must be one of ${IDENTIFIER_SCHEMES.join(', ')}`, shownValue(scheme));
  return known;
}
