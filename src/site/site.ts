import { PROBLEMS, problemPath, type Problem, type ServiceFacts } from '../contract/index.ts';
import type { DataFacts } from '../model/index.ts';
import { assetOf, assets, type Asset } from './assets.ts';
import type { Page } from './page.ts';
import { companyPage, type CompanyView } from './pages/company.ts';
import { coveragePage } from './pages/coverage.ts';
import { homePage } from './pages/home.ts';
import { problemKindPage, problemPage } from './pages/problems.ts';
import { statusDocument, statusPage } from './pages/status.ts';
import { searchPage, type SearchView } from './pages/search.ts';

/** What a path of the site is answered with. */
export type SiteDocument = Page | Asset | MachineDocument;

/** A document for programs. */
export interface MachineDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Makes a document for the data that is served now, and for today: a date in UTC. */
export type MakeDocument = (data: DataFacts, today: string) => SiteDocument | Promise<SiteDocument>;

/** The site, as the server asks for it. */
export interface SitePages {
  /** What makes the documents, by their path below the site's address. */
  readonly documents: ReadonlyMap<string, MakeDocument>;
  companyPage(view: CompanyView): Page;
  searchPage(view: SearchView | undefined): Page;
  problemPage(problem: Problem): Page;
}

/** How long a file may be used without asking again whose address never changes. */
const STABLE = 'public, max-age=300';

/** The site of a service. Nothing is made before it is asked for. */
export function siteOf(facts: ServiceFacts): SitePages {
  const home: MakeDocument = (data) => homePage(facts, data);
  // A site below a path is asked for with and without a slash at its end; below none there is only "/".
  const hasPath = new URL(facts.siteUrl).pathname !== '/';
  const problems = Object.values(PROBLEMS).map(
    (kind) => [problemPath(kind.code), once(() => problemKindPage(facts, kind))] as const,
  );
  return {
    documents: new Map<string, MakeDocument>([
      ['/', home],
      ...(hasPath ? [['', home] as const] : []),
      ...problems,
      ['/coverage', (data) => coveragePage(facts, data)],
      ['/status', (data, today) => statusPage(facts, data, today)],
      ['/status.json', (data, today) => statusDocument(data, today)],
      ['/api/openapi.json', once(() => openApi(facts))],
      ['/company-search.js', once(() => component(facts))],
      ['/icon.svg', once(() => assetOf('icon.svg', STABLE))],
      ...assets(),
    ]),
    companyPage: (view) => companyPage(facts, view),
    searchPage: (view) => searchPage(facts, view),
    problemPage: (problem) => problemPage(facts, problem),
  };
}

/** Makes what does not depend on the data once. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The component for other sites: it asks the API of this one, whose address stands before it. */
function component({ baseUrl }: ServiceFacts): Asset {
  const asset = assetOf('company-search.js', STABLE);
  return {
    ...asset,
    body: Buffer.concat([Buffer.from(`import.meta.apiBaseUrl=${JSON.stringify(baseUrl)};\n`), asset.body]),
  };
}

/** Loaded when it is first asked for: what it is made with would double the time that the service takes to start. */
async function openApi(facts: ServiceFacts): Promise<MachineDocument> {
  const { openApiDocument } = await import('../contract/document.ts');
  return { contentType: 'application/json', body: Buffer.from(JSON.stringify(openApiDocument(facts))) };
}
