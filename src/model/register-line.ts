import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { COMPANY_ID_PATTERN } from './company-id.ts';
import { foldNumber } from './folding.ts';
import { quoteValue } from './quote-value.ts';
import {
  CompanyClassification,
  CompanyIdentifier,
  CompanyLifecycle,
  officerFields,
  profileFields,
} from './resources.ts';

/** An officer as a register line carries it: the API's Officer without `object`. */
export const LineOfficer = Type.Object(officerFields, { additionalProperties: false });
export type LineOfficer = Static<typeof LineOfficer>;

/**
 * One company as one register publishes it: the waist between importers and the snapshot.
 * The specification of the format is docs/register-line.md.
 */
export const RegisterLine = Type.Object(
  {
    id: Type.Optional(Type.String({ pattern: COMPANY_ID_PATTERN })),
    key: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9-]*:[\\s\\S]+$' })),
    ...profileFields,
    identifiers: Type.Optional(Type.Array(CompanyIdentifier)),
    classifications: Type.Optional(Type.Array(CompanyClassification)),
    officers: Type.Optional(Type.Array(LineOfficer)),
    officers_has_more: Type.Optional(Type.Boolean()),
    lifecycle: Type.Optional(CompanyLifecycle),
  },
  { additionalProperties: false },
);
export type RegisterLine = Static<typeof RegisterLine>;

const check = Compile(RegisterLine);

/** Why a value is not a register line: the field (a path such as `officers[2].name`) and the reason. */
export interface LineFault {
  readonly field: string;
  readonly reason: string;
}

/**
 * Checks one parsed JSON value against the register-line format. Returns undefined when it is a
 * {@linkcode RegisterLine}, else the first fault, with the offending value quoted.
 */
export function faultOfLine(value: unknown): LineFault | undefined {
  if (!check.Check(value)) return shapeFault(value);
  return boundFault(value) ?? lifecycleFault(value) ?? identityFault(value);
}

function shapeFault(value: unknown): LineFault {
  const errors = check.Errors(value);
  // The catch-all "schema is false" says less than the keyword that caused it.
  const error = errors.find((e) => e.keyword !== 'boolean') ?? errors[0];
  if (error === undefined) return { field: '', reason: 'is not a register line' };
  const params: Record<string, unknown> = { ...error.params };
  const field = fieldPath(error.instancePath);
  const unknown = params['additionalProperties'];
  if (Array.isArray(unknown)) {
    return { field: joinField(field, String(unknown[0])), reason: 'is not a field of the register line' };
  }
  const missing = params['requiredProperties'];
  if (Array.isArray(missing)) return { field: joinField(field, String(missing[0])), reason: 'is required and missing' };
  const found = error.instancePath === '' ? value : valueAt(value, error.instancePath);
  const allowed = params['allowedValues'];
  const rule = Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : error.message;
  return { field, reason: `${rule}, got ${quoteValue(found)}` };
}

/** Turns a JSON pointer into the form people write: `/officers/2/name` becomes `officers[2].name`. */
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

/** The longest registered names have some 500 characters and summaries some 2,000; beyond this a row was misread. */
const TEXT_CHARS_MAX = 4000;

/**
 * The longest lists by field. Companies have a handful of each, and the largest partnerships some thousands of
 * officers; a line beyond this is many companies glued into one by a fault of an importer, and would be answered whole.
 */
const LIST_ITEMS_MAX: ReadonlyMap<string, number> = new Map([
  ['identifiers', 100],
  ['classifications', 100],
  ['officers', 10_000],
  ['roles', 100],
  ['successor_ids', 1000],
]);

/** Finds the first text or list of a line that is longer than its bound. `name` is the field that the value is in. */
function boundFault(value: unknown, name = ''): LineFault | undefined {
  if (typeof value === 'string') return textFault(value);
  if (Array.isArray(value)) {
    const itemsMax = LIST_ITEMS_MAX.get(name) ?? Infinity;
    if (value.length > itemsMax) {
      return { field: '', reason: `must have at most ${itemsMax} entries, got ${value.length}` };
    }
    for (let i = 0; i < value.length; i++) {
      const fault = boundFault(value[i]);
      if (fault !== undefined) return within(`[${i}]`, fault);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      const fault = boundFault(Reflect.get(value, key), key);
      if (fault !== undefined) return within(key, fault);
    }
  }
  return undefined;
}

function textFault(text: string): LineFault | undefined {
  if (text.length > TEXT_CHARS_MAX) {
    return { field: '', reason: `must have at most ${TEXT_CHARS_MAX} characters, got ${text.length}` };
  }
  if (text.isWellFormed()) return undefined;
  return { field: '', reason: `must be Unicode text, got half of a surrogate pair in ${quoteValue(text)}` };
}

/** The fault as seen from one level up. The path is put together here, so that a line without faults costs none. */
function within(step: string, { field, reason }: LineFault): LineFault {
  return { field: field.startsWith('[') ? step + field : joinField(step, field), reason };
}

function lifecycleFault(line: RegisterLine): LineFault | undefined {
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

/** The longest number of any register has about 40 characters; a text beyond this is something else. */
const IDENTIFIER_CHARS_MAX = 256;

function identityFault(line: RegisterLine): LineFault | undefined {
  const identifiers = line.identifiers ?? [];
  for (const [i, { value }] of identifiers.entries()) {
    if (value.length > IDENTIFIER_CHARS_MAX) {
      const reason = `must have at most ${IDENTIFIER_CHARS_MAX} characters, got ${value.length}`;
      return { field: `identifiers[${i}].value`, reason };
    }
    if (foldNumber(value) === '') {
      return { field: `identifiers[${i}].value`, reason: `must hold a letter or a digit, got ${quoteValue(value)}` };
    }
  }
  if (line.name !== undefined && line.name.trim() === '') return { field: 'name', reason: 'must not be blank' };
  if (line.id === undefined && line.key === undefined && identifiers.length === 0) {
    return { field: 'identifiers', reason: 'is empty: a line needs an id, a key or at least one identifier' };
  }
  return undefined;
}
