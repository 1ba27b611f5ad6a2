import { doorDocumentPath, openDoors, type KnownDoor, type ServiceFacts } from '../../contract/index.ts';
import { jsonDocument, textDocument, type SiteDocument } from '../document.ts';

const DESCRIPTION =
  'Company search, profiles and current officers from official company registers of Europe. Free, read-only, without a key. Search matches the start of a name or of a business ID. Every company has a permanent ID, and every officer the register that publishes it. A field that registers do not publish is absent.';

/** The API and its documents in the format APIs.json 0.23, for API catalogues. */
export function apisJson(facts: ServiceFacts): SiteDocument {
  return jsonDocument(apisOf(facts, '/apis.json'));
}

/** The same as YAML. */
export async function apisYaml(facts: ServiceFacts): Promise<SiteDocument> {
  const { stringify } = await import('yaml');
  return textDocument('application/yaml', stringify(apisOf(facts, '/apis.yml')));
}

/** What an API is described by. */
function propertyOf(siteUrl: string) {
  return (type: string, path: string, mediaType: string): object => ({ type, url: siteUrl + path, mediaType });
}

/** A door, which is an API of its own. */
function doorOf({ baseUrl, siteUrl }: ServiceFacts, door: KnownDoor): object {
  const property = propertyOf(siteUrl);
  return {
    aid: `${new URL(siteUrl).hostname}:${door.name}`,
    name: door.title,
    description: door.description,
    image: `${siteUrl}/icon.svg`,
    baseURL: baseUrl,
    humanURL: `${siteUrl}/developers/${door.name}`,
    tags: ['companies', door.name],
    properties: [
      property('OpenAPI', doorDocumentPath(door), 'application/json'),
      property('Documentation', `/developers/${door.name}`, 'text/html'),
    ],
  };
}

function apisOf(facts: ServiceFacts, ownPath: string): object {
  const { baseUrl, siteUrl, maintainer, contact } = facts;
  const { hostname } = new URL(siteUrl);
  const property = propertyOf(siteUrl);
  const html = 'text/html';
  const mail = contact?.startsWith('mailto:') === true ? contact.slice('mailto:'.length) : undefined;
  return {
    aid: `${hostname}:openfirma`,
    name: 'openfirma',
    description: DESCRIPTION,
    url: siteUrl + ownPath,
    image: `${siteUrl}/icon.svg`,
    type: 'Index',
    access: '1st-Party',
    specificationVersion: '0.23',
    tags: ['companies', 'company registers', 'officers', 'open data', 'Europe'],
    apis: [
      {
        aid: `${hostname}:company-registry`,
        name: 'Company Registry Read API',
        description: DESCRIPTION,
        image: `${siteUrl}/icon.svg`,
        baseURL: baseUrl,
        humanURL: `${siteUrl}/developers`,
        tags: ['companies', 'search', 'officers'],
        properties: [
          property('OpenAPI', '/api/openapi.json', 'application/json'),
          property('OpenAPI', '/api/openapi.yaml', 'application/yaml'),
          property('OpenAPI', '/api/openapi-3.1.json', 'application/json'),
          property('JSONSchema', '/api/schemas/Company.json', 'application/schema+json'),
          property('PostmanCollection', '/api/postman.json', 'application/json'),
          property('Documentation', '/developers', html),
          property('GettingStarted', '/developers', html),
          property('Authentication', '/developers/authentication', html),
          property('Console', '/developers/reference', html),
          property('APIReference', '/developers/reference', html),
          property('ErrorCodes', '/developers/errors', html),
          property('RateLimits', '/developers/limits', html),
          property('Versioning', '/developers/versioning', html),
          property('Deprecation', '/developers/versioning', html),
          property('ChangeLog', '/developers/changelog', html),
        ],
      },
      ...openDoors(facts).map((door) => doorOf(facts, door)),
    ],
    common: [
      property('DeveloperPortal', '/developers', html),
      property('TermsOfService', '/terms', html),
      property('PrivacyPolicy', '/privacy', html),
      property('WellKnown', '/.well-known/api-catalog', 'application/linkset+json'),
      ...(contact === undefined ? [] : [{ type: 'Support', url: contact }]),
      property('StatusPage', '/status', html),
      property('LlmsText', '/llms.txt', 'text/plain'),
      property('Security', '/.well-known/security.txt', 'text/plain'),
      property('License', '/developers/attribution', html),
    ],
    maintainers: [{ FN: maintainer ?? 'openfirma', url: siteUrl, ...(mail !== undefined && { email: mail }) }],
  };
}
