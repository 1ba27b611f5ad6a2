import { openApiDocument } from '../src/contract/document.ts';
import { documentTypes, type TypedDocument } from './document-types.ts';

/** The types of this service's contract. The addresses in the document do not show in them. */
export function contractTypes(): string {
  const facts = { baseUrl: 'https://example.org', siteUrl: 'https://example.org', dataProvider: 'Example' };
  return documentTypes(openApiDocument(facts) as unknown as TypedDocument);
}
