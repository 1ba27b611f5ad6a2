import { exampleAnswers, exampleOf, exampleProblem, type ExampleFacts } from './examples.ts';
import { ANSWER_HEADERS, COMMON_HEADERS, headersOfLimit, type HeaderName } from './headers.ts';
import { limitsOf } from './limits.ts';
import { OPERATIONS, rateLimitOf, type Operation, type OperationParameter } from './operations.ts';
import { OPENAPI_FILES } from './openapi-versions.ts';
import { PROBLEMS, type ProblemCode, type ProblemKind } from './problems.ts';
import { SchemaLinks, type Json } from './schema-links.ts';
import { SCHEMAS } from './schemas.ts';

/** The version of the interface description; the version of the interface itself is the `/v1` of its paths. */
const INTERFACE_VERSION = '1.0.0';

const LINKS = new SchemaLinks(SCHEMAS);

export function headerReferences(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function parameterObject({ examples }: ExampleFacts, operation: Operation, parameter: OperationParameter): Json {
  const { name, in: place, required, description, schema } = parameter;
  const example = exampleOf(operation, parameter, examples);
  const stated = { name, in: place, required, description, schema: LINKS.to(schema) };
  return example === undefined ? stated : { ...stated, example };
}

/** A Response Object of OpenAPI. */
export interface Response {
  readonly [name: string]: Json;
  readonly description: string;
  readonly headers: Json;
  readonly content: Record<string, Json>;
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * The response for the problems of one status; 503 has two.
 * @param textOf describes a problem
 */
export function problemResponse(
  codes: readonly ProblemCode[],
  textOf: (kind: ProblemKind) => string,
  exampleOfCode: (code: ProblemCode) => object,
): Response {
  const kinds = codes.map((code) => PROBLEMS[code]);
  const hasRetry = kinds.some(({ retryAfter }) => retryAfter);
  const examples = kinds.map(({ code, title }) => [code, { summary: title, value: exampleOfCode(code) }]);
  return {
    description: kinds.map((kind) => `\`${kind.code}\`: ${textOf(kind)}`).join('\n\n'),
    headers: headerReferences(hasRetry ? [...COMMON_HEADERS, 'Retry-After'] : COMMON_HEADERS),
    content: {
      'application/problem+json': { schema: referenceTo('Problem'), examples: Object.fromEntries(examples) as Json },
    },
  };
}

/** The fields `info`, `servers` and `security`, which the documents of the operations and of doors share. */
export function documentHead(
  facts: ExampleFacts,
  info: { readonly title: string; readonly summary: string; readonly description: string; readonly version: string },
): Readonly<Record<string, Json>> {
  const { title, summary, description, version } = info;
  return {
    info: {
      title,
      summary,
      description,
      version,
      termsOfService: `${facts.siteUrl}/terms`,
      ...contactOf(facts),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: facts.baseUrl, description: 'Base address of the API.' }],
    // Empty, not absent: it states that no operation takes a credential.
    security: [],
  };
}

function responses(facts: ExampleFacts, operation: Operation): Json {
  const value = exampleAnswers(facts)[operation.answer] as unknown as Json | undefined;
  const success = {
    description: `Success: one \`${operation.answer}\`. A request whose \`If-None-Match\` names the current \`ETag\` is answered 304 without a body.`,
    headers: headerReferences(ANSWER_HEADERS),
    content: {
      'application/json': {
        schema: referenceTo(operation.answer),
        ...(value !== undefined && { examples: { success: { summary: operation.summary, value } } }),
      },
    },
  };
  const byStatus = Map.groupBy(operation.problems, (code) => PROBLEMS[code].status);
  const problems = [...byStatus].map(
    ([status, codes]) =>
      [
        status,
        problemResponse(
          codes,
          ({ description }) => description,
          (code) => exampleProblem(facts, code, operation),
        ),
      ] as const,
  );
  return { 200: success, ...Object.fromEntries(problems) };
}

function pathItem(facts: ExampleFacts, operation: Operation): Json {
  return {
    get: {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      description: operation.description,
      parameters: operation.parameters.map((parameter) => parameterObject(facts, operation, parameter)),
      responses: responses(facts, operation),
    },
  };
}

/** The contact of `info`; empty without a maintainer. */
function contactOf({ maintainer, contact }: ExampleFacts): Readonly<Record<string, Json>> {
  if (maintainer === undefined && contact === undefined) return {};
  const isMail = contact?.startsWith('mailto:') === true;
  const way = contact === undefined ? {} : isMail ? { email: contact.slice('mailto:'.length) } : { url: contact };
  return { contact: { ...(maintainer !== undefined && { name: maintainer }), ...way } };
}

/** The OpenAPI document of the API, generated from the schemas, the operations and the problem catalogue. */
export function openApiDocument(facts: ExampleFacts): Json {
  return {
    openapi: OPENAPI_FILES['openapi.json'],
    ...documentHead(facts, {
      title: 'Company Registry Read API',
      summary: 'Company search, profiles and current officers from official company registers of Europe.',
      description:
        'Free, read-only and keyless. Company IDs are permanent. A field that the registers do not publish is absent, never filled in. Errors are RFC 9457 problem documents. Cross-origin browser requests are allowed. `HEAD` is answered as `GET` without a body, other methods with 405 and the field `Allow`. Every answer carries an `attribution` that must be shown wherever the data is displayed. The licence named here is that of this description; the data is under the licence of its register.',
      version: INTERFACE_VERSION,
    }),
    'x-limits': { url: `${facts.siteUrl}/limits.json`, ...limitsOf(facts) } as unknown as Json,
    externalDocs: { url: `${facts.siteUrl}/`, description: 'The website of the service.' },
    tags: [
      { name: 'Search', description: 'Find a company by the start of its name or of a business ID.' },
      { name: 'Companies', description: 'One company by its permanent ID, and its current officers.' },
    ],
    paths: Object.fromEntries(OPERATIONS.map((operation) => [operation.path, pathItem(facts, operation)])),
    components: {
      schemas: Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, LINKS.inside(schema)])),
      headers: Object.fromEntries(
        Object.entries(headersOfLimit('default', rateLimitOf(facts))).map(([name, { description, ...rest }]) => [
          name,
          { description, required: true, ...rest },
        ]),
      ) as unknown as Json,
    },
  };
}
