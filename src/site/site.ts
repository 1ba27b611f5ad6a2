import { OPENAPI_FILES, PROBLEMS, SCHEMA_NAMES, doorDocumentPath, problemPath } from '../contract/index.ts';
import type { MakeDocument, OpenApiFile, Site, SiteDocument } from '../contract/index.ts';
import type { DataFacts } from '../model/index.ts';
import { assetReaders, languageScripts, servedFile } from './assets.ts';
import { apiCatalog, catalogLink } from './machine/catalog.ts';
import { limitsDocument } from './machine/limits.ts';
import { llmsText } from './machine/llms.ts';
import { openApiJson, openApiYaml, schemaDocument, schemaPath } from './machine/openapi.ts';
import { postmanCollection } from './machine/postman.ts';
import { robotsText, sitemap } from './machine/robots.ts';
import { securityText } from './machine/security.ts';
import { siteFactsOf, type SiteConfig, type SiteFacts } from './site-facts.ts';
import type { DocsIndex } from './pages/developers/find.ts';
import { STATIC_PATHS, type SectionPage } from './pages/developers/section.ts';
import { problemKindPage, problemPage } from './pages/problems.ts';

/**
 * The site of a service. Every document is made on the first request for it.
 * @param pages those for developers that extras bring
 */
export function siteOf(serviceFacts: SiteConfig, pages: readonly SectionPage[] = []): Site {
  const factsFor = (data: DataFacts | undefined): SiteFacts => siteFactsOf(serviceFacts, data, pages);
  /** The index of the documentation, whose examples are of the data. */
  let docs: { readonly data: DataFacts; readonly index: DocsIndex } | undefined;
  return {
    documents: documentsOf(serviceFacts, pages, factsFor),
    companyPage: async (view, data) => (await dataPages()).companyPage(factsFor(data), view, data),
    searchPage: async (view, data) => (await dataPages()).searchPage(factsFor(data), view),
    foldingPage: async (text, data) =>
      (await import('./pages/developers/matching.ts')).matchingPage(factsFor(data), text),
    docsSearchPage: async (query, data) => {
      const [{ findPage }, { docsIndex }] = await Promise.all([import('./pages/developers/find.ts'), staticPages()]);
      const facts = factsFor(data);
      if (docs?.data !== data) docs = { data, index: await docsIndex(facts, pages) };
      return findPage(facts, docs.index, query);
    },
    problemPage: (problem, data) => problemPage(factsFor(data), problem),
  };
}

/** The functions that make the documents, by path. Documents that do not depend on the data are made once. */
function documentsOf(
  service: SiteConfig,
  pages: readonly SectionPage[],
  factsFor: (data: DataFacts) => SiteFacts,
): ReadonlyMap<string, MakeDocument> {
  const home: MakeDocument = async (data, today) => {
    const page = (await dataPages()).homePage(factsFor(data), data, today);
    return { ...page, headers: { ...page.headers, Link: catalogLink(service) } };
  };
  // A site below a path is requested with and without a slash at its end.
  const hasPath = new URL(service.siteUrl).pathname !== '/';
  const problems = Object.values(PROBLEMS).map((kind): [string, MakeDocument] => [
    problemPath(kind.code),
    (data) => problemKindPage(factsFor(data), kind),
  ]);
  const documents: ReadonlyMap<string, MakeDocument> = new Map<string, MakeDocument>([
    ['/', home],
    ...(hasPath ? [['', home] as const] : []),
    ...problems,
    ...STATIC_PATHS.map((path): [string, MakeDocument] => [
      path,
      async (data) => (await staticPages()).staticPage(factsFor(data), path),
    ]),
    ...pages.map((page): [string, MakeDocument] => [
      page.path,
      async (data) => (await staticPages()).extraPage(factsFor(data), page),
    ]),
    ['/privacy', async (data) => (await trustPages()).privacyPage(factsFor(data))],
    ['/terms', async (data) => (await trustPages()).termsPage(factsFor(data))],
    ['/operators', async (data) => (await trustPages()).operatorsPage(factsFor(data))],
    ['/coverage', async (data, today) => (await dataPages()).coveragePage(factsFor(data), data, today)],
    ['/status', async (data, today) => (await dataPages()).statusPage(factsFor(data), data, today)],
    ['/status.json', async (data, today) => (await dataPages()).statusDocument(data, today)],
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

/** Loads the pages that name registers on the first request: the registers are fifty files, too many for a fast start. */
function dataPages() {
  return import('./pages/data-pages.ts');
}

function trustPages() {
  return import('./pages/trust.ts');
}

function staticPages() {
  return import('./pages/developers/static-pages.ts');
}

/** Documents for programs. The well-known ones are below the site's address, even if it has a path. */
function machineDocuments(
  service: SiteConfig,
  factsFor: (data: DataFacts) => SiteFacts,
): readonly (readonly [path: string, make: MakeDocument])[] {
  return [
    ['/api/openapi.yaml', (data) => openApiYaml(factsFor(data))],
    ...(Object.keys(OPENAPI_FILES) as OpenApiFile[]).flatMap((file) =>
      [undefined, ...(service.doors ?? [])].map((door): readonly [string, MakeDocument] => [
        door === undefined ? `/api/${file}` : doorDocumentPath(door, file),
        (data) => openApiJson(factsFor(data), file, door),
      ]),
    ),
    ...SCHEMA_NAMES.map((name) => [schemaPath(name), once(() => schemaDocument(service, name))] as const),
    ['/api/postman.json', (data) => postmanCollection(factsFor(data))],
    ['/limits.json', once(() => limitsDocument(service))],
    ['/.well-known/api-catalog', once(() => apiCatalog(service))],
    ['/llms.txt', (data) => llmsText(factsFor(data))],
    ['/robots.txt', once(() => robotsText(service))],
    ['/.well-known/security.txt', (_, today) => securityText(service, today)],
  ];
}

/** The paths of pages: only files have a full stop in their path. */
function pagePaths(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => path !== '' && !path.includes('.'));
}

/** Makes a document that does not depend on the data once. After a failure, the next request tries again. */
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

/** The script of `<company-search>` for other sites. Its first line is the address of this service's API. */
function component({ baseUrl }: SiteConfig): SiteDocument {
  const script = servedFile('company-search.js');
  const address = `import.meta.apiBaseUrl=${JSON.stringify(baseUrl)};\n`;
  return { ...script, body: Buffer.concat([Buffer.from(address), script.body]) };
}
