/** The OpenAPI document as served, for tests that compare the service with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly $ref?: string;
  readonly [keyword: string]: unknown;
}

export interface Header {
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  /** Absent if no value stays valid. */
  readonly example?: string | number;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: Readonly<
    Record<string, { schema: Schema; examples?: Record<string, { summary: string; value: unknown }> }>
  >;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: {
    readonly version: string;
    readonly description: string;
    readonly termsOfService: string;
    readonly contact?: object;
  };
  readonly 'x-limits': object;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

const SCHEMA_FILE = join(import.meta.dirname, '..', 'fixtures', 'openapi-3.2.schema.json');
const DOCUMENT_ID = 'https://schemas.example.test/openapi.json';

/** The media ranges of RFC 9110, section 12.5.1; the package of formats lacks this format. */
const MEDIA_RANGE = /^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))(?:\s*;\s*[\w-]+=\S+)*$/;

/** Returns the faults of a document by the schema of the OpenAPI Initiative; empty if it is valid. */
export function documentFaults(document: unknown): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('media-range', MEDIA_RANGE);
  return findFaults(ajv.compile(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as object), document);
}

/** Validates values with the schemas of one document. Ajv's strict mode rejects unknown keywords and formats. */
export class DocumentSchemas {
  readonly #ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  readonly #document: OpenApi;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.#document = document;
    formats.default(this.#ajv);
    // Only the schemas are JSON Schema; Ajv would reject the rest of the document as unknown keywords.
    this.#ajv.addSchema(relinked({ $id: DOCUMENT_ID, $defs: document.components.schemas }));
  }

  /** Returns the faults of a value; empty if it is valid. */
  faults(schema: Schema, value: unknown): string[] {
    const text = JSON.stringify(schema);
    const check = this.#compiled.get(text) ?? this.#ajv.compile(relinked(schema));
    this.#compiled.set(text, check);
    return findFaults(check, value);
  }

  /** Returns the header that a response declares by reference. */
  header({ $ref }: { readonly $ref: string }): Header | undefined {
    return this.#document.components.headers[$ref.replace('#/components/headers/', '')];
  }
}

/** A received response. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly json: () => unknown;
}

/** Header fields that the document does not declare: they describe the transport, and the media type is declared with the content. */
const OF_THE_TRANSPORT = new Set(['content-type', 'content-length', 'connection', 'date', 'keep-alive']);

/**
 * Returns the differences between a response and the declared responses of a path, including undeclared content; empty if there are none.
 */
export function answerFaults(document: OpenApi, schemas: DocumentSchemas, path: string, answer: Answer): string[] {
  const response = document.paths[path]?.['get']?.responses[String(answer.status)];
  if (response === undefined) return [`status ${answer.status} is not declared`];
  const [type = '', { schema, examples } = { schema: {}, examples: {} }] = Object.entries(response.content)[0] ?? [];
  const faults = schemas.faults(schema, answer.json()).map((fault) => `body ${fault}`);
  if (answer.headers['content-type'] !== type) faults.push(`content-type ${answer.headers['content-type']}`);
  const { code = 'success' } = answer.json() as { readonly code?: string };
  // Responses of a data service may lack examples; test/house/openapi.test.ts requires those of a snapshot.
  if (examples !== undefined && !(code in examples)) faults.push(`${code} is not shown`);
  const declared = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  for (const name of Object.keys(answer.headers)) {
    if (!declared.has(name) && !OF_THE_TRANSPORT.has(name)) faults.push(`${name} is not declared`);
  }
  for (const [name, reference] of Object.entries(response.headers)) {
    const header = schemas.header(reference);
    const text = answer.headers[name.toLowerCase()];
    if (header === undefined || text === undefined) {
      faults.push(`${name} is missing`);
      continue;
    }
    // A field value is text; an integer is written in decimal digits.
    const value = header.schema['type'] === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
    faults.push(...schemas.faults(header.schema, value).map((fault) => `${name} ${fault}`));
  }
  return faults;
}

/** Returns a schema whose references point to the document's schemas in Ajv. */
function relinked(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', `${DOCUMENT_ID}#/$defs/`)) as object;
}

function findFaults(check: ValidateFunction, value: unknown): string[] {
  if (check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? ''}`);
}
