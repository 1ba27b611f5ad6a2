/** Converts OpenAPI documents of version 3.2 to older versions, for generators that do not read version 3.2. */

/** A JSON value under construction. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The versions in which every OpenAPI document is served, by the name of the file. */
export const OPENAPI_FILES = {
  'openapi.json': '3.2.0',
  'openapi-3.1.json': '3.1.1',
  'openapi-3.0.json': '3.0.3',
} as const;

export type OpenApiFile = keyof typeof OPENAPI_FILES;

type JsonObject = Readonly<Record<string, Json>>;

/** Fields whose values are data, not parts of the document. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'x-limits']);

/** The keywords with the same meaning in OpenAPI 3.0 and JSON Schema 2020-12, except those that contain schemas. */
const SAME_KEYWORDS = new Set(
  [
    ['$ref', 'type', 'format', 'description', 'default', 'enum', 'required', 'pattern', 'minLength', 'maxLength'],
    ['minimum', 'maximum', 'minItems', 'maxItems', 'uniqueItems'],
  ].flat(),
);

/**
 * Converts a document to the version of a file. Throws an Error for a schema that version 3.0 cannot express: add a case here, or write the
 * schema in another way.
 * @param document uses nothing that only version 3.2 has, so version 3.1 differs only in its number
 */
export function inVersion(document: Json, file: OpenApiFile): Json {
  const version = OPENAPI_FILES[file];
  const { info, ...rest } = document as JsonObject;
  if (version !== '3.0.3') return { ...rest, openapi: version, info: info ?? null };
  return { ...(olderParts(rest) as JsonObject), openapi: version, info: olderInfo(info as JsonObject) };
}

/** Version 3.0 has no summary of a document, and names a license by an address. */
function olderInfo({ summary, description, license, ...rest }: JsonObject): Json {
  const { name, identifier } = license as { readonly name: string; readonly identifier: string };
  return {
    ...rest,
    description: `${summary as string}\n\n${description as string}`,
    license: { name, url: `https://spdx.org/licenses/${identifier}.html` },
  };
}

function olderParts(value: Json): Json {
  if (Array.isArray(value)) return value.map(olderParts);
  return isObject(value) ? mapped(value, olderPart) : value;
}

function olderPart(part: Json, name: string): Json {
  if (DATA.has(name)) return part;
  if (name === 'schema') return olderSchema(part, 'a schema');
  if (name === 'schemas') return mapped(part as JsonObject, olderSchema);
  return olderParts(part);
}

/** @param path of the schema, for messages */
function olderSchema(schema: Json, path: string): Json {
  if (!isObject(schema)) return schema;
  const parts = Object.entries(schema).flatMap(([keyword, value]) =>
    Object.entries(olderKeyword(keyword, value, schema, path)),
  );
  return Object.fromEntries(parts);
}

/** Returns the keywords of version 3.0 that replace a keyword of version 3.2. */
function olderKeyword(keyword: string, value: Json, schema: JsonObject, path: string): JsonObject {
  if (keyword === 'type' && Array.isArray(value)) {
    const [type = null, ...others] = value.filter((one: Json) => one !== 'null') as Json[];
    if (others.length > 0) throw inexpressible(path, `the types ${JSON.stringify(value)}`);
    return { type, nullable: true };
  }
  if (keyword === '$ref' && Object.keys(schema).length > 1) throw inexpressible(path, 'keywords beside "$ref"');
  if (SAME_KEYWORDS.has(keyword)) return { [keyword]: value };
  if (keyword === 'items') return { items: olderSchema(value, `${path}[]`) };
  if (keyword === 'properties')
    return { properties: mapped(value as JsonObject, (one, name) => olderSchema(one, `${path}.${name}`)) };
  if (keyword === 'additionalProperties') return { additionalProperties: olderSchema(value, `${path}.*`) };
  if (keyword === 'anyOf') return { anyOf: olderChoices(value as readonly Json[], path) };
  throw inexpressible(path, `the keyword "${keyword}"`);
}

/** Version 3.0 has no type for null: each of the other choices becomes nullable. */
function olderChoices(choices: readonly Json[], path: string): readonly Json[] {
  const others = choices.filter((choice) => !isObject(choice) || choice['type'] !== 'null');
  if (others.length === choices.length) return choices.map((choice) => olderSchema(choice, path));
  return others.map((choice) => orNull(choice, path));
}

function orNull(choice: Json, path: string): Json {
  if (isObject(choice) && typeof choice['type'] === 'string')
    return olderSchema({ ...choice, type: [choice['type'], 'null'] }, path);
  throw inexpressible(path, 'null beside a choice without a type');
}

function inexpressible(path: string, what: string): Error {
  return new Error(`Cannot write ${path} as OpenAPI 3.0: it cannot express ${what}`);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapped(parts: JsonObject, write: (part: Json, name: string) => Json): Json {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, write(part, name)]));
}
