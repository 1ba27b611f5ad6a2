import {
  OPERATIONS,
  PROBLEMS,
  exampleTarget,
  problemPath,
  type Operation,
  type OperationParameter,
} from '../../../contract/index.ts';
import { rendererPath } from '../../assets.ts';
import { markup, table, withCode, type Html } from '../../html.ts';
import { schemaPath } from '../../machine/openapi.ts';
import type { SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/**
 * The API reference. The static content shows the contract; with scripts, Swagger UI replaces it and sends live requests. Only this
 * page allows its style sheet and its `data:` icons.
 */
export function referencePage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  return {
    scripts: ['reference'],
    styles: ['reference'],
    policy: { 'style-src': `'self'`, 'img-src': 'data:' },
    main: markup`<p>Base address: <code>${facts.baseUrl}</code>. Generated from the <a id="document" href="${root}/api/openapi.json">OpenAPI 3.2 document</a>, also
available <a href="${root}/api/openapi.yaml">as YAML</a> and <a href="${root}/api/openapi-3.1.json">as OpenAPI 3.1</a>, for generators that do not read 3.2 yet.</p>
<section id="live" aria-labelledby="operations-title" hidden>
<h2 id="operations-title">Operations</h2>
<div id="renderer" data-api="${facts.api}/" data-script="${root}${rendererPath('swagger-ui-bundle.js')}" data-style="${root}${rendererPath('swagger-ui.css')}"></div>
</section>
<div id="plain">
${OPERATIONS.map((operation) => operationSection(facts, operation))}</div>`,
  };
}

function operationSection(facts: SiteFacts, operation: Operation): Html {
  const { id, summary, description, path, parameters, answer, problems } = operation;
  const { root, baseUrl, examples } = facts;
  const target = exampleTarget(operation, examples);
  const codes = problems.map(
    (code) =>
      markup`<li><code>${PROBLEMS[code].status}</code> <a href="${root}${problemPath(code)}"><code>${code}</code></a>: ${PROBLEMS[code].description}</li>\n`,
  );
  return markup`<h2 id="${id}">${summary}</h2>
<p><code>GET ${path}</code></p>
<p>${withCode(description)}</p>
${table(
  `Parameters: ${summary}`,
  ['Parameter', 'In', 'Rules', 'Description'],
  parameters.map((parameter) => [
    markup`<code>${parameter.name}</code>`,
    `${parameter.in}, ${parameter.required ? 'required' : 'optional'}`,
    rulesOf(parameter),
    markup`${withCode(parameter.description)}`,
  ]),
)}
<h3>Responses</h3>
<ul>
<li><code>200</code> <a href="${root}${schemaPath(answer)}"><code>${answer}</code></a></li>
${codes}</ul>
${target !== undefined && markup`<h3>Example</h3>\n<pre tabindex="0"><code>${baseUrl}${target}</code></pre>\n`}`;
}

function rulesOf({ schema }: OperationParameter): Html {
  const { $ref, type, ...rules } = schema;
  const lines = Object.entries(rules).map(([name, value]) => markup`<br>${name} <code>${value}</code>`);
  return markup`${$ref === undefined ? type : String($ref).split('/').at(-1)}${lines}`;
}
