import { PROBLEMS, SCHEMA_NAMES, problemPath } from '../contract/index.ts';
import type { CompanyView, Problem, RefusedSearch, SearchView, ServiceFacts } from '../contract/index.ts';
import { isSample, type DataFacts } from '../model/index.ts';
import { assetReaders, servedFile } from './assets.ts';
import type { SiteDocument } from './document.ts';
import { apisJson } from './machine/apis.ts';
import { llmsText } from './machine/llms.ts';
import { openApiJson, openApiYaml, schemaDocument, schemaPath } from './machine/openapi.ts';
import { postmanCollection } from './machine/postman.ts';
import { robotsText, sitemap } from './machine/robots.ts';
import { securityText } from './machine/security.ts';
import { siteFactsOf, type SiteFacts } from './site-facts.ts';
import { STATIC_PATHS } from './pages/developers/section.ts';
import { problemKindPage, problemPage } from './pages/problems.ts';

/** Makes a document for the data that is served now and for today, a date in UTC (`YYYY-MM-DD`). */
type MakeDocument = (data: DataFacts, today: string) => SiteDocument | Promise<SiteDocument>;

/** The site as the server uses it. */
interface Site {
  /** The functions that make the documents, by path below the site's address. */
  readonly documents: ReadonlyMap<string, MakeDocument>;
  companyPage(view: CompanyView, data: DataFacts): Promise<SiteDocument>;
  searchPage(view: SearchView | RefusedSearch | undefined, data: DataFacts): Promise<SiteDocument>;
  foldingPage(text: string | undefined, data: DataFacts): Promise<SiteDocument>;
  /** `data` is undefined where there is none. */
  problemPage(problem: Problem, data: DataFacts | undefined): SiteDocument;
}

/** The site of a service. Every document is made on the first request for it, over invented companies with a banner. */
export function siteOf(serviceFacts: ServiceFacts): Site {
  const real = documentsOf(siteFactsOf(serviceFacts));
  const invented = documentsOf(siteFactsOf(serviceFacts, true));
  const factsFor = (data: DataFacts | undefined): SiteFacts =>
    siteFactsOf(serviceFacts, data !== undefined && isSample(data));
  const documents = [...real].map(([path, make]): [string, MakeDocument] => [
    path,
    (data, today) => (isSample(data) ? (invented.get(path) ?? make) : make)(data, today),
  ]);
  return {
    documents: new Map(documents),
    companyPage: async (view, data) => (await dataPages()).companyPage(factsFor(data), view, data),
    searchPage: async (view, data) => (await dataPages()).searchPage(factsFor(data), view, data),
    foldingPage: async (text, data) =>
      (await import('./pages/developers/matching.ts')).matchingPage(factsFor(data), text),
    problemPage: (problem, data) => problemPage(factsFor(data), problem),
  };
}

/** The functions that make the documents over real or over invented companies, by path. */
function documentsOf(facts: SiteFacts): ReadonlyMap<string, MakeDocument> {
  const home: MakeDocument = async (data, today) => (await dataPages()).homePage(facts, data, today);
  // A site below a path is requested with and without a slash at its end.
  const hasPath = new URL(facts.siteUrl).pathname !== '/';
  const problems = Object.values(PROBLEMS).map(
    (kind) => [problemPath(kind.code), once(() => problemKindPage(facts, kind))] as const,
  );
  const documents: ReadonlyMap<string, MakeDocument> = new Map<string, MakeDocument>([
    ['/', home],
    ...(hasPath ? [['', home] as const] : []),
    ...problems,
    ...STATIC_PATHS.map((path) => [path, once(async () => (await staticPages()).staticPage(facts, path))] as const),
    ['/operators', once(async () => (await dataPages()).operatorsPage(facts))],
    ['/coverage', async (data, today) => (await dataPages()).coveragePage(facts, data, today)],
    ['/status', async (data, today) => (await dataPages()).statusPage(facts, data, today)],
    ['/status.json', async (data, today) => (await dataPages()).statusDocument(data, today)],
    ...machineDocuments(facts),
    ['/sitemap.xml', once(() => sitemap(facts, [...pagePaths(documents.keys()), '/search', '/developers/matching']))],
    ['/company-search.js', once(() => component(facts))],
    ...['/icon.svg', '/favicon.ico'].map((path) => [path, once(() => servedFile(path.slice(1)))] as const),
    ...assetReaders().map(([path, read]) => [path, once(read)] as const),
  ]);
  return documents;
}

/** Loads the pages that name registers on the first request: the registers are fifty files, too many for a fast start. */
function dataPages() {
  return import('./pages/data-pages.ts');
}

function staticPages() {
  return import('./pages/developers/static-pages.ts');
}

/** Documents for programs. The well-known ones lie below the site's address, even if that has a path. */
function machineDocuments(facts: ServiceFacts): readonly (readonly [path: string, make: MakeDocument])[] {
  return [
    ['/api/openapi.json', once(() => openApiJson(facts))],
    ['/api/openapi.yaml', once(() => openApiYaml(facts))],
    ...SCHEMA_NAMES.map((name) => [schemaPath(name), once(() => schemaDocument(facts, name))] as const),
    ['/api/postman.json', once(() => postmanCollection(facts))],
    ['/apis.json', once(() => apisJson(facts))],
    ['/llms.txt', once(() => llmsText(facts))],
    ['/robots.txt', once(() => robotsText(facts))],
    ['/.well-known/security.txt', (_, today) => securityText(facts, today)],
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
function component({ baseUrl }: ServiceFacts): SiteDocument {
  const script = servedFile('company-search.js');
  const address = `import.meta.apiBaseUrl=${JSON.stringify(baseUrl)};\n`;
  return { ...script, body: Buffer.concat([Buffer.from(address), script.body]) };
}
