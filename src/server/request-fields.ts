/** The header fields of a request that the service reads; undefined where the request has none. */
export interface RequestFields {
  host: string | undefined;
  forwardedFor: string | undefined;
  ifNoneMatch: string | undefined;
}

/**
 * Finds the fields in what Node read: name, value, name, value. Several of one name are one value, joined by commas (RFC 9110,
 * section 5.3). Node's own object of all fields costs more than the rest of reading a request; names are told by their
 * lengths first.
 */
export function readFields(raw: readonly string[]): RequestFields {
  const fields: RequestFields = { host: undefined, forwardedFor: undefined, ifNoneMatch: undefined };
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    const field = FIELD_OF_LENGTH[name.length];
    if (field === undefined || !isNamed(name, NAMES[field])) continue;
    const before = fields[field];
    const value = raw[i + 1] ?? '';
    fields[field] = before === undefined ? value : `${before}, ${value}`;
  }
  return fields;
}

const NAMES: Readonly<Record<keyof RequestFields, string>> = {
  host: 'host',
  forwardedFor: 'x-forwarded-for',
  ifNoneMatch: 'if-none-match',
};

const FIELD_OF_LENGTH: readonly (keyof RequestFields | undefined)[] = Array.from({ length: 32 }, (_, length) =>
  (Object.keys(NAMES) as (keyof RequestFields)[]).find((field) => NAMES[field].length === length),
);

function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.toLowerCase() === wanted;
}
