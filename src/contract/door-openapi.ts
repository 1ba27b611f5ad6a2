import type { CompanyIdentifier, DataExamples } from '../model/index.ts';
import { UNKNOWN_ID, exampleProblem, type ExampleFacts } from './examples.ts';
import { ANSWER_HEADERS, COMMON_HEADERS, EXPOSED_FILE_HEADERS, exposedHeaders, headersOfLimit } from './headers.ts';
import {
  documentHead,
  headerReferences,
  linkedSchemas,
  problemResponses,
  referenceTo,
  successText,
  type Response,
} from './openapi.ts';
import type { OperationParameter } from './operations.ts';
import { OPENAPI_FILES, type Json } from './openapi-versions.ts';
import type { ProblemCode } from './problems.ts';
import { SCHEMAS, type Problem } from './schemas.ts';
import fileHeaders from './door-file-headers.json' with { type: 'json' };
import { doorLimitReached, type DoorDeclaration, type DoorOperation, type DoorResponse } from './door.ts';

/**
 * Returns the OpenAPI document of a door. Each door has its own, so the document of the three operations, and code generated from it, does
 * not depend on the enabled doors.
 */
export async function doorDocument(facts: ExampleFacts, door: DoorDeclaration): Promise<Json> {
  const schemas = linkedSchemas({ ...SCHEMAS, ...(await door.schemas?.()) });
  const roots = door.operations.flatMap(({ answer = [], body }) => [answer, body?.schema ?? []].flat());
  return {
    openapi: OPENAPI_FILES['openapi.json'],
    ...documentHead(facts, {
      title: `Company Registry: ${door.title}`,
      summary: door.summary,
      description: `${door.description} Beside the three operations of the [Company Registry Read API](${facts.siteUrl}/api/openapi.json), with the same problems and the same attribution. Free, read-only and keyless.`,
      version: door.version,
    }),
    externalDocs: { url: `${facts.siteUrl}/developers/${door.name}`, description: door.title },
    tags: [{ name: door.title, description: door.summary }],
    paths: toPaths(facts, door),
    components: { schemas: usedSchemas(roots, schemas), headers: toHeaders(door) },
  };
}

function toPaths(facts: ExampleFacts, door: DoorDeclaration): Json {
  const items = [...Map.groupBy(door.operations, ({ path }) => path)].map(([path, operations]) => [
    path,
    Object.fromEntries(
      operations.map((operation) => [operation.method.toLowerCase(), operationObject(facts, door, operation)]),
    ),
  ]);
  return Object.fromEntries(items) as Json;
}

function operationObject(facts: ExampleFacts, door: DoorDeclaration, operation: DoorOperation): Json {
  const { id, summary, description, parameters, body, problems, others = [] } = operation;
  const examples = problems.map((code) => exampleProblemFor(facts, door, operation, code));
  const responses = { ...successes(operation), ...problemResponses(examples, ({ title }) => `${title}.`) };
  const { 416: unsatisfiable } = responses;
  if (unsatisfiable !== undefined) Object.assign(unsatisfiable.headers, fileHeaders.range);
  for (const other of others) responses[other.status] = withOther(responses[other.status], other);
  return {
    operationId: id,
    tags: [door.title],
    summary,
    description,
    parameters: parameters.map((parameter) => withExample(parameter, operation, facts.examples)) as unknown as Json,
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { [body.contentType ?? 'application/json']: { schema: referenceTo(body.schema) } },
      },
    }),
    responses,
  };
}

function withOther(response: Response | undefined, { description, contentType, schema }: DoorResponse): Response {
  const { headers, content } = response ?? { headers: headerReferences(COMMON_HEADERS), content: {} };
  const body = { schema: schema === undefined ? { type: 'string' } : referenceTo(schema) };
  return {
    description: response === undefined ? description : `${response.description}\n\n${description}`,
    headers,
    content: contentType === undefined ? content : { ...content, [contentType]: body },
  };
}

function successes({ answer, method, contentType = 'application/json' }: DoorOperation): Record<string, Response> {
  const isGet = method === 'GET';
  const headers = headerReferences(isGet ? ANSWER_HEADERS : COMMON_HEADERS);
  if (answer !== undefined) {
    const description = successText(`one \`${answer}\``, isGet);
    return { 200: { description, headers, content: { [contentType]: { schema: referenceTo(answer) } } } };
  }
  const exposed = exposedHeaders(EXPOSED_FILE_HEADERS) as unknown as Json;
  const ofFile = { ...headers, 'Access-Control-Expose-Headers': exposed, ...fileHeaders.location };
  const content = { '*/*': {} };
  return {
    200: { description: successText('the file', isGet), headers: ofFile, content },
    206: { description: 'The range of the file.', headers: { ...ofFile, ...fileHeaders.range }, content },
  };
}

/** Adds the value of a parameter in the operation's example request, which the served data answer; none without data. */
function withExample(
  parameter: OperationParameter,
  { path, example }: DoorOperation,
  examples: DataExamples | undefined,
): object {
  if (examples === undefined) return parameter;
  const { name, in: place, schema } = parameter;
  const { pathname, searchParams } = new URL(exampleTargetOf(example, examples), 'http://service');
  const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)');
  const { [name]: segment } = new RegExp(`^${pattern}$`).exec(pathname)?.groups ?? {};
  const value = place === 'query' ? searchParams.get(name) : segment && decodeURIComponent(segment);
  return value == null ? parameter : { ...parameter, example: schema['type'] === 'integer' ? Number(value) : value };
}

/** Returns the path and query of an example request, with the company, the number and the query of the data. */
function exampleTargetOf(example: string, examples: DataExamples | undefined, id = examples?.company.id): string {
  const [first] = (examples?.company['identifiers'] ?? []) as readonly CompanyIdentifier[];
  return example
    .replace('{company_id}', id ?? UNKNOWN_ID)
    .replace('{number}', encodeURIComponent(first?.value ?? '911020068'))
    .replace('{query}', encodeURIComponent(examples?.search.query ?? 'nordlys'));
}

/** Returns an example of a problem. For a file, the only invalid request is one with an invalid range. */
function exampleProblemFor(
  facts: ExampleFacts,
  door: DoorDeclaration,
  operation: DoorOperation,
  code: ProblemCode,
): Problem {
  const { example, invalidExample, missingExample, isFile } = operation;
  const problem = exampleProblem(facts, code);
  const isInvalid = code === 'invalid_request';
  const refused = isInvalid ? invalidExample : code === 'not_found' ? missingExample : undefined;
  const id = code === 'not_found' ? UNKNOWN_ID : undefined;
  return {
    ...problem,
    status: isInvalid && isFile === true ? 416 : problem.status,
    instance: facts.baseUrl + (refused?.target ?? exampleTargetOf(example, facts.examples, id)),
    detail: refused?.detail ?? (code === 'rate_limited' ? doorLimitReached(door) : problem.detail),
  };
}

/** Returns the header fields of a door's responses. Only responses to GET have an entity tag. */
function toHeaders({ name, requests, operations }: DoorDeclaration): Json {
  const hasResources = operations.some(({ method }) => method === 'GET');
  const headers = Object.entries(headersOfLimit(name, requests)).filter(([key]) => key !== 'ETag' || hasResources);
  return Object.fromEntries(headers) as unknown as Json;
}

/** Returns the named schemas, all schemas that they refer to, directly or through others, and the schema of problems. */
function usedSchemas(from: readonly string[], schemas: Readonly<Record<string, Json>>): Json {
  const used = new Set([...from, 'Problem']);
  // Iterating a set includes the names that are added meanwhile.
  for (const name of used)
    for (const [, next = ''] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g))
      used.add(next);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
