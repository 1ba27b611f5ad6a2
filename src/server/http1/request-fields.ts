/** The header fields of a request that the service reads; undefined where the request has none. */
export interface RequestFields {
  host: string | undefined;
  forwardedFor: string | undefined;
  ifNoneMatch: string | undefined;
}

/** No field yet. */
export function noFields(): RequestFields {
  return { host: undefined, forwardedFor: undefined, ifNoneMatch: undefined };
}

/**
 * Finds the fields in what Node read: name, value, name, value. Node's own object of all fields costs more than the rest of reading a
 * request.
 */
export function readFields(raw: readonly string[]): RequestFields {
  const fields = noFields();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const field = fieldNamed(name, 0, name.length);
    if (field !== undefined) addField(fields, field, raw[i + 1] ?? '');
  }
  return fields;
}

/** Adds a field of a request. Several of one name are one value, joined by commas (RFC 9110, section 5.3). */
export function addField(fields: RequestFields, field: keyof RequestFields, value: string): void {
  const before = fields[field];
  fields[field] = before === undefined ? value : `${before}, ${value}`;
}

/** The field whose name, in any letters, stands in a text from `start` to `end`; undefined where it is another one. */
export function fieldNamed(text: string, start: number, end: number): keyof RequestFields | undefined {
  const field = FIELD_OF_LENGTH[end - start];
  return field !== undefined && isNamed(text, start, NAMES[field]) ? field : undefined;
}

const NAMES: Readonly<Record<keyof RequestFields, string>> = {
  host: 'host',
  forwardedFor: 'x-forwarded-for',
  ifNoneMatch: 'if-none-match',
};

/** Their lengths tell them apart. */
const FIELD_OF_LENGTH: readonly (keyof RequestFields | undefined)[] = Array.from({ length: 32 }, (_, length) =>
  (Object.keys(NAMES) as (keyof RequestFields)[]).find((field) => NAMES[field].length === length),
);

/** What letters differ by from their capitals. */
const SMALL = 0x20;

/** Whether a text goes on with a name of small letters and hyphens, in any letters. A control character passes for a hyphen, but is in no name. */
function isNamed(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    if ((text.charCodeAt(start + i) | SMALL) !== name.charCodeAt(i)) return false;
  }
  return true;
}
