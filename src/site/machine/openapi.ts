import type { ServiceFacts } from '../../contract/index.ts';
import { documentOf, type MachineDocument } from './document.ts';

/** The OpenAPI document. What it is made with is loaded now: it would double the time that the service takes to start. */
export async function openApiJson(facts: ServiceFacts): Promise<MachineDocument> {
  const { openApiDocument } = await import('../../contract/document.ts');
  return documentOf('application/json', JSON.stringify(openApiDocument(facts)));
}

/** The same as YAML, by the media type of RFC 9512. */
export async function openApiYaml(facts: ServiceFacts): Promise<MachineDocument> {
  const [{ openApiDocument }, { stringify }] = await Promise.all([
    import('../../contract/document.ts'),
    import('yaml'),
  ]);
  // What is said twice is written twice: not everything that reads YAML follows its aliases.
  return documentOf('application/yaml', stringify(openApiDocument(facts), { aliasDuplicateObjects: false }));
}
