/** Writes the schemas and operations of an OpenAPI document as TypeScript. */

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

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
]);

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
  const { properties, description } = schema;
  if (properties === undefined) return `${comment(description, '')}export type ${name} = ${typeOf(schema, name)};\n`;
  return `${comment(description, '')}export interface ${name} ${objectType(schema, name, '')}\n`;
}

function operationType(path: string, operation: Operation): string {
  const { operationId, summary, description, parameters, responses } = operation;
  const answer = responses['200']?.content['application/json']?.schema;
  if (answer === undefined)
    throw new Error(`Cannot write ${operationId}: it must have a response 200 with application/json`);
  const queries = parameters.filter((parameter) => parameter.in === 'query').map(parameterType);
  const query = queries.length === 0 ? [] : [`    query: {\n${queries.join('')}    };`];
  return [
    `${comment(`${summary}. ${description}`, '  ')}  ${operationId}: {`,
    `    path: \`${path.replaceAll(/\{\w+\}/g, '${string}')}\`;`,
    ...query,
    `    answer: ${typeOf(answer, operationId)};\n  };\n`,
  ].join('\n');
}

/** An optional parameter may also be undefined, so callers can pass on an optional value of their own. */
function parameterType({ name, required, description, schema }: Parameter): string {
  const type = typeOf(schema, name);
  return `${comment(description, '      ')}      ${name}${required ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

function objectType({ properties = {}, required = [], ...rest }: Schema, path: string, indent: string): string {
  checkKeywords(rest, path);
  if (!('additionalProperties' in rest) || rest.additionalProperties !== false)
    throw new Error(`Cannot write ${path}: an object must have "additionalProperties": false`);
  const fields = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema.description, `${indent}  `)}${indent}  ${name}${optional}: ${typeOf(schema, `${path}.${name}`)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function typeOf(schema: Schema, path: string): string {
  checkKeywords(schema, path);
  const { $ref, items, type } = schema;
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (type === 'array' && items !== undefined) {
    const item = typeOf(items, `${path}[]`);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  const names = [type ?? []].flat().map((name) => TYPE_NAMES.get(name));
  if (names.length === 0 || names.includes(undefined))
    throw new Error(`Cannot write ${path}: unsupported schema ${JSON.stringify(schema)}`);
  return names.join(' | ');
}

function checkKeywords(schema: object, path: string): void {
  const unsupported = Object.keys(schema).find((keyword) => !SUPPORTED_KEYWORDS.has(keyword));
  if (unsupported !== undefined) throw new Error(`Cannot write ${path}: the keyword "${unsupported}" is not supported`);
}

/** A JSON value as TypeScript, texts in single quotes. */
function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
