import { exampleAnswers, exampleProblem, findExample, type ExampleFacts } from './examples.ts';
import { ANSWER_HEADERS, COMMON_HEADERS, headersOfLimit, type HeaderName } from './headers.ts';
import { describeLimits } from './limits.ts';
import { OPERATIONS, rateLimitOf, type Operation } from './operations.ts';
import { OPENAPI_FILES, type Json } from './openapi-versions.ts';
import { PROBLEMS, type ProblemKind } from './problems.ts';
import { SCHEMAS, type Problem } from './schemas.ts';

/** The version of the interface description; the version of the interface itself is the `/v1` of its paths. */
const INTERFACE_VERSION = '1.0.0';

/** The pattern that TypeBox writes for an object with any property names. */
const ANY_NAME = '^.*$';

export interface Response {
  readonly [name: string]: Json;
  readonly description: string;
  readonly headers: Record<string, Json>;
  readonly content: Record<string, Json>;
}

export function headerReferences(names: readonly HeaderName[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Returns named schemas as plain JSON; a named schema inside another one becomes a reference. Schemas are compared by their text, because
 * TypeBox copies a schema when it makes the schema optional.
 */
export function linkedSchemas(schemas: Readonly<Record<string, unknown>>): Record<string, Json> {
  const entries = Object.entries(schemas);
  const names = new Map(entries.map(([name, schema]) => [JSON.stringify(schema), name]));
  const linked = (key: string, value: unknown): unknown => {
    const name = key === '' ? undefined : names.get(JSON.stringify(value));
    return name === undefined ? inCommonKeywords(value) : referenceTo(name);
  };
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, JSON.parse(JSON.stringify(schema, linked)) as Json]),
  );
}

/** Replaces two keywords of TypeBox that most generators of clients ignore: of constants, and of objects with any names. */
function inCommonKeywords(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { const: only, patternProperties, ...rest } = value as Readonly<Record<string, unknown>>;
  if (only !== undefined) return { ...rest, enum: [only] };
  if (patternProperties === undefined) return value;
  const { [ANY_NAME]: every } = patternProperties as Readonly<Record<string, unknown>>;
  return every === undefined ? value : { ...rest, additionalProperties: every };
}

export function successText(what: string, isGet = true): string {
  const current = ' A request whose `If-None-Match` names the current `ETag` is answered 304 without a body.';
  return `Success: ${what}.${isGet ? current : ''}`;
}

/**
 * Returns the responses for problems by status, from an example of each problem. Status 503 has two problems.
 * @param describeKind describes a problem
 */
export function problemResponses(
  problems: readonly Problem[],
  describeKind: (kind: ProblemKind) => string,
): Record<string, Response> {
  const byStatus = Map.groupBy(problems, ({ status }) => status);
  const responses = [...byStatus].map(([status, examples]): [number, Response] => {
    const kinds = examples.map(({ code }) => PROBLEMS[code]);
    const hasRetry = kinds.some(({ retryAfter }) => retryAfter);
    const values = examples.map((value) => [value.code, { summary: value.title, value }]);
    return [
      status,
      {
        description: kinds.map((kind) => `\`${kind.code}\`: ${describeKind(kind)}`).join('\n\n'),
        headers: headerReferences(hasRetry ? [...COMMON_HEADERS, 'Retry-After'] : COMMON_HEADERS),
        content: {
          'application/problem+json': { schema: referenceTo('Problem'), examples: Object.fromEntries(values) as Json },
        },
      },
    ];
  });
  return Object.fromEntries(responses);
}

/** The fields `info`, `servers` and `security`, which the documents of the operations and of doors share. */
export function documentHead(
  facts: ExampleFacts,
  info: { readonly title: string; readonly summary: string; readonly description: string; readonly version: string },
): Readonly<Record<string, Json>> {
  return {
    info: {
      ...info,
      termsOfService: `${facts.siteUrl}/terms`,
      ...toContact(facts),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: facts.baseUrl, description: 'Base address of the API.' }],
    // Empty, not absent: it states that no operation takes a credential.
    security: [],
  };
}

function toContact({ maintainer, contact }: ExampleFacts): Readonly<Record<string, Json>> {
  if (maintainer === undefined && contact === undefined) return {};
  const isMail = contact?.startsWith('mailto:') === true;
  const way = contact === undefined ? {} : isMail ? { email: contact.slice('mailto:'.length) } : { url: contact };
  return { contact: { ...(maintainer !== undefined && { name: maintainer }), ...way } };
}

function pathItem(facts: ExampleFacts, operation: Operation): Json {
  const { id, tag, summary, description, parameters, answer } = operation;
  const value = exampleAnswers(facts)[answer] as unknown as Json | undefined;
  const success = {
    description: successText(`one \`${answer}\``),
    headers: headerReferences(ANSWER_HEADERS),
    content: {
      'application/json': {
        schema: referenceTo(answer),
        ...(value !== undefined && { examples: { success: { summary, value } } }),
      },
    },
  };
  const problems = operation.problems.map((code) => exampleProblem(facts, code, operation));
  return {
    get: {
      operationId: id,
      tags: [tag],
      summary,
      description,
      parameters: parameters.map((parameter) => {
        const example = findExample(operation, parameter, facts.examples);
        return Object.assign({}, parameter, example !== undefined && { example }) as unknown as Json;
      }),
      responses: { 200: success, ...problemResponses(problems, (kind) => kind.description) },
    },
  };
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
    'x-limits': { url: `${facts.siteUrl}/limits.json`, ...describeLimits(facts) } as unknown as Json,
    externalDocs: { url: `${facts.siteUrl}/`, description: 'The website of the service.' },
    tags: [
      { name: 'Search', description: 'Find a company by the start of its name or of a business ID.' },
      { name: 'Companies', description: 'One company by its permanent ID, and its current officers.' },
    ],
    paths: Object.fromEntries(OPERATIONS.map((operation) => [operation.path, pathItem(facts, operation)])),
    components: {
      schemas: linkedSchemas(SCHEMAS),
      headers: headersOfLimit('default', rateLimitOf(facts)) as unknown as Json,
    },
  };
}
