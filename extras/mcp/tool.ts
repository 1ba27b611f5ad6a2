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
    output: withShapeAlone(schemaNamed(answer ?? '', schemas)),
    call: async (given) => await withOwnProblems(async () => await call(toTexts(given, parameters))),
  };
}

/** The names of parameters in tools, where operations have others: one thing has one name in all tools. */
const TOOL_NAMES: Readonly<Record<string, string>> = { q: 'query', value: 'number', company: 'company_id' };

function toolName(name: string): string {
  return TOOL_NAMES[name] ?? name;
}

/** Puts the names of the tools into a text of the API, which has its own between backticks, or in quotes behind "Parameter". */
function withToolNames(text: string): string {
  return text.replaceAll(
    /(`|^Parameter ")(\w+)(?=[`"])/g,
    (_, before: string, name: string) => before + toolName(name),
  );
}

/** Runs a call, whose problems then name the parameters of the tool. */
async function withOwnProblems(call: () => Promise<string>): Promise<string> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.code, withToolNames(error.message), error.options);
  }
}

/** Members of a schema that are left out of the results of tools: a client reads all declarations before its first question. */
const DETAILS_OF_SCHEMAS = new Set([
  'description',
  'pattern',
  'format',
  'minLength',
  'minItems',
  'additionalProperties',
]);

/** Returns what a schema says of the shape of a value: names, types and words. */
function withShapeAlone(schema: ObjectSchema): ObjectSchema {
  const isOfWords = 'const' in schema || 'enum' in schema;
  const shape = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'properties') {
      const properties = Object.entries(value as Readonly<Record<string, ObjectSchema>>);
      return [[key, Object.fromEntries(properties.map(([name, one]) => [name, withShapeAlone(one)]))]];
    }
    if (DETAILS_OF_SCHEMAS.has(key) || (key === 'type' && isOfWords)) return [];
    return [[key, isSchema(value) ? withShapeAlone(value) : value]];
  });
  return Object.fromEntries(shape);
}

function isSchema(value: unknown): value is ObjectSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toInputSchema(parameters: readonly OperationParameter[], schemas: Schemas): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        toolName(name),
        // All tools take the name of a country as well as its code.
        name === 'country'
          ? { type: 'string', description: description + COUNTRY_RULE }
          : { ...plain(schema, schemas), description: withToolNames(description) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => toolName(name)),
    additionalProperties: false,
  };
}

const COUNTRY_RULE = ' The name of a country does as well.';

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
  const texts = Object.entries(given).map(([key, value]): [string, string] => {
    const parameter = parameters.find((one) => toolName(one.name) === key);
    if (parameter === undefined) {
      const allowed = parameters.map((one) => toolName(one.name)).join(', ');
      throw new ProblemError('invalid_request', `Parameter "${key.slice(0, 40)}" is unknown: allowed are ${allowed}`);
    }
    const { name } = parameter;
    const isList = Array.isArray(value) && isRepeated(parameter);
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
