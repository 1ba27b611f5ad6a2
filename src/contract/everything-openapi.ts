import { doorDocument } from './door-openapi.ts';
import type { ExampleFacts } from './examples.ts';
import { documentHead, openApiDocument } from './openapi.ts';
import type { Json } from './openapi-versions.ts';

/** The parts of a document that are merged. */
interface Parts {
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<'schemas' | 'headers', Readonly<Record<string, Json>>>>;
  readonly info: { readonly version: string };
}

/**
 * Returns one OpenAPI document of the operations and of all enabled doors, for tools that read only one. Its parts are those of the separate
 * documents; the header fields of a door's limit have its name.
 */
export async function everythingDocument(facts: ExampleFacts): Promise<Json> {
  const core = openApiDocument(facts) as unknown as Parts;
  const { tags, paths, components, info, ...rest } = core;
  const schemas: Record<string, Json> = { ...components.schemas };
  const headers: Record<string, Json> = { ...components.headers };
  const all = { tags: [...tags], paths: { ...paths } };
  for (const door of facts.doors ?? []) {
    const own = renameHeaders((await doorDocument(facts, door)) as unknown as Parts, headers, door.name);
    all.tags.push(...own.tags);
    Object.assign(all.paths, own.paths);
    Object.assign(headers, own.components.headers);
    for (const [name, schema] of Object.entries(own.components.schemas)) {
      if (JSON.stringify(schemas[name] ?? schema) !== JSON.stringify(schema))
        throw new Error(`The schema "${name}" of the door "${door.name}" differs from another one of this name`);
      schemas[name] = schema;
    }
  }
  const { info: named } = documentHead(facts, {
    title: 'Company Registry: everything served',
    summary: 'The operations of the API and all resources beside them that this service has.',
    description: `One document in place of those of the [operations](${facts.siteUrl}/api/openapi.json) and of each [resource](${facts.siteUrl}/developers). Paths, schemas and limits are theirs; each resource has a version of its own. Free, read-only and keyless.`,
    version: info.version,
  });
  return { ...rest, ...all, info: named ?? null, components: { schemas, headers } };
}

/** Gives those header fields of a door that differ from `known` ones the name of the door. */
function renameHeaders(document: Parts, known: Readonly<Record<string, Json>>, door: string): Parts {
  const changed = Object.entries(document.components.headers).flatMap(([name, header]) =>
    JSON.stringify(known[name] ?? header) === JSON.stringify(header) ? [] : [name],
  );
  const paths = changed.reduce(
    (text, name) => text.replaceAll(`"#/components/headers/${name}"`, `"#/components/headers/${name}-${door}"`),
    JSON.stringify(document.paths),
  );
  const headers = Object.entries(document.components.headers).map(([name, header]) => [
    changed.includes(name) ? `${name}-${door}` : name,
    header,
  ]);
  return {
    ...document,
    paths: JSON.parse(paths) as Parts['paths'],
    components: { ...document.components, headers: Object.fromEntries(headers) as Parts['paths'] },
  };
}
