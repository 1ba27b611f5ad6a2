/** Checks of JSON objects that have only known fields. */
import { isDay, isInstant, quoteValue } from '../../src/model/index.ts';

type IsAllowed = (value: unknown) => boolean;

/** The allowed fields of an object, each with its check. */
export type Fields = Readonly<Record<string, IsAllowed>>;

/** Makes the error for a reason. */
export type Refuse = (reason: string) => Error;

export const isText =
  (pattern: RegExp): IsAllowed =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
export const isObject: IsAllowed = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isCount: IsAllowed = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const isPositive: IsAllowed = (value) => isCount(value) && value !== 0;
export const isUtcTime: IsAllowed = (value) => typeof value === 'string' && isInstant(value);
const isTimeText = isText(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/);
/** RFC 3339 with a time zone. */
export const isTime: IsAllowed = (value) =>
  isTimeText(value) && isDay(String(value).slice(0, 10)) && !Number.isNaN(Date.parse(String(value)));
export const isDigest = isText(/^[0-9a-f]{64}$/);
export const isKeyId = isText(/^[0-9a-f]{16}$/);
export const isSignature = isText(/^[A-Za-z0-9_-]{86}$/);

/** Parses a JSON object. `where` names it in messages. @throws the error of `refuse` */
export function parseObject(text: string, where: string, refuse: Refuse): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(`${where} is not JSON`);
  }
  if (!isObject(value)) throw refuse(`${where} is not a JSON object`);
  return value as object;
}

/** Checks the version of a format in the field `name`. @throws the error of `refuse` */
export function checkVersion(object: object, name: string, version: number, refuse: Refuse): void {
  const given = new Map<string, unknown>(Object.entries(object)).get(name);
  if (given !== version) throw refuse(`it has format ${quoteValue(given)}; this program reads format ${version}`);
}

/** Checks all fields of an object, and refuses unknown ones. @throws the error of `refuse` */
export function checkFields(object: object, fields: Fields, where: string, refuse: Refuse): void {
  const values = new Map<string, unknown>(Object.entries(object));
  for (const [name, isAllowed] of Object.entries(fields))
    if (!isAllowed(values.get(name)))
      throw refuse(`in ${where}, "${name}" is ${quoteValue(values.get(name))}, which is not allowed`);
  for (const name of values.keys())
    if (!Object.hasOwn(fields, name)) throw refuse(`${where} has the unknown field ${quoteValue(name)}`);
}
