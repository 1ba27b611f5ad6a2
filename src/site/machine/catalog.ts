import {
  OPENAPI_FILES,
  doorDocumentPath,
  type DoorDeclaration,
  type OpenApiFile,
  type ServiceFacts,
  type SiteDocument,
} from '../../contract/index.ts';
import { jsonDocument } from '../document.ts';
import relations from './catalog.json' with { type: 'json' };

const PATH = '/.well-known/api-catalog';
const TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** A link of the catalogue; `href` is a path of the site. */
type Link = (typeof relations)['service-desc'][number];

/** Returns the `Link` field that leads from any resource of the site to the catalogue. */
export function catalogLink({ siteUrl }: ServiceFacts): string {
  return `<${siteUrl}${PATH}>; rel="api-catalog"`;
}

/** Returns the API catalogue (RFC 9727): a set of links (RFC 9264) with the relations of RFC 8631 and RFC 6903. */
export function apiCatalog(facts: ServiceFacts): SiteDocument {
  const { baseUrl, siteUrl, doors = [] } = facts;
  const items = [
    { href: baseUrl, title: 'Company Registry Read API' },
    ...doors.map(({ name, title }) => ({ href: `${baseUrl}/${name}`, title })),
  ];
  const context = (anchor: string, links: Readonly<Record<string, readonly Link[]>>): object =>
    Object.fromEntries([
      ['anchor', anchor],
      ...Object.entries(links).map(([relation, list]) => [
        relation,
        list.map(({ href, type, title }) => ({ href: siteUrl + href, type, title })),
      ]),
    ]) as object;
  const linkset = [
    { anchor: siteUrl + PATH, item: items },
    context(baseUrl, relations),
    ...doors.map((door) => context(`${baseUrl}/${door.name}`, doorRelations(door))),
  ];
  // RFC 9727, section 2: the links are also in the header, so that a HEAD request returns them.
  const links = [catalogLink(facts), ...items.map(({ href }) => `<${href}>; rel="item"`)];
  return { ...jsonDocument({ linkset }, TYPE), headers: { Link: links.join(', ') } };
}

function doorRelations(door: DoorDeclaration): Readonly<Record<string, readonly Link[]>> {
  return {
    'service-desc': Object.entries(OPENAPI_FILES).map(([file, version]) => ({
      href: doorDocumentPath(door, file as OpenApiFile),
      type: 'application/json',
      title: `OpenAPI ${version.slice(0, 3)}`,
    })),
    'service-doc': [{ href: `/developers/${door.name}`, type: 'text/html', title: door.title }],
    'service-meta': [{ href: '/limits.json', type: 'application/json', title: 'Limits' }],
  };
}
