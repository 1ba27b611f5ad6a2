/** Writes the schemas of an OpenAPI document as TypeScript. */
import { isDeepStrictEqual } from 'node:util';
import { doorDocument, openApiDocument } from '../../src/contract/document.ts';
import type { DoorDeclaration } from '../../src/contract/index.ts';
import { DETAILS_DOOR } from '../../src/details/index.ts';

/** The keywords of JSON Schema that this module reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** The fields of an OpenAPI document that this module reads. */
export interface TypedDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Facts that a document needs; the types do not depend on them. */
const FACTS = { baseUrl: 'https://example.org', siteUrl: 'https://example.org', dataProvider: 'Example' };

/** Returns the OpenAPI document of the operations, or of a door. */
export async function createDocument(door?: DoorDeclaration): Promise<TypedDocument> {
  const document = door === undefined ? openApiDocument(FACTS) : await doorDocument(FACTS, door);
  return document as unknown as TypedDocument;
}

/** Keywords that become part of a type, and keywords that no TypeScript type can express. */
const SUPPORTED_KEYWORDS = new Set(
  [
    ['$ref', 'type', 'description', 'enum', 'items', 'properties', 'required', 'additionalProperties'],
    ['pattern', 'format', 'default', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'uniqueItems'],
  ].flat(),
);

/** Returns the TypeScript modules with the types of the service and of its details, by file name. */
export async function contractTypes(): Promise<ReadonlyMap<string, string>> {
  const [contract, details] = [await createDocument(), await createDocument(DETAILS_DOOR.declaration)];
  return new Map([
    ['types.ts', documentTypes(contract)],
    ['details-types.ts', documentTypes(details, contract.components.schemas)],
  ]);
}

/**
 * Returns the text of a TypeScript module with the types of a document's schemas. `known` are the schemas in types.ts. Throws an Error for
 * an unsupported schema, so that no type is looser than the document.
 */
export function documentTypes(
  { info, components }: TypedDocument,
  known: Readonly<Record<string, Schema>> = {},
): string {
  const own = Object.entries(components.schemas).filter(([schema]) => !(schema in known));
  const head = `// Written by \`npm run client:types\` from the OpenAPI document "${info.title}", version ${info.version}. Do not edit.\n`;
  const text = own.map(([schema, type]) => schemaType(schema, type, known)).join('\n');
  const imported = Object.keys(known).filter((schema) => new RegExp(`(?:: |extends )${schema}\\b`).test(text));
  const imports = imported.length === 0 ? [] : [`import type { ${imported.join(', ')} } from './types.ts';\n`];
  return [head, ...imports, text].join('\n');
}

function schemaType(name: string, schema: Schema, known: Readonly<Record<string, Schema>>): string {
  const { properties } = schema;
  const [base, { properties: inherited = {} } = {}] = Object.entries(known).find(([, one]) => has(schema, one)) ?? [];
  const own = Object.entries(properties ?? {}).filter(([field]) => !(field in inherited));
  const type = toType(base === undefined ? schema : { ...schema, properties: Object.fromEntries(own) }, name);
  const head = base === undefined ? name : `${name} extends ${base}`;
  const declared = properties === undefined ? `type ${name} = ${type};` : `interface ${head} ${type}`;
  return `${comment(schema.description, '')}export ${declared}\n`;
}

/** Whether the first schema has all fields of the second, unchanged. */
function has({ properties: all = {}, required: needed = [] }: Schema, { properties, required }: Schema): boolean {
  return (
    properties !== undefined &&
    Object.entries(properties).every(
      ([name, field]) =>
        isDeepStrictEqual(all[name], field) && needed.includes(name) === (required?.includes(name) ?? false),
    )
  );
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, path: string): string {
  if (additionalProperties !== false)
    throw new Error(`Cannot write ${path}: an object must have "additionalProperties": false`);
  const fields = Object.entries(properties).map(([name, schema]) => {
    const field = required.includes(name) ? name : `${name}?`;
    return `${comment(schema.description, '  ')}  ${field}: ${toType(schema, `${path}.${name}`)};\n`;
  });
  return `{\n${fields.join('')}}`;
}

function toType(schema: Schema, path: string): string {
  const unsupported = Object.keys(schema).find((keyword) => !SUPPORTED_KEYWORDS.has(keyword));
  if (unsupported !== undefined) throw new Error(`Cannot write ${path}: the keyword "${unsupported}" is not supported`);
  const { $ref, items, type } = schema;
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.properties !== undefined) return objectType(schema, path);
  if (type === 'array' && items !== undefined) {
    const item = toType(items, `${path}[]`);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  const names = [type ?? []].flat();
  if (names.length === 0 || !names.every((name) => /^(string|integer|number|boolean|null)$/.test(name)))
    throw new Error(`Cannot write ${path}: unsupported schema ${JSON.stringify(schema)}`);
  return names.join(' | ').replace('integer', 'number');
}

/** Returns a JSON value as TypeScript, with texts in single quotes. */
function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
