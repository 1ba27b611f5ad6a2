import { QUERY_RULES, type Operation, type OperationParameter } from '../../src/contract/index.ts';
import { ProblemError, invalidParameter } from '../../src/operations/index.ts';
import { findCountry } from '../reconcile/properties.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export type ObjectSchema = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  /** Returns JSON. Throws the problems of the API. */
  readonly call: (given: Arguments) => Promise<string>;
}

export type Schemas = Readonly<Record<string, unknown>>;
/** The arguments of a call by name. The values of a list are joined by commas. */
export type Texts = Readonly<Record<string, string>>;

/** The parts of an operation that its tool needs. */
export type Described = Pick<Operation, 'summary' | 'description' | 'parameters'> & { readonly answer?: string };

/** Whether a parameter is a list. */
export function isRepeated({ schema }: OperationParameter): boolean {
  return schema['type'] === 'array';
}

/** Returns a tool that calls an operation. */
export function createTool(
  name: string,
  operation: Described,
  schemas: Schemas,
  call: (given: Texts) => Promise<string>,
): Tool {
  const { summary: title, description, parameters, answer } = operation;
  return {
    name,
    title,
    // The rules of query parameters do not apply: a tool refuses unknown arguments, so that a model gets an error.
    description: description.replace(` ${QUERY_RULES}`, ''),
    input: toInputSchema(parameters, schemas),
    output: schemaNamed(answer ?? '', schemas),
    call: async (given) => await call(toTexts(given, parameters)),
  };
}

function toInputSchema(parameters: readonly OperationParameter[], schemas: Schemas): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        name,
        // All tools take the name of a country as well as its code.
        name === 'country'
          ? { type: 'string', description: description + COUNTRY_RULE }
          : { ...plain(schema, schemas), description },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

const COUNTRY_RULE = ' The name of a country, in English or in its own languages, means its code.';

/** Returns the schema of a parameter with references resolved, because clients of tools may not follow them. */
function plain(schema: OperationParameter['schema'], schemas: Schemas): ObjectSchema {
  const { $ref: reference } = schema;
  return typeof reference === 'string' ? schemaNamed(reference.slice(reference.lastIndexOf('/') + 1), schemas) : schema;
}

function schemaNamed(name: string, schemas: Schemas): ObjectSchema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`There is no schema "${name}"`);
  return JSON.parse(JSON.stringify(schema)) as ObjectSchema;
}

/** Returns the arguments as texts. Throws a {@linkcode ProblemError} that names the first invalid argument. */
function toTexts(given: Arguments, parameters: readonly OperationParameter[]): Texts {
  const names = parameters.map(({ name }) => name);
  const texts = Object.entries(given).map(([name, value]): [string, string] => {
    if (!names.includes(name))
      throw new ProblemError(
        'invalid_request',
        `Parameter "${name.slice(0, 40)}" is unknown: allowed are ${names.join(', ')}`,
      );
    const isList = Array.isArray(value) && parameters.some((one) => one.name === name && isRepeated(one));
    const values: readonly unknown[] = isList ? value : [value];
    const text = values.map((one) => toText(name, one)).join(',');
    // Models write names of countries. What is neither a code nor a name is refused by the operation.
    return [name, name === 'country' ? (findCountry(text) ?? text) : text];
  });
  return Object.fromEntries(texts);
}

function toText(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalidParameter(name, 'must be a text or a number');
  return String(value).toWellFormed();
}
