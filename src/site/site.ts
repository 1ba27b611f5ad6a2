import { PROBLEMS, SCHEMA_NAMES, problemPath } from '../contract/index.ts';
import type { CompanyView, Problem, SearchView, ServiceFacts } from '../contract/index.ts';
import type { DataFacts } from '../model/index.ts';
import { assetOf, assets, type Asset } from './assets.ts';
import { rendererFiles } from './renderer.ts';
import { apisJson } from './machine/apis.ts';
import type { MachineDocument } from './machine/document.ts';
import { llmsText } from './machine/llms.ts';
import { openApiJson, openApiYaml } from './machine/openapi.ts';
import { postmanCollection } from './machine/postman.ts';
import { robotsText, sitemap } from './machine/robots.ts';
import { schemaDocument, schemaPath } from './machine/schemas.ts';
import { securityText } from './machine/security.ts';
import type { Page } from './page.ts';
import { STATIC_PATHS, type StaticPath } from './pages/developers/section.ts';
import { problemKindPage, problemPage } from './pages/problems.ts';

/** What a path of the site is answered with. */
export type SiteDocument = Page | Asset | MachineDocument;

/** Makes a document for the data that is served now, and for today: a date in UTC. */
export type MakeDocument = (data: DataFacts, today: string) => SiteDocument | Promise<SiteDocument>;

/** The site, as the server asks for it. */
export interface SitePages {
  /** What makes the documents, by their path below the site's address. */
  readonly documents: ReadonlyMap<string, MakeDocument>;
  companyPage(view: CompanyView): Promise<Page>;
  searchPage(view: SearchView | undefined): Promise<Page>;
  foldingPage(text: string | undefined): Promise<Page>;
  problemPage(problem: Problem): Page;
}

/** How long a file may be used without asking again whose address never changes. */
const STABLE = 'public, max-age=300';

/** The site of a service. Nothing is made before it is asked for. */
export function siteOf(facts: ServiceFacts): SitePages {
  const home: MakeDocument = async (data) => (await dataPages()).homePage(facts, data);
  // A site below a path is asked for with and without a slash at its end; below none there is only "/".
  const hasPath = new URL(facts.siteUrl).pathname !== '/';
  const problems = Object.values(PROBLEMS).map(
    (kind) => [problemPath(kind.code), once(() => problemKindPage(facts, kind))] as const,
  );
  const documents: ReadonlyMap<string, MakeDocument> = new Map<string, MakeDocument>([
    ['/', home],
    ...(hasPath ? [['', home] as const] : []),
    ...problems,
    ...STATIC_PATHS.map((path) => [path, once(() => developerPage(facts, path))] as const),
    ['/coverage', async (data) => (await dataPages()).coveragePage(facts, data)],
    ['/status', async (data, today) => (await dataPages()).statusPage(facts, data, today)],
    ['/status.json', async (data, today) => (await dataPages()).statusDocument(data, today)],
    ...machineDocuments(facts),
    ['/sitemap.xml', once(() => sitemap(facts, [...pagePaths(documents.keys()), '/search', '/developers/matching']))],
    ['/company-search.js', once(() => component(facts))],
    ['/icon.svg', once(() => assetOf('icon.svg', STABLE))],
    ...assets(),
    ...rendererFiles(),
  ]);
  return {
    documents,
    companyPage: async (view) => (await dataPages()).companyPage(facts, view),
    searchPage: async (view) => (await dataPages()).searchPage(facts, view),
    foldingPage: async (text) => (await import('./pages/developers/matching.ts')).matchingPage(facts, text),
    problemPage: (problem) => problemPage(facts, problem),
  };
}

/** Loaded when one is first asked for: the registers that they name are fifty files, which a start need not wait for. */
function dataPages() {
  return import('./pages/data-pages.ts');
}

/** Loaded when one is first asked for, too. */
async function developerPage(facts: ServiceFacts, path: StaticPath): Promise<Page> {
  const pages = await import('./pages/developers/pages.ts');
  return pages.developerPage(facts, path);
}

/** What programs read instead of pages. The well-known ones lie below the site's address, too, even where that has a path. */
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

/** Of all paths those of pages: files have a full stop in their name. */
function pagePaths(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => path !== '' && !path.includes('.'));
}

/** Makes what does not depend on the data once; what could not be made is tried again when it is next asked for. */
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

/** The component for other sites: it asks the API of this one, whose address stands before it. */
function component({ baseUrl }: ServiceFacts): Asset {
  const asset = assetOf('company-search.js', STABLE);
  return {
    ...asset,
    body: Buffer.concat([Buffer.from(`import.meta.apiBaseUrl=${JSON.stringify(baseUrl)};\n`), asset.body]),
  };
}
