import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { COMPANY_ID_PATTERN } from './company-id.ts';
import { COUNTRY_CODE_PATTERN, COUNTRY_SCOPE_PATTERN } from './countries/countries.ts';
import { foldNumber } from './folding/rules.ts';
import { compileCheck } from './line-check.ts';
import { quoteValue } from './quote-value.ts';
import {
  CompanyClassification,
  CompanyIdentifier,
  CompanyLifecycle,
  WEB_ADDRESS_PATTERN,
  detailFields,
  officerFields,
  profileFields,
  closedObject,
} from './resources.ts';
import { OFFICER_KINDS } from './vocabulary.ts';

/** An officer as a register line carries it: the API's Officer without `object`, and a kind, which is stored and not served. */
export const LineOfficer = closedObject({
  ...officerFields,
  kind: Type.Optional(Type.Enum([...OFFICER_KINDS], { type: 'string' })),
});
export type LineOfficer = Static<typeof LineOfficer>;

/** A register (`a`–`z`, `0`–`9`, `-`), a colon and the register's own key. */
const KEY_PATTERN = '^[a-z0-9][a-z0-9-]*:[\\s\\S]+$';

const REGISTER_PATTERN = '^[a-z0-9][a-z0-9-]*$';

/** The code of a registration authority, such as `RA000497`. */
const AUTHORITY_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$';

/** One company as one register publishes it. docs/register-line.md specifies the format. */
export const RegisterLine = closedObject({
  id: Type.Optional(Type.String({ pattern: COMPANY_ID_PATTERN })),
  key: Type.Optional(Type.String({ pattern: KEY_PATTERN })),
  register: Type.Optional(Type.String({ pattern: REGISTER_PATTERN })),
  index: Type.Optional(Type.Boolean()),
  authority: Type.Optional(Type.String({ pattern: AUTHORITY_PATTERN })),
  adds_to: Type.Optional(Type.String({ pattern: REGISTER_PATTERN })),
  withholds_officers: Type.Optional(Type.Boolean()),
  ...profileFields,
  ...detailFields,
  identifiers: Type.Optional(Type.Array(CompanyIdentifier)),
  number_forms: Type.Optional(Type.Array(Type.String())),
  classifications: Type.Optional(Type.Array(CompanyClassification)),
  officers: Type.Optional(Type.Array(LineOfficer)),
  officers_has_more: Type.Optional(Type.Boolean()),
  lifecycle: Type.Optional(CompanyLifecycle),
});
export type RegisterLine = Static<typeof RegisterLine>;

const schema = Compile(RegisterLine);

/** Maximum length of a text in characters. Registered names have up to 500 and summaries up to 2,000: a longer text was misread. */
const TEXT_CHARS_MAX = 4000;

/**
 * Maximum number of entries of a list, by field. Companies have a handful of each, the largest partnerships some thousands of officers. A
 * longer list is an importer's mistake: it put many companies into one line.
 */
const LIST_ITEMS_MAX: ReadonlyMap<string, number> = new Map([
  ['identifiers', 100],
  ['number_forms', 20],
  ['lines', 10],
  ['former_names', 1000],
  ['other_names', 1000],
  ['classifications', 100],
  ['officers', 10_000],
  ['roles', 100],
  ['successor_ids', 1000],
]);

const isValid = compileCheck(RegisterLine, { textCharsMax: TEXT_CHARS_MAX, itemsMax: LIST_ITEMS_MAX });

/** The first field that makes a value an invalid register line. */
interface InvalidField {
  /** A path such as `officers[2].name`; empty if the whole line is invalid. */
  readonly field: string;
  /** The allowed values and the value found, to be read after the field. */
  readonly reason: string;
}

/** Checks a parsed JSON value. Returns undefined for a {@linkcode RegisterLine}, else its first invalid field. */
export function firstInvalidField(value: unknown): InvalidField | undefined {
  const invalid = isValid(value) ? undefined : (invalidBySchema(value) ?? invalidBySize(value));
  if (invalid !== undefined) return invalid;
  const line = value as RegisterLine;
  return invalidLifecycle(line) ?? invalidIdentity(line) ?? invalidForms(line) ?? invalidAddition(line);
}

/** The allowed values in words, by the type, format or pattern that the schema requires. */
const ALLOWED: ReadonlyMap<unknown, string> = new Map([
  ['object', 'an object'],
  ['array', 'an array'],
  ['string', 'a string'],
  ['boolean', 'true or false'],
  ['date', 'a calendar day such as 2026-11-20'],
  ['date-time', 'a point in time with a zone, such as 2026-11-20T04:00:00Z'],
  ['uri', 'an address such as https://example.org/'],
  [WEB_ADDRESS_PATTERN, 'an address that begins with http:// or https://'],
  [COMPANY_ID_PATTERN, 'a company ID: co_, a digit 0-7 and 25 characters 0-9 a-z without i, l, o, u'],
  [KEY_PATTERN, 'a register, a colon and its key, such as ro-onrc:J40/1/2020'],
  [REGISTER_PATTERN, 'the id of a register, such as ro-onrc'],
  [AUTHORITY_PATTERN, 'the code of a registration authority, such as RA000497'],
  [COUNTRY_CODE_PATTERN, 'two capital letters, such as FI'],
  [COUNTRY_SCOPE_PATTERN, 'a country such as FI or a part of one such as DE-BY'],
]);

function invalidBySchema(value: unknown): InvalidField | undefined {
  const errors = schema.Errors(value);
  // The keyword that caused the error is clearer than the general "schema is false".
  const error = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0];
  if (error === undefined) return undefined;
  const params: Record<string, unknown> = { ...error.params };
  const { additionalProperties: unknown, requiredProperties: missing } = params;
  const field = fieldPath(error.instancePath);
  if (Array.isArray(unknown))
    return { field: joinField(field, String(unknown[0])), reason: 'is not a field of the register line' };
  if (Array.isArray(missing)) return { field: joinField(field, String(missing[0])), reason: 'is required and missing' };
  const found = quoteValue(valueAt(value, error.instancePath));
  return { field, reason: `${describeRule(error.keyword, params) ?? error.message}, got ${found}` };
}

function describeRule(keyword: string, params: Record<string, unknown>): string | undefined {
  if (keyword === 'minLength' || keyword === 'minItems') return 'must not be empty';
  const { allowedValues: values } = params;
  const words = ALLOWED.get(params['pattern'] ?? params['format'] ?? params['type']);
  const allowed = Array.isArray(values) ? `one of ${values.join(', ')}` : words;
  return allowed && `must be ${allowed}`;
}

/** Converts a JSON pointer to a path as people write it: `/officers/2/name` to `officers[2].name`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : joinField(path, step)), '');
}

function joinField(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}.${name}`;
}

function valueAt(value: unknown, pointer: string): unknown {
  let at: unknown = value;
  for (const step of pointer.split('/').slice(1)) {
    at = typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined;
  }
  return at;
}

/** Finds the first text or list that is too long. `name` is the field that holds the value. */
function invalidBySize(value: unknown, name = ''): InvalidField | undefined {
  if (typeof value === 'string') return invalidText(value);
  if (Array.isArray(value)) {
    const itemsMax = LIST_ITEMS_MAX.get(name) ?? Infinity;
    if (value.length > itemsMax) {
      return { field: '', reason: `must have at most ${itemsMax} entries, got ${value.length}` };
    }
    for (let i = 0; i < value.length; i++) {
      const invalid = invalidBySize(value[i]);
      if (invalid !== undefined) return within(`[${i}]`, invalid);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      const invalid = invalidBySize(Reflect.get(value, key), key);
      if (invalid !== undefined) return within(key, invalid);
    }
  }
  return undefined;
}

function invalidText(text: string): InvalidField | undefined {
  if (text.length > TEXT_CHARS_MAX) {
    return { field: '', reason: `must have at most ${TEXT_CHARS_MAX} characters, got ${text.length}` };
  }
  if (text.isWellFormed()) return undefined;
  return { field: '', reason: `must be Unicode text, got a half surrogate pair in ${quoteValue(text)}` };
}

/** Puts one step in front of the path of an invalid field. */
function within(step: string, { field, reason }: InvalidField): InvalidField {
  return { field: field.startsWith('[') ? step + field : joinField(step, field), reason };
}

function invalidLifecycle(line: RegisterLine): InvalidField | undefined {
  const { lifecycle } = line;
  if (lifecycle === undefined) return undefined;
  const { status, canonical_id: canonical, successor_ids: successors } = lifecycle;
  if (status === 'redirected' && canonical === undefined) {
    return { field: 'lifecycle.canonical_id', reason: 'is required where the status is "redirected"' };
  }
  if (status !== 'redirected' && canonical !== undefined) {
    return { field: 'lifecycle.canonical_id', reason: `is not allowed where the status is "${status}"` };
  }
  if (status === 'split' && (successors === undefined || successors.length === 0)) {
    return { field: 'lifecycle.successor_ids', reason: 'needs at least one id where the status is "split"' };
  }
  if (status !== 'split' && successors !== undefined) {
    return { field: 'lifecycle.successor_ids', reason: `is not allowed where the status is "${status}"` };
  }
  return undefined;
}

/** Maximum length of an identifier in characters: the longest registry numbers have some 40, and a longer text is something else. */
const IDENTIFIER_CHARS_MAX = 256;

function invalidIdentity(line: RegisterLine): InvalidField | undefined {
  const identifiers = line.identifiers ?? [];
  for (const [i, { value }] of identifiers.entries()) {
    const reason = invalidNumber(value);
    if (reason !== undefined) return { field: `identifiers[${i}].value`, reason };
  }
  if (line.name !== undefined && line.name.trim() === '')
    return { field: 'name', reason: `must not be blank, got ${quoteValue(line.name)}` };
  if (line.id === undefined && line.key === undefined && identifiers.length === 0) {
    return { field: 'identifiers', reason: 'is empty: a line needs an id, a key or at least one identifier' };
  }
  return undefined;
}

/** Returns the reason why a text is neither an identifier nor a form of one; undefined if it may be one. */
function invalidNumber(value: string): string | undefined {
  if (value.length > IDENTIFIER_CHARS_MAX)
    return `must have at most ${IDENTIFIER_CHARS_MAX} characters, got ${value.length}`;
  if (/[0-9A-Z]/.test(value)) return undefined;
  return foldNumber(value) === '' ? `must contain a letter or a digit, got ${quoteValue(value)}` : undefined;
}

/** `number_forms` are other forms of a number of the line, in the scope of that number: the line must have a number, and only one scope. */
function invalidForms({ number_forms: forms = [], euid, identifiers = [] }: RegisterLine): InvalidField | undefined {
  const written = forms.map((form, i): [string, string] => [`number_forms[${i}]`, form]);
  if (euid !== undefined) written.push(['euid', euid]);
  for (const [field, form] of written) {
    const reason = invalidNumber(form);
    if (reason !== undefined) return { field, reason };
  }
  if (written.length === 0) return undefined;
  const numbers = identifiers.filter(({ scheme }) => scheme === 'national_registry_number');
  const scopes = new Set(numbers.map(({ country_scope: scope }) => scope));
  if (scopes.size === 1) return undefined;
  const found = scopes.size === 0 ? 'none' : [...scopes].map((scope) => scope ?? 'no scope').join(', ');
  const reason = `needs a national_registry_number on the line, and all of them in one country_scope, got ${found}`;
  return { field: euid === undefined ? 'number_forms' : 'euid', reason };
}

/** The fields of a line with `adds_to`, which lists officers of a company that another register has. */
const ADDITION_FIELDS: ReadonlySet<string> = new Set([
  'register',
  'adds_to',
  'identifiers',
  'officers',
  'officers_has_more',
  'as_of_date',
]);

/** Checks a line that adds to a register. It has one number, so that it never joins two companies, and no field that creates a company. */
function invalidAddition(line: RegisterLine): InvalidField | undefined {
  if (line.adds_to === undefined) return undefined;
  const other = Object.keys(line).find((field) => !ADDITION_FIELDS.has(field));
  if (other !== undefined) return { field: other, reason: 'is not allowed on a line with adds_to' };
  const [number, ...more] = line.identifiers ?? [];
  if (number?.scheme === 'national_registry_number' && more.length === 0) return undefined;
  return { field: 'identifiers', reason: 'must be one national_registry_number on a line with adds_to' };
}
