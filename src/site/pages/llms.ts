import { EVERYTHING, OPERATIONS, doorDocumentPath, exampleTarget, type SiteDocument } from '../../contract/index.ts';
import { textDocument } from '../document.ts';
import { listSectionPages } from './developers/section.ts';
import type { SiteFacts } from '../site-facts.ts';
import { fillText } from '../texts.ts';

/** Describes the service and its documents for language models, in the format of llmstxt.org. */
export function llmsText(facts: SiteFacts): SiteDocument {
  const { baseUrl, siteUrl, examples, doors = [] } = facts;
  const formatLinks = (links: readonly (readonly [name: string, path: string, note: string])[]): string =>
    links.map(([name, path, note]) => `- [${name}](${siteUrl}${path}): ${note}\n`).join('');
  const operations = OPERATIONS.map((operation) => {
    const target = exampleTarget(operation, examples);
    const example = target === undefined ? '' : `, for example ${baseUrl}${target}`;
    return `- ${operation.summary}: \`GET ${baseUrl}${operation.path}\`${example}`;
  });
  const doorOperations = doors.flatMap(({ title, operations: own }) =>
    own.map(({ method, path, summary }) => `- ${title}: ${summary}: \`${method} ${baseUrl}${path}\``),
  );
  const text = fillText(facts, 'llms', {
    operations: [...operations, ...doorOperations].join('\n'),
    otherLimits: doors.length === 0 ? '' : ' Resources beside the three operations have limits of their own.',
    documents: formatLinks([
      ...doors.map((door) => [`OpenAPI: ${door.title}`, doorDocumentPath(door), door.summary] as const),
      ['OpenAPI: everything', doorDocumentPath(EVERYTHING), 'The operations and all resources in one document.'],
    ]),
    guides: formatLinks(listSectionPages(facts).map(({ path, title, description }) => [title, path, description])),
  });
  return textDocument('text/plain; charset=utf-8', text);
}
