import { doorDocumentPath, type DoorDeclaration, type ServiceFacts, type SiteDocument } from '../../contract/index.ts';
import { jsonDocument } from '../document.ts';

const PATH = '/.well-known/api-catalog';

/** The field that leads from any resource of the site to the catalogue. */
export function catalogLink({ siteUrl }: ServiceFacts): string {
  return `<${siteUrl}${PATH}>; rel="api-catalog"`;
}

/** The API catalogue (RFC 9727): a set of links (RFC 9264) with the relations of RFC 8631 and RFC 6903. */
export function apiCatalog(facts: ServiceFacts): SiteDocument {
  const { baseUrl, siteUrl } = facts;
  const doors = facts.doors ?? [];
  const addressOf = ({ name }: DoorDeclaration): string => `${baseUrl}/${name}`;
  const link = (path: string, type: string, title: string): object => ({ href: siteUrl + path, type, title });
  const catalog = {
    linkset: [
      {
        anchor: siteUrl + PATH,
        item: [
          { href: baseUrl, title: 'Company Registry Read API' },
          ...doors.map((door) => ({ href: addressOf(door), title: door.title })),
        ],
      },
      {
        anchor: baseUrl,
        'service-desc': [
          link('/api/openapi.json', 'application/json', 'OpenAPI 3.2'),
          link('/api/openapi.yaml', 'application/yaml', 'OpenAPI 3.2'),
          link('/api/openapi-3.1.json', 'application/json', 'OpenAPI 3.1'),
        ],
        'service-doc': [
          link('/developers', 'text/html', 'Getting started'),
          link('/developers/reference', 'text/html', 'API reference'),
          link('/llms.txt', 'text/plain', 'For language models'),
        ],
        'service-meta': [
          link('/limits.json', 'application/json', 'Limits'),
          link('/api/postman.json', 'application/json', 'Postman collection'),
        ],
        status: [link('/status.json', 'application/json', 'The age of the data of each register')],
        'terms-of-service': [link('/terms', 'text/html', 'Terms')],
        'privacy-policy': [link('/privacy', 'text/html', 'Privacy')],
        license: [link('/developers/attribution', 'text/html', 'Licences and attribution')],
      },
      ...doors.map((door) => ({
        anchor: addressOf(door),
        'service-desc': [link(doorDocumentPath(door), 'application/json', 'OpenAPI 3.2')],
        'service-doc': [link(`/developers/${door.name}`, 'text/html', door.title)],
        'service-meta': [link('/limits.json', 'application/json', 'Limits')],
      })),
    ],
  };
  const contentType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  return {
    ...jsonDocument(catalog, contentType),
    // RFC 9727, section 2: so that a HEAD request has the links, too.
    headers: {
      Link: [catalogLink(facts), ...[baseUrl, ...doors.map(addressOf)].map((href) => `<${href}>; rel="item"`)].join(
        ', ',
      ),
    },
  };
}
