import {
  OPERATIONS,
  RATE_LIMIT,
  attributionText,
  doorDocumentPath,
  exampleTarget,
  type SiteDocument,
} from '../../contract/index.ts';
import { textDocument } from '../document.ts';
import { sectionOf } from '../pages/developers/section.ts';
import type { SiteFacts } from '../site-facts.ts';

/** The service and its documents for language models, in the format of llmstxt.org. */
export function llmsText(facts: SiteFacts): SiteDocument {
  const { baseUrl, siteUrl, dataProvider, examples } = facts;
  const link = (name: string, path: string, note: string): string => `- [${name}](${siteUrl}${path}): ${note}`;
  const operations = OPERATIONS.map((operation) => {
    const target = exampleTarget(operation, examples);
    const example = target === undefined ? '' : `, for example ${baseUrl}${target}`;
    return `- ${operation.summary}: \`GET ${baseUrl}${operation.path}\`${example}`;
  });
  const doors = (facts.doors ?? []).flatMap(({ title, operations: own }) =>
    own.map(({ method, path, summary }) => `- ${title}: ${summary}: \`${method} ${baseUrl}${path}\``),
  );
  const limitsApart = doors.length === 0 ? '' : ' What is beside the three operations has limits of its own.';
  const pages = sectionOf(facts).map(({ path, title, description }) => link(title, path, description));
  return textDocument(
    'text/plain; charset=utf-8',
    `# openfirma

> Open company registers of Europe as one small, free, read-only JSON API without a key: search companies by the start of their name or business ID, get one by its permanent ID, list its current officers with their sources.

Base address: ${baseUrl}

${[...operations, ...doors].join('\n')}

- Every successful response has an \`attribution\` ("${attributionText(dataProvider)}"), which must be shown wherever the data is shown.
- ${RATE_LIMIT.requests} requests in ${RATE_LIMIT.windowSeconds} seconds for each client address; after a 429, wait for \`Retry-After\`.${limitsApart}
- A field that the registers do not publish is absent, never null, never guessed.
- Search matches the start of a name or of a business ID only. There is no relevance ranking and no fuzzy matching.
- Company IDs (\`co_\` and 26 characters) are permanent: store them, not names or numbers.
- Errors are RFC 9457 problem documents; \`code\` identifies the problem; \`retryable\` says whether the same request may succeed later.

## API

${[
  link('OpenAPI 3.2', '/api/openapi.json', 'every operation, parameter, response and header, with examples'),
  link('OpenAPI 3.2 as YAML', '/api/openapi.yaml', 'the same document'),
  link('OpenAPI 3.1', '/api/openapi-3.1.json', 'the same for tools that do not read 3.2 yet'),
  ...(facts.doors ?? []).map((door) => link(`OpenAPI: ${door.title}`, doorDocumentPath(door), door.summary)),
  link('Limits', '/limits.json', 'rate limits, lengths of queries and pages, lifetime of cursors'),
  link(
    'JSON Schema of a company',
    '/api/schemas/Company.json',
    'every other resource has its own schema in the same folder',
  ),
].join('\n')}

## Guides

${pages.join('\n')}

## Optional

${[
  link('Coverage', '/coverage', 'the registers of each country, their licences and what is missing'),
  link('Status', '/status.json', 'the age of the data of each register'),
  link('Postman collection', '/api/postman.json', 'the three operations'),
  link('Terms', '/terms', 'what the service and its data may be used for'),
  link('Privacy', '/privacy', 'what is kept of a visitor'),
].join('\n')}
`,
  );
}
