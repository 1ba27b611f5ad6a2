import type { ServiceFacts } from '../contract/index.ts';

/**
 * The addresses as pages use them. A page leads to the address that the browser used for it, which may be another than that of the
 * settings: a forwarded port, another name of the host. Only what is read elsewhere (canonical links, examples, linked data) is absolute.
 */
export interface SiteFacts extends ServiceFacts {
  /** The path of the site without a slash at its end, before every link to the site. */
  readonly root: string;
  /** Before every path of the API: its own path where it has the origin of the site, otherwise its address. */
  readonly api: string;
  /** Whether the data holds invented companies, which every page says. */
  readonly isSample: boolean;
}

export function siteFactsOf(facts: ServiceFacts, isSample = false): SiteFacts {
  const site = new URL(facts.siteUrl);
  const api = new URL(facts.baseUrl);
  return {
    ...facts,
    isSample,
    root: site.pathname.replace(/\/+$/, ''),
    api: api.origin === site.origin ? api.pathname.replace(/\/+$/, '') : facts.baseUrl,
  };
}
