import {
  IDENTIFIER_SCHEMES,
  codePointCount,
  collapseWhiteSpace,
  foldNumber,
  quoteValue,
  type CompanyIdentifier,
} from '../../src/model/index.ts';
import { ProblemError, invalidParameter, readCountry, readQuery } from '../../src/operations/index.ts';
import { jsonBody, parseObject, refuseUnknown, shownValue } from '../../src/server/index.ts';
import { LOOKUP_LIMITS } from './declaration.ts';

/** One validated number to look up. */
export interface Lookup {
  /** The number, with white space collapsed. */
  readonly value: string;
  readonly scheme: CompanyIdentifier['scheme'] | undefined;
  /** ISO 3166-1 alpha-2 in upper case. */
  readonly country: string | undefined;
}

const { valueCharsMax, batchMax } = LOOKUP_LIMITS;
const FIELDS: readonly string[] = ['value', 'scheme', 'country'];

/** Reads the parameters of a single look-up. Throws a {@linkcode ProblemError} that names the first invalid parameter. */
export function readLookup(value: string | undefined, target: string): Lookup {
  return checked({ value, ...readQuery(target, ['scheme', 'country']) }, '');
}

/** Reads a batch. Throws a {@linkcode ProblemError} that names the first invalid field. */
export function readBatch(body: Uint8Array): Lookup[] {
  const parsed = jsonBody(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const detail = `The body of the request must be an object, got ${quoteValue(shownValue(parsed))}`;
    throw new ProblemError('invalid_request', detail);
  }
  refuseUnknown(parsed, '', ['identifiers']);
  const { identifiers } = parsed as { readonly identifiers?: unknown };
  if (!Array.isArray(identifiers))
    throw invalidParameter('identifiers', 'must be a list of objects with a value', shownValue(identifiers));
  if (identifiers.length === 0 || identifiers.length > batchMax)
    throw invalidParameter('identifiers', `must have 1 to ${batchMax} entries, and has ${identifiers.length}`);
  return identifiers.map((entry: unknown, i) => {
    const path = `identifiers[${i}]`;
    const fields = parseObject(entry, path, 'must be an object with a value');
    refuseUnknown(fields, `${path}.`, FIELDS);
    return checked(fields, `${path}.`);
  });
}

/** @param path the prefix of field names in messages */
function checked({ value, scheme, country }: Readonly<Record<string, unknown>>, path: string): Lookup {
  return {
    value: readValue(value, `${path}value`),
    scheme: readScheme(scheme, `${path}scheme`),
    country: readCountry(shownValue(country), `${path}country`),
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

function readScheme(scheme: unknown, name: string): Lookup['scheme'] {
  const known = IDENTIFIER_SCHEMES.find((one) => one === scheme);
  if (known === undefined && scheme !== undefined)
    throw invalidParameter(name, `must be one of ${IDENTIFIER_SCHEMES.join(', ')}`, shownValue(scheme));
  return known;
}
