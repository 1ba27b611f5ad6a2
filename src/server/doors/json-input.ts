import { ProblemError, invalidParameter } from '../../operations/index.ts';

/** Maximum length of a field name that a message repeats, in characters. */
const NAME_CHARS_MAX = 40;

/** Parses a body in JSON. Throws a {@linkcode ProblemError} for any other body. */
export function jsonBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The messages of the engine differ between versions, and quote text that may be secret.
    throw new ProblemError('invalid_request', 'The body of the request must be JSON in UTF-8');
  }
}

/** Returns a value of a body for a message. A nested value may be too deep to be serialised again. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  return JSON.stringify(value);
}

/** Returns the name of a field for a message. */
export function shownName(name: string): string {
  return name.length > NAME_CHARS_MAX ? `${name.slice(0, NAME_CHARS_MAX)}…` : name;
}

/** Returns the fields of an object in a body. Throws a {@linkcode ProblemError} that says `rule` for any other value. */
export function parseObject(value: unknown, path: string, rule: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidParameter(path, rule, shownValue(value));
}

/** Throws a {@linkcode ProblemError} for the first field that is not allowed. `path` ends with a full stop, or is empty. */
export function refuseUnknown(fields: object, path: string, allowed: readonly string[]): void {
  const unknown = Object.keys(fields).find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    throw invalidParameter(path + shownName(unknown), `is unknown: allowed are ${allowed.join(', ')}`);
}
