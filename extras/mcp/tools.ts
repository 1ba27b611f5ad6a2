import { OPERATIONS, QUERY_RULES, type Operation, type OperationParameter } from '../../src/contract/index.ts';
import { CHANGES_SCHEMAS } from '../changes/schemas.ts';
import { LOOKUP_SCHEMAS } from '../lookup/schemas.ts';
import { SCHEMAS } from '../../src/contract/document.ts';
import { ProblemError, invalidParameter, problemOf, textOf, type Operations } from '../../src/operations/index.ts';
import type { Door } from '../../src/server/index.ts';

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

/** The doors that tools call, even if these are off. */
export interface ToolDoors {
  readonly details: Door;
  readonly lookup: Door;
  readonly changes: Door;
}

/** All tools. @param detailsSchemas the schemas of the door `details` */
export function toolsOf(
  operations: Operations,
  { details, lookup, changes }: ToolDoors,
  detailsSchemas: Schemas,
): readonly Tool[] {
  const schemas = { ...TOOL_SCHEMAS, ...detailsSchemas };
  const [company, officers] = ['getCompany', 'listOfficers'].map(operationNamed);
  return [
    toolOf(
      'search_companies',
      withDistinction(operationNamed('searchCompanies')),
      schemas,
      searchOf(operations, details),
    ),
    toolOf('get_company', company, schemas, async ({ company_id: id }) => textOf(await operations.company(id))),
    doorTool('get_company_details', details, 'getCompanyDetails', schemas),
    toolOf('list_officers', officers, schemas, async ({ company_id: id }) => textOf(await operations.officers(id))),
    doorTool('look_up_number', lookup, 'lookUpIdentifier', schemas),
    doorTool('list_changes', changes, 'listChanges', schemas),
    doorTool('list_company_changes', changes, 'listCompanyChanges', schemas),
  ];
}

type Schemas = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** The search of the contract, whose results have what tells companies apart. */
function withDistinction(search: Described): Described {
  const added = 'Each company has its strongest number, its country, its state and its locality as well, where known.';
  return { ...search, description: `${search.description} ${added}`, answer: 'DetailsSearchPage' };
}

/** The search with details; without them where the service has none. */
function searchOf(operations: Operations, details: Door): (given: Texts) => Promise<string> {
  const search = callOf(
    details,
    details.declaration.operations.find(({ id }) => id === 'searchCompaniesWithDetails'),
  );
  return async (given) =>
    await search(given).catch(async (error: unknown) => {
      if (problemOf(error)?.code !== 'not_found') throw error;
      return textOf(await operations.search(given));
    });
}

const NO_BODY = new Uint8Array(0);

/** A call of a tool costs one message, and is one step. */
const INCLUDED = { charge: (): void => undefined, turn: async (): Promise<void> => {} };

/** A tool that calls an operation of a door. */
function doorTool(tool: string, door: Door, id: string, schemas: Schemas): Tool {
  const operation = door.declaration.operations.find((one) => one.id === id);
  return toolOf(tool, operation, schemas, callOf(door, operation));
}

function callOf(
  { handlers }: Door,
  operation: Door['declaration']['operations'][number] | undefined,
): (given: Texts) => Promise<string> {
  if (operation === undefined) throw new Error('A tool needs an operation of a door');
  const { id } = operation;
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  return async (given) => {
    const parameters = Object.fromEntries(inPath.map((parameter) => [parameter.name, given[parameter.name]]));
    const query = Object.entries(given).filter(([key]) => !(key in parameters));
    const target = `?${new URLSearchParams(query).toString()}`;
    const answer = await handlers[id]?.({ target, parameters, headers: {}, body: NO_BODY, ...INCLUDED });
    const body = answer?.body;
    if (body === undefined || 'read' in body)
      throw new Error(`The operation "${id}" of a tool needs an answer in memory`);
    return Buffer.from(body).toString();
  };
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
  schemas: Schemas,
  call: (given: Texts) => Promise<string>,
): Tool {
  if (operation?.answer === undefined) throw new Error(`The tool "${name}" has no operation`);
  const { summary: title, description, parameters, answer } = operation;
  return {
    name,
    title,
    // A tool refuses unknown arguments, so that a model gets an error.
    description: description.replace(` ${QUERY_RULES}`, ''),
    input: inputOf(parameters, schemas),
    output: schemaNamed(answer, schemas),
    call: async (given) => await call(textsOf(given, parameters)),
  };
}

function inputOf(parameters: readonly OperationParameter[], schemas: Schemas): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, { ...plain(schema, schemas), description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The schema of a parameter without references, which clients of tools may not follow. */
function plain(schema: OperationParameter['schema'], schemas: Schemas): ObjectSchema {
  const { $ref: reference } = schema;
  return typeof reference === 'string' ? schemaNamed(reference.slice(reference.lastIndexOf('/') + 1), schemas) : schema;
}

const TOOL_SCHEMAS: Schemas = { ...SCHEMAS, ...LOOKUP_SCHEMAS, ...CHANGES_SCHEMAS };

function schemaNamed(name: string, schemas: Schemas): ObjectSchema {
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`There is no schema "${name}"`);
  return JSON.parse(JSON.stringify(schema)) as ObjectSchema;
}

/** The arguments as texts. Throws a {@linkcode ProblemError} that names the first invalid one. */
function textsOf(given: Arguments, parameters: readonly OperationParameter[]): Texts {
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
