import { OPERATIONS, QUERY_RULES, type Operation, type OperationParameter } from '../../src/contract/index.ts';
import { CHANGES_SCHEMAS } from '../changes/schemas.ts';
import { LOOKUP_SCHEMAS } from '../lookup/schemas.ts';
import { SCHEMAS } from '../../src/contract/document.ts';
import { ProblemError, invalidParameter, textOf, type Operations } from '../../src/operations/index.ts';
import type { Door } from '../../src/server/index.ts';

/** The arguments of a tool, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A JSON Schema of an object. */
export type ObjectSchema = Readonly<Record<string, unknown>>;

/** A tool that reads. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  /** The answer as JSON. Throws what the API would answer with a problem. */
  readonly call: (given: Arguments) => Promise<string>;
}

/** All tools, over the operations of the service, and over doors whether they are on or not. */
export function toolsOf(operations: Operations, lookup: Door, changes: Door): readonly Tool[] {
  const [search, company, officers] = ['searchCompanies', 'getCompany', 'listOfficers'].map(operationNamed);
  return [
    toolOf('search_companies', search, async (given) => textOf(await operations.search(given))),
    toolOf('get_company', company, async ({ company_id: id }) => textOf(await operations.company(id))),
    toolOf('list_officers', officers, async ({ company_id: id }) => textOf(await operations.officers(id))),
    doorTool('look_up_number', lookup, 'lookUpIdentifier'),
    doorTool('list_changes', changes, 'listChanges'),
    doorTool('list_company_changes', changes, 'listCompanyChanges'),
  ];
}

const NO_BODY = new Uint8Array(0);

/** A call of a tool is one message, which is counted as a whole, and one step. */
const INCLUDED = { charge: (): void => undefined, turn: async (): Promise<void> => {} };

/** A tool that passes on an operation of a door. */
function doorTool(tool: string, { declaration, handlers }: Door, id: string): Tool {
  const operation = declaration.operations.find((one) => one.id === id);
  return toolOf(tool, operation, async (given) => {
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
    const parameters = Object.fromEntries(inPath.map((parameter) => [parameter.name, given[parameter.name]]));
    const query = Object.entries(given).filter(([key]) => !(key in parameters));
    const target = `?${new URLSearchParams(query).toString()}`;
    const answer = await handlers[id]?.({ target, parameters, headers: {}, body: NO_BODY, ...INCLUDED });
    const body = answer?.body;
    if (body === undefined || 'read' in body) throw new Error(`The tool "${tool}" needs an answer in memory`);
    return Buffer.from(body).toString();
  });
}

/** The parts of an operation that its tool needs. */
type Described = Pick<Operation, 'summary' | 'description' | 'parameters'> & { readonly answer?: string };

function operationNamed(id: string): Described {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation "${id}"`);
  return operation;
}

function toolOf(
  name: string,
  operation: Described | undefined,
  call: (given: Readonly<Record<string, string>>) => Promise<string>,
): Tool {
  if (operation?.answer === undefined) throw new Error(`The tool "${name}" has no operation`);
  const { summary: title, description, parameters, answer } = operation;
  return {
    name,
    title,
    // A tool refuses unknown arguments, so that a model gets an error.
    description: description.replace(` ${QUERY_RULES}`, ''),
    input: inputOf(parameters),
    output: schemaNamed(answer),
    call: async (given) => await call(textsOf(given, parameters)),
  };
}

function inputOf(parameters: readonly OperationParameter[]): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, { ...plain(schema), description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The schema of a parameter without references, which clients of tools may not follow. */
function plain(schema: OperationParameter['schema']): ObjectSchema {
  const { $ref: reference } = schema;
  return typeof reference === 'string' ? schemaNamed(reference.slice(reference.lastIndexOf('/') + 1)) : schema;
}

const TOOL_SCHEMAS: Readonly<Record<string, unknown>> = { ...SCHEMAS, ...LOOKUP_SCHEMAS, ...CHANGES_SCHEMAS };

function schemaNamed(name: string): ObjectSchema {
  const schema = TOOL_SCHEMAS[name];
  if (schema === undefined) throw new Error(`There is no schema "${name}"`);
  return JSON.parse(JSON.stringify(schema)) as ObjectSchema;
}

/** The arguments as the API takes them. Throws a {@linkcode ProblemError} that names the first wrong one. */
function textsOf(given: Arguments, parameters: readonly OperationParameter[]): Readonly<Record<string, string>> {
  const names = parameters.map(({ name }) => name);
  const texts = Object.entries(given).map(([name, value]): [string, string] => {
    if (!names.includes(name))
      throw new ProblemError(
        'invalid_request',
        `Parameter "${name.slice(0, 40)}" is unknown: allowed are ${names.join(', ')}`,
      );
    if (typeof value !== 'string' && typeof value !== 'number')
      throw invalidParameter(name, 'must be a text or a number');
    return [name, String(value).toWellFormed()];
  });
  return Object.fromEntries(texts);
}
