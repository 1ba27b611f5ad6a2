/** Writes the schemas and operations of an OpenAPI document as TypeScript. */
import { openApiDocument } from '../../src/contract/document.ts';

/** The keywords of JSON Schema that are read here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema: Schema }>> }>>;
}

/** The fields of an OpenAPI document that are read here. */
export interface TypedDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Keywords that become part of a type, and keywords that no TypeScript type can express. */
const SUPPORTED_KEYWORDS = new Set(
  [
    ['$ref', 'type', 'description', 'const', 'enum', 'items', 'properties', 'required', 'additionalProperties'],
    ['pattern', 'format', 'default', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'uniqueItems'],
  ].flat(),
);

/** The TypeScript text of the types of this service. It does not depend on the addresses in the document. */
export function contractTypes(): string {
  const facts = { baseUrl: 'https://example.org', siteUrl: 'https://example.org', dataProvider: 'Example' };
  return documentTypes(openApiDocument(facts) as unknown as TypedDocument);
}

/**
 * The text of a TypeScript module with the types of a document's schemas and operations. Throws an Error for a schema that it
 * does not support, so that no type is looser than the document.
 */
export function documentTypes({ info, paths, components }: TypedDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaType(name, schema));
  const operations = Object.entries(paths).map(([path, { get }]) => operationType(path, get));
  const head = `// Written by \`npm run client:types\` from the OpenAPI document "${info.title}", version ${info.version}. Do not edit.\n`;
  const all = `/** The parameters and the response of each operation. */\nexport interface Operations {\n${operations.join('')}}\n`;
  return [head, ...schemas, all].join('\n');
}

function schemaType(name: string, schema: Schema): string {
  const type = typeOf(schema, name);
  const declared = schema.properties === undefined ? `type ${name} = ${type};` : `interface ${name} ${type}`;
  return `${comment(schema.description, '')}export ${declared}\n`;
}

function operationType(path: string, operation: Operation): string {
  const { operationId, summary, description, parameters, responses } = operation;
  const answer = responses['200']?.content['application/json']?.schema;
  if (answer === undefined)
    throw new Error(`Cannot write ${operationId}: it must have a response 200 with application/json`);
  const query = parameters.filter((parameter) => parameter.in === 'query').map(parameterType);
  return [
    `${comment(`${summary}. ${description}`, '  ')}  ${operationId}: {`,
    `    path: \`${path.replaceAll(/\{\w+\}/g, '${string}')}\`;`,
    ...(query.length === 0 ? [] : [`    query: {\n${query.join('')}    };`]),
    `    answer: ${typeOf(answer, operationId)};\n  };\n`,
  ].join('\n');
}

/** An optional parameter may also be undefined, so that callers can pass an optional value of their own. */
function parameterType({ name, required, description, schema }: Parameter): string {
  const type = typeOf(schema, name);
  return `${comment(description, '      ')}      ${name}${required ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema, path: string): string {
  if (additionalProperties !== false)
    throw new Error(`Cannot write ${path}: an object must have "additionalProperties": false`);
  const fields = Object.entries(properties).map(([name, schema]) => {
    const field = required.includes(name) ? name : `${name}?`;
    return `${comment(schema.description, '  ')}  ${field}: ${typeOf(schema, `${path}.${name}`)};\n`;
  });
  return `{\n${fields.join('')}}`;
}

function typeOf(schema: Schema, path: string): string {
  const unsupported = Object.keys(schema).find((keyword) => !SUPPORTED_KEYWORDS.has(keyword));
  if (unsupported !== undefined) throw new Error(`Cannot write ${path}: the keyword "${unsupported}" is not supported`);
  const { $ref, items, type } = schema;
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.properties !== undefined) return objectType(schema, path);
  if (type === 'array' && items !== undefined) {
    const item = typeOf(items, `${path}[]`);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  const names = [type ?? []].flat();
  if (names.length === 0 || !names.every((name) => /^(string|integer|number|boolean|null)$/.test(name)))
    throw new Error(`Cannot write ${path}: unsupported schema ${JSON.stringify(schema)}`);
  return names.join(' | ').replace('integer', 'number');
}

/** A JSON value as TypeScript, texts in single quotes. */
function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
