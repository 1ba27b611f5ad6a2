import type { ExampleFacts, ServiceFacts } from '../contract/index.ts';
import { isSample, type DataFacts } from '../model/index.ts';

/** The settings of the service that pages show. */
export interface SiteConfig extends ServiceFacts {
  /** Whether the log contains addresses of clients; shown on the page about privacy. */
  readonly logClientAddress?: boolean;
  /** Whether a store counts the rate limit; shown on the page about privacy. */
  readonly hasLimitStore?: boolean;
  /** Whether another service holds the data, and so receives the requests of clients. */
  readonly hasUpstream?: boolean;
  /** The terms of the operator as Markdown; absent where those of the project apply. */
  readonly terms?: string | undefined;
}

/**
 * The addresses as pages use them. Links are relative, because the browser may use another address than that of the settings: a forwarded
 * port, another host name. Only addresses that are used elsewhere (canonical links, examples, linked data) are absolute.
 */
export interface SiteFacts extends ExampleFacts, SiteConfig {
  /** The path of the site without a slash at its end, before every link to the site. */
  readonly root: string;
  /** Before every path of the API: its own path where it has the origin of the site, otherwise its address. */
  readonly api: string;
  /** The pages for developers that extras bring. */
  readonly pages: readonly SectionEntry[];
  /** Whether the data is the sample of invented companies; shown on every page. */
  readonly isSample: boolean;
}

/** A page for developers as the navigation has it. */
export interface SectionEntry {
  /** The group of the navigation, by task; by default `Use`. */
  readonly group?: 'Start' | 'Use' | 'Data' | 'Operate' | undefined;
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** @param data the served data, for examples and the banner of the sample; absent where it is not known */
export function siteFactsOf(facts: SiteConfig, data?: DataFacts, pages: readonly SectionEntry[] = []): SiteFacts {
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
