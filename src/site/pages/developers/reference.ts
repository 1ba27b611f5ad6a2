import {
  OPERATIONS,
  PROBLEMS,
  headersOfLimit,
  rateLimitOf,
  exampleTarget,
  problemPath,
  type HeaderName,
  type Operation,
} from '../../../contract/index.ts';
import { rendererPath } from '../../assets.ts';
import { code } from '../../code.ts';
import { Html, cards, markup, withCode, type Child } from '../../html.ts';
import { schemaPath } from '../../machine/openapi.ts';
import type { SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly default?: number;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly get: { readonly responses: Readonly<Record<string, Answer>> } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Answer {
  readonly headers: Readonly<Partial<Record<HeaderName, object>>>;
  readonly content: Readonly<
    Record<string, { readonly examples?: { readonly success?: { readonly value: object } } | undefined }>
  >;
}

/**
 * Makes the API reference for people. Swagger UI, which sends live requests, is loaded on demand. Only this page allows the style sheet
 * and the `data:` icons of Swagger UI.
 */
export async function referencePage(facts: SiteFacts): Promise<SectionContent> {
  const { root, baseUrl } = facts;
  // The schema library is loaded on demand.
  const { openApiDocument } = await import('../../../contract/document.ts');
  const api = openApiDocument(facts) as unknown as ApiDocument;
  return {
    scripts: ['reference'],
    styles: ['cards', 'reference'],
    policy: { 'style-src': `'self'`, 'img-src': 'data:' },
    main: markup`<p>Base address: <code>${baseUrl}</code>. No key, no account. Every operation is a <code>GET</code> and answers JSON. The same as a document for programs:
<a id="document" href="${root}/api/openapi.json">OpenAPI 3.2</a>, also <a href="${root}/api/openapi.yaml">as YAML</a>, as <a href="${root}/api/openapi-3.1.json">OpenAPI 3.1</a> and as <a href="${root}/api/openapi-3.0.json">OpenAPI 3.0</a>, for generators that do not read 3.2 yet.</p>
<ul class="contents">
${OPERATIONS.map(({ id, summary, path }) => markup`<li><a href="#${id}">${summary}</a> <code>GET ${path}</code></li>\n`)}</ul>
<section id="live" aria-labelledby="live-title">
<h2 id="live-title">Live requests</h2>
<p><button type="button" id="load" hidden>Send requests from this page</button><noscript>Requests can be sent from this page in a browser that runs scripts.</noscript></p>
<div id="renderer" data-api="${facts.api}/" data-script="${root}${rendererPath('swagger-ui-bundle.js')}" data-style="${root}${rendererPath('swagger-ui.css')}"></div>
</section>
${OPERATIONS.map((operation) => operationSection(facts, api, operation))}
<h2 id="headers">Headers of every response</h2>
<p>Those that only some responses have say so.</p>
${headersTable(facts, api)}
<h2 id="resources">Resources</h2>
<p>A field that the registers do not publish is absent, never null. New fields may be added: ignore unknown ones.</p>
${schemaSections(api.components.schemas, (name) => root + schemaPath(name))}`,
  };
}

function operationSection(facts: SiteFacts, api: ApiDocument, operation: Operation): Html {
  const { id, summary, description, path, parameters, answer } = operation;
  const target = exampleTarget(operation, facts.examples);
  const rows = parameters.map(({ name, in: place, required, schema, description: meaning }) => {
    // The description of the field states the pattern in words.
    const { pattern: _, ...type } = schema as Schema;
    return [
      markup`<code>${name}</code>`,
      markup`${place}, ${required ? 'required' : 'optional'}`,
      renderType(type),
      markup`${withCode(meaning)}`,
    ];
  });
  const shown = api.paths[path]?.get.responses['200']?.content['application/json']?.examples?.success?.value;
  return markup`<h2 id="${id}">${summary}</h2>
<p class="endpoint"><span>GET</span> <code>${path}</code></p>
<p>${withCode(description)}</p>
${cards(`Parameters: ${summary}`, ['Parameter', 'Place', 'Type', 'Meaning'], rows)}
${target !== undefined && markup`<h3 class="minor">Request</h3>\n${code('sh', `curl '${facts.baseUrl}${target}'`)}`}
<h3 class="minor">Response</h3>
<p><code>200</code> with a <a href="#${toSchemaAnchor(answer)}">${answer}</a>, or 304 where <code>If-None-Match</code> names the current <code>ETag</code>.</p>
${shown && code('json', JSON.stringify(shown, null, 2))}
${problemsTable(facts, operation)}
`;
}

function problemsTable({ root }: SiteFacts, { summary, problems }: Operation): Html {
  const rows = problems.map((name) => [
    PROBLEMS[name].status,
    markup`<a href="${root}${problemPath(name)}"><code>${name}</code></a>`,
    markup`${withCode(PROBLEMS[name].description)}`,
  ]);
  return cards(`Errors: ${summary}`, ['Status', 'Code', 'When'], rows);
}

/** Returns a table of all header fields, each once, with the responses that have the field. */
function headersTable(facts: SiteFacts, { paths }: ApiDocument): Html {
  const headers = headersOfLimit('default', rateLimitOf(facts));
  const answers = Object.values(paths).flatMap(({ get }) => Object.entries(get.responses));
  const rows = (Object.keys(headers) as HeaderName[]).map((name) => {
    const statuses = new Set(answers.filter(([, response]) => name in response.headers).map(([status]) => status));
    const everywhere = answers.every(([status]) => statuses.has(status));
    return [
      markup`<code>${name}</code>`,
      markup`${withCode(headers[name].description)}${!everywhere && ` Only with ${[...statuses].join(', ')}.`}`,
      markup`<code>${headers[name].example}</code>`,
    ];
  });
  return cards('Header fields', ['Header', 'Meaning', 'Example'], rows);
}

/** Returns a section for each named schema, with its fields or the rules of its text. */
function schemaSections(schemas: Readonly<Record<string, Schema>>, toAddress: (name: string) => string): Html[] {
  return Object.entries(schemas).map(
    ([name, schema]) => markup`<h3 id="${toSchemaAnchor(name)}">${name}</h3>
<p>${withCode(schema.description ?? '')} <a href="${toAddress(name)}">JSON Schema</a></p>
${schema.properties === undefined ? markup`<p>${renderType(schema)}</p>` : renderFields(name, schema)}
`,
  );
}

function renderFields(name: string, { properties = {}, required = [] }: Schema): Html {
  const rows = Object.entries(properties).map(([field, schema]) => [
    markup`<code>${field}</code>`,
    markup`${renderType(schema)}${!required.includes(field) && new Html('<br><span class="quiet">may be absent</span>')}`,
    markup`${withCode(schema.description ?? '')}`,
  ]);
  return cards(`Fields of ${name}`, ['Field', 'Type', 'Meaning'], rows);
}

/** Returns the type of a value in words, with its rules and with links to named schemas. */
function renderType(schema: Schema): Html {
  const { $ref, type = 'string', items, enum: values } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (items !== undefined) return markup`array of ${renderType(items)}`;
  if (values !== undefined) return listed(values.map((value) => markup`<code>${value}</code>`));
  const words = typeof type === 'string' ? type : type.join(' or ');
  return listed([markup`${words}`, ...listRules(schema)]);
}

function listRules({ minimum, maximum, minLength, default: standard, pattern, format }: Schema): Html[] {
  const rules: readonly Child[] = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    standard !== undefined && `${standard} if it is left out`,
    format !== undefined && markup`<code>${format}</code>`,
    pattern !== undefined && markup`<code>${pattern}</code>`,
  ];
  return rules.filter((rule) => rule !== false).map((rule) => markup`${rule}`);
}

function listed(parts: readonly Html[]): Html {
  return markup`${parts.map((part, i) => markup`${i > 0 && ', '}${part}`)}`;
}

function linkTo(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return markup`<a href="#${toSchemaAnchor(name)}">${name}</a>`;
}

function toSchemaAnchor(name: string): string {
  return `schema-${name}`;
}
