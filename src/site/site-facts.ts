import type { ExampleFacts, ServiceFacts } from '../contract/index.ts';
import { isSample, type DataFacts } from '../model/index.ts';

/** What the site is told of the service. */
export interface SiteConfig extends ServiceFacts {
  /** Whether the log holds addresses of clients, which the page about privacy says. */
  readonly logClientAddress?: boolean;
  /** Whether a store counts the rate limit, which the page about privacy says. */
  readonly hasLimitStore?: boolean;
  /** Whether another service holds the data, and so learns what clients ask for. */
  readonly hasUpstream?: boolean;
  /** The terms of the operator as Markdown; absent where ours hold. */
  readonly terms?: string | undefined;
}

/**
 * The addresses as pages use them. A page leads to the address that the browser used for it, which may be another than that of the
 * settings: a forwarded port, another name of the host. Only what is read elsewhere (canonical links, examples, linked data) is absolute.
 */
export interface SiteFacts extends ExampleFacts, SiteConfig {
  /** The path of the site without a slash at its end, before every link to the site. */
  readonly root: string;
  /** Before every path of the API: its own path where it has the origin of the site, otherwise its address. */
  readonly api: string;
  /** The pages for developers that extras bring. */
  readonly pages: readonly SectionEntry[];
  /** Whether the data holds invented companies, which every page says. */
  readonly isSample: boolean;
}

/** A page for developers as the navigation has it. */
export interface SectionEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** @param data what is served, for examples of it and the banner of the sample; absent where it is not known */
export function siteFactsOf(facts: SiteConfig, data?: DataFacts, pages: readonly SectionEntry[] = []): SiteFacts {
  const site = new URL(facts.siteUrl);
  const api = new URL(facts.baseUrl);
  const { examples } = data ?? {};
  // A service that shows fewer officers than the example has would contradict it.
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
