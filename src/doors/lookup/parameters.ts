import { LOOKUP_LIMITS } from '../../contract/index.ts';
import {
  IDENTIFIER_SCHEMES,
  codePointCount,
  collapseWhiteSpace,
  foldNumber,
  quoteValue,
  type CompanyIdentifier,
} from '../../model/index.ts';
import { ProblemError, invalidParameter, readQuery } from '../../server/index.ts';

/** One number to look up, checked. */
export interface Asked {
  /** With white space collapsed. */
  readonly value: string;
  readonly scheme: CompanyIdentifier['scheme'] | undefined;
  /** ISO 3166-1 alpha-2 in upper case. */
  readonly country: string | undefined;
}

const { valueCharsMax, batchMax } = LOOKUP_LIMITS;
const COUNTRY = /^[A-Za-z]{2}$/;

/** Reads the parameters of one look-up. Throws a {@linkcode ProblemError} that names the first wrong one. */
export function readAsked(value: string | undefined, target: string): Asked {
  const { scheme, country } = readQuery(target, ['scheme', 'country']);
  return checked({ value, scheme, country }, '');
}

const FIELDS: readonly string[] = ['value', 'scheme', 'country'];

/** Reads a batch. Throws a {@linkcode ProblemError} that names the first wrong field. */
export function readBatch(body: Uint8Array): Asked[] {
  const { identifiers, ...others } = objectIn(parsed(body), '');
  refuseUnknown(others, '', ['identifiers']);
  if (!Array.isArray(identifiers))
    throw invalidParameter('identifiers', 'must be a list of objects with a value', shown(identifiers));
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

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The messages of the engine differ from version to version, and quote what may be secret.
    throw new ProblemError('invalid_request', 'The body of the request must be JSON in UTF-8');
  }
}

function objectIn(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  if (path !== '') throw invalidParameter(path, 'must be an object with a value', shown(value));
  throw new ProblemError(
    'invalid_request',
    `The body of the request must be an object, got ${quoteValue(shown(value))}`,
  );
}

function refuseUnknown(others: Readonly<Record<string, unknown>>, path: string, allowed: readonly string[]): void {
  const [unknown] = Object.keys(others);
  if (unknown === undefined) return;
  const name = unknown.length > 40 ? `${unknown.slice(0, 40)}…` : unknown;
  throw invalidParameter(path + name, `is unknown: allowed are ${allowed.join(', ')}`);
}

/** @param path what stands before the names of the fields in messages */
function checked(given: Readonly<Record<'value' | 'scheme' | 'country', unknown>>, path: string): Asked {
  return {
    value: readValue(given.value, `${path}value`),
    scheme: readScheme(given.scheme, `${path}scheme`),
    country: readCountry(given.country, `${path}country`),
  };
}

function readValue(value: unknown, name: string): string {
  if (value === undefined) throw invalidParameter(name, 'is required and missing');
  const rule = `must hold 1 to ${valueCharsMax} characters, among them a letter or a digit`;
  if (typeof value !== 'string' || !value.isWellFormed()) throw invalidParameter(name, rule, shown(value));
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
    throw invalidParameter(name, `must be one of ${IDENTIFIER_SCHEMES.join(', ')}`, shown(scheme));
  return known;
}

function readCountry(country: unknown, name: string): string | undefined {
  if (country === undefined) return undefined;
  if (typeof country === 'string' && COUNTRY.test(country)) return country.toUpperCase();
  throw invalidParameter(name, 'must be an ISO 3166-1 alpha-2 code', shown(country));
}

/** A value of the body as a message quotes it. What is nested may be too deep to be written again. */
function shown(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (Array.isArray(value)) return '[…]';
  return typeof value === 'object' && value !== null ? '{…}' : JSON.stringify(value);
}
