/** Writes an OpenAPI document's schemas and operations as TypeScript. */

/** What is read of a JSON Schema. */
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

/** What is read of an OpenAPI document. */
export interface TypedDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Keywords that become part of a type, and those that narrow values in a way which no type can say. */
const KNOWN_KEYWORDS = new Set(
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
 * The types of a document's schemas and operations as the text of a TypeScript module. Throws an Error at a schema that it
 * does not know how to write, so that no type is ever looser than the document.
 */
export function documentTypes({ info, paths, components }: TypedDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaType(name, schema));
  const operations = Object.entries(paths).map(([path, { get }]) => operationType(path, get));
  const head = `// Written by \`npm run client:types\` from the OpenAPI document "${info.title}", version ${info.version}. Do not edit.\n`;
  const all = `/** What each operation takes and answers. */\nexport interface Operations {\n${operations.join('')}}\n`;
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
  if (answer === undefined) throw new Error(`Cannot write ${operationId}: it must answer 200 with application/json`);
  const queries = parameters.filter((parameter) => parameter.in === 'query').map(parameterType);
  const query = queries.length === 0 ? [] : [`    query: {\n${queries.join('')}    };`];
  return [
    `${comment(`${summary}. ${description}`, '  ')}  ${operationId}: {`,
    `    path: \`${path.replaceAll(/\{\w+\}/g, '${string}')}\`;`,
    ...query,
    `    answer: ${typeOf(answer, operationId)};\n  };\n`,
  ].join('\n');
}

/** A parameter that may be left out may also be given as undefined: callers pass on what they may not have. */
function parameterType({ name, required, description, schema }: Parameter): string {
  const type = typeOf(schema, name);
  return `${comment(description, '      ')}      ${name}${required ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

function objectType({ properties = {}, required = [], ...rest }: Schema, place: string, indent: string): string {
  checkKeywords(rest, place);
  if (!('additionalProperties' in rest) || rest.additionalProperties !== false)
    throw new Error(`Cannot write ${place}: an object must have "additionalProperties": false`);
  const fields = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema.description, `${indent}  `)}${indent}  ${name}${optional}: ${typeOf(schema, `${place}.${name}`)};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function typeOf(schema: Schema, place: string): string {
  checkKeywords(schema, place);
  const { $ref, items, type } = schema;
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (type === 'array' && items !== undefined) {
    const item = typeOf(items, `${place}[]`);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  const names = [type ?? []].flat().map((name) => TYPE_NAMES.get(name));
  if (names.length === 0 || names.includes(undefined))
    throw new Error(`Cannot write ${place}: no type is known for ${JSON.stringify(schema)}`);
  return names.join(' | ');
}

function checkKeywords(schema: object, place: string): void {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN_KEYWORDS.has(keyword));
  if (unknown !== undefined) throw new Error(`Cannot write ${place}: the keyword "${unknown}" is not known`);
}

/** A text of JSON in single quotes. */
function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function comment(text: string | undefined, indent: string): string {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
