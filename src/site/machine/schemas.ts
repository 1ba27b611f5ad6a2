import type { SchemaName, ServiceFacts } from '../../contract/index.ts';
import { jsonDocument, type MachineDocument } from './document.ts';

const IN_DOCUMENT = '#/components/schemas/';

/** Where a schema is found below the site's address, for ever. */
export function schemaPath(name: string): string {
  return `/api/schemas/${name}.json`;
}

/** The JSON Schema (2020-12) of one resource. What it refers to stands beside it, so that every reference can be followed. */
export async function schemaDocument({ siteUrl, ...facts }: ServiceFacts, name: SchemaName): Promise<MachineDocument> {
  const { openApiDocument } = await import('../../contract/document.ts');
  const { components } = openApiDocument({ ...facts, siteUrl }) as {
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const schema = JSON.parse(JSON.stringify(components.schemas[name]), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(IN_DOCUMENT, '').concat('.json') : value,
  ) as object;
  return jsonDocument(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: siteUrl + schemaPath(name),
      title: name,
      ...schema,
    },
    'application/schema+json',
  );
}
