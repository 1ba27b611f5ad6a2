import { openApiDocument } from '../../src/contract/document.ts';
import { documentTypes, type TypedDocument } from './document-types.ts';

/** The TypeScript text of this service's types. It does not depend on the addresses in the document. */
export function contractTypes(): string {
  const facts = { baseUrl: 'https://example.org', siteUrl: 'https://example.org', dataProvider: 'Example' };
  return documentTypes(openApiDocument(facts) as unknown as TypedDocument);
}
