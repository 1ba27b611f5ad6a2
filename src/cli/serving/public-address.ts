import ipaddr from 'ipaddr.js';
import type { Config } from '../../extra/index.ts';

/** Whether only this machine reaches what listens on a host. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/**
 * What to tell whoever serves others without saying under which address, in one line; undefined where there is nothing to tell. Pages
 * work under any address, but problems and documents name the one of the settings.
 */
export function addressWarning(
  { HOST, BASE_URL }: Pick<Config, 'HOST' | 'BASE_URL'>,
  baseUrl: string,
): string | undefined {
  if (BASE_URL !== undefined || isLoopback(HOST)) return undefined;
  return `BASE_URL is not set: problems, the OpenAPI document, the sitemap and examples say "${baseUrl}"; set it to the address that clients use`;
}
