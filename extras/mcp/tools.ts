import { OPERATIONS } from '../../src/contract/index.ts';
import { CHANGES_LIMITS } from '../changes/declaration.ts';
import { CHANGES_SCHEMAS } from '../changes/schemas.ts';
import { LOOKUP_LIMITS } from '../lookup/declaration.ts';
import { LOOKUP_SCHEMAS } from '../lookup/schemas.ts';
import { SCHEMAS } from '../../src/contract/document.ts';
import { readText, toProblem, type Operations } from '../../src/operations/index.ts';
import type { Door } from '../../src/server/index.ts';
import { companyTools, type CompanyToolParts } from './company-tools.ts';
import { MCP_SCHEMAS } from './schemas.ts';
import { createTool, isRepeated, type Described, type Schemas, type Texts, type Tool } from './tool.ts';

/** The doors that tools call, even if the service does not serve these doors. */
type ToolDoors = Readonly<Record<'details' | 'lookup' | 'changes', Door>>;

/** Texts that are added to the descriptions of tools: sizes and units of results, which the operations do not describe. */
const NOTES: Readonly<Record<string, string>> = {
  search_companies: 'Returns 10 companies a page, at most 25, in the order of names.',
  company_details: 'Dates are YYYY-MM-DD.',
  list_officers:
    'Dates are YYYY-MM-DD. `has_more` says whether the register lists more. An empty list means that the record is split, tombstoned or restricted, as `get_company` says, or that no register publishes its officers.',
  look_up_number: `Returns at most ${LOOKUP_LIMITS.companiesMax} companies.`,
  changes_of: `Without \`company_id\` it returns the events of all companies. Returns ${CHANGES_LIMITS.eventsDefault} events a page, at most ${CHANGES_LIMITS.eventsMax}; times are UTC.`,
};

/** Returns all tools. @param detailsSchemas the schemas of the door `details` */
export function createTools(
  parts: CompanyToolParts,
  { details, lookup, changes }: ToolDoors,
  detailsSchemas: Schemas,
): readonly Tool[] {
  const { operations } = parts;
  const schemas = { ...SCHEMAS, ...LOOKUP_SCHEMAS, ...CHANGES_SCHEMAS, ...MCP_SCHEMAS, ...detailsSchemas };
  const tools = [
    ...companyTools(parts, schemas),
    createTool('search_companies', SEARCH, schemas, createSearch(operations, details)),
    createTool('get_company', operationNamed('getCompany'), schemas, async ({ company_id: id }) =>
      readText(await operations.company(id)),
    ),
    doorTool('company_details', details, 'getCompanyDetails', schemas),
    createTool('list_officers', operationNamed('listOfficers'), schemas, async ({ company_id: id }) =>
      readText(await operations.officers(id)),
    ),
    doorTool('look_up_number', lookup, 'lookUpIdentifier', schemas),
    doorTool('changes_of', changes, 'listChanges', schemas),
  ];
  return Array.from(tools, (tool) => ({
    ...tool,
    description: [tool.description, NOTES[tool.name] ?? []].flat().join(' '),
  }));
}

/** The search of the contract, with fields in its results that distinguish companies. */
const SEARCH: Described = {
  ...operationNamed('searchCompanies'),
  description: `${operationNamed('searchCompanies').description} Each company has its strongest number, its country, its state and its locality as well, where known.`,
  answer: 'DetailsSearchPage',
};

/** Returns the search with details, or the search without them if the service has no details. */
function createSearch(operations: Operations, details: Door): (given: Texts) => Promise<string> {
  const search = createCall(details, 'searchCompaniesWithDetails');
  return async (given) =>
    await search(given).catch(async (error: unknown) => {
      if (toProblem(error)?.code !== 'not_found') throw error;
      return readText(await operations.search(given));
    });
}

/** The other fields of a call of a door. The call is charged as one message already, and does not wait for turns. */
const INCLUDED = {
  headers: {},
  body: new Uint8Array(0),
  charge: (): void => undefined,
  turn: async (): Promise<void> => {},
};

/** Returns a tool that calls an operation of a door. */
function doorTool(tool: string, door: Door, id: string, schemas: Schemas): Tool {
  return createTool(tool, findOperation(door, id), schemas, createCall(door, id));
}

function findOperation({ declaration }: Door, id: string): Door['declaration']['operations'][number] {
  const operation = declaration.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`The door "${declaration.name}" has no operation "${id}"`);
  return operation;
}

function createCall(door: Door, id: string): (given: Texts) => Promise<string> {
  const operation = findOperation(door, id);
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  return async (given) => {
    const parameters = Object.fromEntries(inPath.map((parameter) => [parameter.name, given[parameter.name]]));
    const query = Object.entries(given).flatMap(([key, value]) => {
      if (key in parameters) return [];
      const declared = operation.parameters.find(({ name }) => name === key);
      const values = declared !== undefined && isRepeated(declared) ? value.split(',') : [value];
      return values.map((one): [string, string] => [key, one.trim()]);
    });
    const target = `?${new URLSearchParams(query).toString()}`;
    const answer = await door.handlers[id]?.({ target, parameters, ...INCLUDED });
    const body = answer?.body;
    if (body === undefined || 'read' in body)
      throw new Error(`The operation "${id}" of a tool needs an answer in memory`);
    return Buffer.from(body).toString();
  };
}

function operationNamed(id: string): Described {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation "${id}"`);
  return operation;
}
