import { exampleProblem, type ExampleFacts } from '../examples.ts';
import { ANSWER_HEADERS, COMMON_HEADERS, EXPOSED_FILE_HEADERS, exposedHeaders, headersOfLimit } from '../headers.ts';
import { documentHead, headerReferences, problemResponse, referenceTo, type Response } from '../openapi.ts';
import { OPENAPI_FILES } from '../openapi-versions.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { SchemaLinks, type Json } from '../schema-links.ts';
import { SCHEMAS } from '../schemas.ts';
import fileHeaders from './file-headers.json' with { type: 'json' };
import { doorLimitReached, type DoorDeclaration, type DoorOperation, type DoorResponse } from './door.ts';

/**
 * The OpenAPI document of a door. Each has its own, so that the document of the three operations, and what is generated from it,
 * stays the same whichever doors are on.
 */
export async function doorDocument(facts: ExampleFacts, door: DoorDeclaration): Promise<Json> {
  const schemas = { ...SCHEMAS, ...(await door.schemas?.()) };
  const links = new SchemaLinks(schemas);
  const used = usedSchemas(
    door.operations.flatMap(({ answer, body }) => [answer, body?.schema].filter((schema) => schema !== undefined)),
    Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, links.inside(schema)])),
  );
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
    paths: pathsOf(facts, door),
    components: { schemas: used, headers: headersOf(door) },
  };
}

function pathsOf(facts: ExampleFacts, door: DoorDeclaration): Json {
  const byPath = Map.groupBy(door.operations, ({ path }) => path);
  const items = [...byPath].map(([path, operations]) => [
    path,
    Object.fromEntries(
      operations.map((operation) => [operation.method.toLowerCase(), operationObject(facts, door, operation)]),
    ),
  ]);
  return Object.fromEntries(items) as Json;
}

function operationObject(facts: ExampleFacts, door: DoorDeclaration, operation: DoorOperation): Json {
  const { id, summary, description, parameters, body, problems, others = [] } = operation;
  const byStatus = Map.groupBy(problems, (code) => statusOf(code, operation));
  const responses: Record<string, Response> = { ...successes(operation) };
  for (const [status, codes] of byStatus) responses[status] = problemsOf(facts, door, operation, codes);
  for (const other of others) responses[other.status] = withOther(responses[other.status], other);
  return {
    operationId: id,
    tags: [door.title],
    summary,
    description,
    parameters: parameters as unknown as Json,
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { [body.contentType ?? 'application/json']: { schema: referenceTo(body.schema) } },
      },
    }),
    responses,
  };
}

/** The status of a problem: the only invalid request for a file is one for a range. */
function statusOf(code: ProblemCode, { isFile }: DoorOperation): number {
  return code === 'invalid_request' && isFile === true ? 416 : PROBLEMS[code].status;
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
  const current =
    method === 'GET' ? ' A request whose `If-None-Match` names the current `ETag` is answered 304 without a body.' : '';
  const references = headerReferences(method === 'GET' ? ANSWER_HEADERS : COMMON_HEADERS);
  if (answer !== undefined)
    return {
      200: {
        description: `Success: one \`${answer}\`.${current}`,
        headers: references,
        content: { [contentType]: { schema: referenceTo(answer) } },
      },
    };
  const { description, ...value } = exposedHeaders(EXPOSED_FILE_HEADERS);
  const headers = Object.assign(references as object, {
    'Access-Control-Expose-Headers': { description, required: true, ...value },
    ...fileHeaders.location,
  });
  return {
    200: { description: `Success: the file.${current}`, headers, content: { '*/*': {} } },
    206: {
      description: 'The range of the file.',
      headers: { ...headers, ...fileHeaders.range },
      content: { '*/*': {} },
    },
  };
}

function problemsOf(
  facts: ExampleFacts,
  door: DoorDeclaration,
  operation: DoorOperation,
  codes: readonly ProblemCode[],
): Response {
  const { example, invalidExample, isFile } = operation;
  const response = problemResponse(
    codes,
    ({ title }) => `${title}.`,
    (code) => {
      const { target, detail } = code === 'invalid_request' ? invalidExample : { target: example };
      const said = code === 'rate_limited' ? doorLimitReached(door) : detail;
      return {
        ...exampleProblem(facts, code),
        status: statusOf(code, operation),
        instance: facts.baseUrl + target,
        ...(said && { detail: said }),
      };
    },
  );
  const isRange = isFile === true && codes.includes('invalid_request');
  return isRange ? { ...response, headers: { ...(response.headers as object), ...fileHeaders.range } } : response;
}

function headersOf({ name, requests, operations }: DoorDeclaration): Json {
  // Only what is answered to GET has one.
  const hasResources = operations.some(({ method }) => method === 'GET');
  return Object.fromEntries(
    Object.entries(headersOfLimit(name, requests))
      .filter(([key]) => key !== 'ETag' || hasResources)
      .map(([key, { description, ...rest }]) => [key, { description, required: true, ...rest }]),
  );
}

/** The schemas that some lead to, directly or through others, and that of problems. */
function usedSchemas(from: readonly string[], schemas: Readonly<Record<string, Json>>): Json {
  const used = new Set<string>();
  const visit = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    for (const [, next = ''] of JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)) visit(next);
  };
  for (const name of [...from, 'Problem']) visit(name);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
