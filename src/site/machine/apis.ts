import type { ServiceFacts } from '../../contract/index.ts';
import { jsonDocument, type SiteDocument } from '../document.ts';

const DESCRIPTION =
  'Company search, profiles and current officers from company registers of 35 countries. Free, read-only, without a key.';

/** The API and its documents in the format APIs.json 0.23, for API catalogues. */
export function apisJson({ baseUrl, siteUrl }: ServiceFacts): SiteDocument {
  const { hostname } = new URL(siteUrl);
  const property = (type: string, path: string, mediaType: string): object => ({
    type,
    url: siteUrl + path,
    mediaType,
  });
  const html = 'text/html';
  return jsonDocument({
    aid: `${hostname}:openfirma`,
    name: 'openfirma',
    description: DESCRIPTION,
    url: `${siteUrl}/apis.json`,
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
          property('JSONSchema', '/api/schemas/Company.json', 'application/schema+json'),
          property('PostmanCollection', '/api/postman.json', 'application/json'),
          property('GettingStarted', '/developers', html),
          property('APIReference', '/developers/reference', html),
          property('ErrorCodes', '/developers/errors', html),
          property('RateLimits', '/developers/limits', html),
          property('Versioning', '/developers/versioning', html),
          property('ChangeLog', '/developers/changelog', html),
        ],
      },
    ],
    common: [
      property('StatusPage', '/status', html),
      property('LlmsText', '/llms.txt', 'text/plain'),
      property('Security', '/.well-known/security.txt', 'text/plain'),
      property('License', '/developers/attribution', html),
    ],
    maintainers: [{ FN: 'openfirma', url: siteUrl }],
  });
}
