import type {
  DoorDeclaration,
  EVERYTHING,
  ExampleFacts,
  OpenApiFile,
  SchemaName,
  ServiceFacts,
  SiteDocument,
} from '../../contract/index.ts';
import { jsonDocument, textDocument } from '../document.ts';

const IN_DOCUMENT = '#/components/schemas/';

/**
 * Returns the OpenAPI document of the operations, of a door or of everything, in the OpenAPI version of `file`. Loads the schema library on demand, which
 * would double the start-up time of the service.
 */
async function openApi(
  facts: ExampleFacts,
  file: OpenApiFile = 'openapi.json',
  of?: DoorDeclaration | typeof EVERYTHING,
) {
  const { doorDocument, everythingDocument, inVersion, openApiDocument } = await import('../../contract/document.ts');
  if (of === undefined) return inVersion(openApiDocument(facts), file);
  return inVersion(await ('operations' in of ? doorDocument(facts, of) : everythingDocument(facts)), file);
}

/** Returns the OpenAPI document as JSON. */
export async function openApiJson(
  facts: ExampleFacts,
  file: OpenApiFile,
  of?: DoorDeclaration | typeof EVERYTHING,
): Promise<SiteDocument> {
  return textDocument('application/json', JSON.stringify(await openApi(facts, file, of)));
}

/** Returns the OpenAPI document as YAML, with the media type of RFC 9512. */
export async function openApiYaml(facts: ExampleFacts): Promise<SiteDocument> {
  const { stringify } = await import('yaml');
  // Repeated objects are written out, because some readers do not support aliases.
  return textDocument('application/yaml', stringify(await openApi(facts), { aliasDuplicateObjects: false }));
}

/** Returns the permanent path of a schema, below the site's address. */
export function schemaPath(name: string): string {
  return `/api/schemas/${name}.json`;
}

/** Returns the JSON Schema (2020-12) of a resource. References are relative, because each schema has its own document. */
export async function schemaDocument(facts: ServiceFacts, name: SchemaName): Promise<SiteDocument> {
  const { components } = (await openApi(facts)) as {
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  const schema = JSON.parse(JSON.stringify(components.schemas[name]), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(IN_DOCUMENT, '').concat('.json') : value,
  ) as object;
  return jsonDocument(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: facts.siteUrl + schemaPath(name),
      title: name,
      ...schema,
    },
    'application/schema+json',
  );
}
