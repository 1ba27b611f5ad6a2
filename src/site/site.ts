import { EVERYTHING, OPENAPI_FILES, PROBLEMS, SCHEMA_NAMES, doorDocumentPath, problemPath } from '../contract/index.ts';
import type { MakeDocument, OpenApiFile, Site, SiteDocument } from '../contract/index.ts';
import { COUNTRIES, type DataFacts } from '../model/index.ts';
import { assetReaders, languageScripts, servedFile } from './assets.ts';
import { apiCatalog, catalogLink } from './machine/catalog.ts';
import { openApiJson, openApiYaml, schemaDocument, schemaPath } from './machine/openapi.ts';
import { postmanCollection } from './machine/postman.ts';
import { limitsDocument, robotsText, securityText, sitemap } from './machine/service-documents.ts';
import { createSiteFacts, type SiteConfig, type SiteFacts } from './site-facts.ts';
import type * as Pages from './pages/index.ts';
import { STATIC_PATHS, type SectionPage } from './pages/developers/section.ts';
import { problemKindPage, problemPage } from './pages/problems.ts';

/** Makes a document. `pages` is the module of pages, which the first request loads. */
type Make = (
  pages: typeof Pages,
  facts: SiteFacts,
  data: DataFacts,
  today: string,
) => SiteDocument | Promise<SiteDocument>;

/**
 * Returns the site of a service. Each document is made on the first request for it.
 * @param extraPages the pages for developers from extras
 */
export function createSite(service: SiteConfig, extraPages: readonly SectionPage[] = []): Site {
  const factsFor = (data: DataFacts | undefined): SiteFacts => createSiteFacts(service, data, extraPages);
  const make = async (data: DataFacts, how: Make, today = ''): Promise<SiteDocument> =>
    how(await import('./pages/index.ts'), factsFor(data), data, today);
  return {
    documents: createDocuments(service, extraPages, factsFor, (how) => (data, today) => make(data, how, today)),
    companyPage: (view, data) => make(data, (pages, facts) => pages.companyPage(facts, view, data)),
    searchPage: (view, data) => make(data, (pages, facts) => pages.searchPage(facts, view)),
    foldingPage: (text, data) => make(data, (pages, facts) => pages.matchingPage(facts, text)),
    problemPage: (problem, data) => problemPage(factsFor(data), problem),
  };
}

/** Returns the functions that make the documents, by path. Documents that do not depend on the data are made once. */
function createDocuments(
  service: SiteConfig,
  extraPages: readonly SectionPage[],
  factsFor: (data: DataFacts) => SiteFacts,
  page: (how: Make) => MakeDocument,
): ReadonlyMap<string, MakeDocument> {
  const home = page((pages, facts, data, today) => {
    const made = pages.homePage(facts, data, today);
    return { ...made, headers: { ...made.headers, Link: catalogLink(service) } };
  });
  // A site below a path is requested with and without a slash at its end.
  const hasPath = new URL(service.siteUrl).pathname !== '/';
  const documents: ReadonlyMap<string, MakeDocument> = new Map<string, MakeDocument>([
    ['/', home],
    ...(hasPath ? [['', home] as const] : []),
    ...Object.values(PROBLEMS).map((kind): [string, MakeDocument] => [
      problemPath(kind.code),
      (data) => problemKindPage(factsFor(data), kind),
    ]),
    ...STATIC_PATHS.map((path) => [path, page((pages, facts) => pages.staticPage(facts, path))] as const),
    ...extraPages.map((extra) => [extra.path, page((pages, facts) => pages.extraPage(facts, extra))] as const),
    ['/privacy', page((pages, facts) => pages.privacyPage(facts))],
    ['/terms', page((pages, facts) => pages.termsPage(facts))],
    ['/operators', page((pages, facts) => pages.operatorsPage(facts))],
    ['/coverage', page((pages, facts, data, today) => pages.coveragePage(facts, data, today))],
    ...[...COUNTRIES.keys()].map(
      (code) =>
        [
          `/coverage/${code}`,
          page((pages, facts, data, today) => pages.countryPage(facts, data, { code, today })),
        ] as const,
    ),
    ['/status', page((pages, facts, data, today) => pages.statusPage(facts, data, today))],
    ['/status.json', page((pages, _, data, today) => pages.statusDocument(data, today))],
    ['/llms.txt', page((pages, facts) => pages.llmsText(facts))],
    ...machineDocuments(service, factsFor),
    ['/sitemap.xml', once(() => sitemap(service, [...pagePaths(documents.keys()), '/search', '/developers/matching']))],
    ['/company-search.js', once(() => component(service))],
    ...languageScripts().flatMap((name) =>
      ['/', '/assets/'].map((folder) => [folder + name, once(() => servedFile(name))] as const),
    ),
    ...['/icon.svg', '/favicon.ico'].map((path) => [path, once(() => servedFile(path.slice(1)))] as const),
    ...assetReaders().map(([path, read]) => [path, once(read)] as const),
  ]);
  return documents;
}

/** Returns the documents for programs. Well-known documents are below the site's address, even if the address has a path. */
function machineDocuments(
  service: SiteConfig,
  factsFor: (data: DataFacts) => SiteFacts,
): readonly (readonly [path: string, make: MakeDocument])[] {
  return [
    ['/api/openapi.yaml', (data) => openApiYaml(factsFor(data))],
    ...(Object.keys(OPENAPI_FILES) as OpenApiFile[]).flatMap((file) =>
      [undefined, EVERYTHING, ...(service.doors ?? [])].map((door): readonly [string, MakeDocument] => [
        door === undefined ? `/api/${file}` : doorDocumentPath(door, file),
        (data) => openApiJson(factsFor(data), file, door),
      ]),
    ),
    ...SCHEMA_NAMES.map((name) => [schemaPath(name), once(() => schemaDocument(service, name))] as const),
    ['/api/postman.json', (data) => postmanCollection(factsFor(data))],
    ['/limits.json', once(() => limitsDocument(service))],
    ['/.well-known/api-catalog', once(() => apiCatalog(service))],
    ['/robots.txt', once(() => robotsText(service))],
    ['/.well-known/security.txt', (_, today) => securityText(service, today)],
  ];
}

/** Returns the paths of pages. Only paths of files contain a full stop. */
function pagePaths(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => path !== '' && !path.includes('.'));
}

/** Returns a function that makes a document once. After a failure, the next request tries again. */
function once(make: () => SiteDocument | Promise<SiteDocument>): () => Promise<SiteDocument> {
  let made: Promise<SiteDocument> | undefined;
  return async () => {
    made ??= Promise.resolve(make());
    try {
      return await made;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
}

/** Returns the script of `<company-search>` for other sites. Its first line sets the address of this service's API. */
function component({ baseUrl }: SiteConfig): SiteDocument {
  const script = servedFile('company-search.js');
  const address = `import.meta.apiBaseUrl=${JSON.stringify(baseUrl)};\n`;
  return { ...script, body: Buffer.concat([Buffer.from(address), script.body]) };
}
