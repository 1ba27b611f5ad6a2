import type { ExampleFacts, ServiceFacts } from '../contract/index.ts';
import { isSample, type DataFacts } from '../model/index.ts';

/** A request to a resource beside the contract, for an example on a page. */
export interface ExampleRequest {
  readonly door: string;
  /** The id of the operation. */
  readonly operation: string;
  readonly target?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The settings of the service that pages show. */
export interface SiteConfig extends ServiceFacts {
  /** Returns the response to a request, as text; undefined if it is a problem or a file. */
  readonly responseTo?: (request: ExampleRequest) => Promise<string | undefined>;
  /** Whether the log contains addresses of clients; shown on the page about privacy. */
  readonly logClientAddress?: boolean;
  /** Whether a shared store counts requests for the rate limit; shown on the page about privacy. */
  readonly hasLimitStore?: boolean;
  /** Whether another service has the data, and so receives the requests of clients. */
  readonly hasUpstream?: boolean;
  /** The terms of the operator as Markdown; absent if the terms of the project apply. */
  readonly terms?: string | undefined;
}

/**
 * The settings and addresses for pages. Links are relative, because the browser may use another address than the settings, such as a
 * forwarded port or another host name. Only addresses for use elsewhere (canonical links, examples, linked data) are absolute.
 */
export interface SiteFacts extends ExampleFacts, SiteConfig {
  /** The path of the site without a slash at its end. Every link to the site begins with it. */
  readonly root: string;
  /** Prefix of every path of the API: the path of the API if it has the origin of the site, otherwise its address. */
  readonly api: string;
  /** The pages for developers from extras. */
  readonly pages: readonly SectionEntry[];
  /** Whether the data is the sample of invented companies; shown on every page. */
  readonly isSample: boolean;
}

/** A page for developers in the navigation. */
export interface SectionEntry {
  /** The group in the navigation, by task. Default: `Use`. */
  readonly group?: 'Start' | 'Use' | 'Data' | 'Operate' | undefined;
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** @param data the served data, for examples and the banner of the sample; absent if it is not known */
export function createSiteFacts(facts: SiteConfig, data?: DataFacts, pages: readonly SectionEntry[] = []): SiteFacts {
  const site = new URL(facts.siteUrl);
  const api = new URL(facts.baseUrl);
  const { examples } = data ?? {};
  // With a lower limit of officers, the service would not return the example.
  const isShown = (examples?.officers?.list.length ?? 0) <= (facts.officersMax ?? Infinity);
  return {
    ...facts,
    pages,
    isSample: data !== undefined && isSample(data),
    examples: isShown ? examples : examples && { ...examples, officers: undefined },
    root: site.pathname.replace(/\/+$/, ''),
    api: api.origin === site.origin ? api.pathname.replace(/\/+$/, '') : facts.baseUrl,
  };
}
