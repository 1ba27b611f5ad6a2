import type { RequestFields } from '../http.ts';

/** Returns an object in which no field is set. */
export function noFields(): RequestFields {
  return { host: undefined, forwardedFor: undefined, ifNoneMatch: undefined };
}

/** Finds the fields in Node's list of names and values, which costs less than Node's object of all fields. */
export function readFields(raw: readonly string[]): RequestFields {
  const fields = noFields();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const field = fieldNamed(name, 0, name.length);
    if (field !== undefined) addField(fields, field, raw[i + 1] ?? '');
  }
  return fields;
}

/** Adds a field of a request. Several values of one name are joined by commas (RFC 9110, section 5.3). */
export function addField(fields: RequestFields, field: keyof RequestFields, value: string): void {
  const before = fields[field];
  fields[field] = before === undefined ? value : `${before}, ${value}`;
}

/** Returns the field whose name is in `text` from `start` to `end`, in either case; undefined for any other field. */
export function fieldNamed(text: string, start: number, end: number): keyof RequestFields | undefined {
  const field = FIELD_OF_LENGTH[end - start];
  return field !== undefined && isNamed(text, start, NAMES[field]) ? field : undefined;
}

const NAMES: Readonly<Record<keyof RequestFields, string>> = {
  host: 'host',
  forwardedFor: 'x-forwarded-for',
  ifNoneMatch: 'if-none-match',
};

/** The field of each length of a name: all lengths differ. */
const FIELD_OF_LENGTH: readonly (keyof RequestFields | undefined)[] = Array.from({ length: 32 }, (_, length) =>
  (Object.keys(NAMES) as (keyof RequestFields)[]).find((field) => NAMES[field].length === length),
);

/** The bit that distinguishes small letters from capitals. */
const SMALL = 0x20;

/**
 * Whether a text continues with a name of small letters and hyphens, in either case. A control character passes as a hyphen, but names
 * contain none.
 */
function isNamed(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    if ((text.charCodeAt(start + i) | SMALL) !== name.charCodeAt(i)) return false;
  }
  return true;
}
