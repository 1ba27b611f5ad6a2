import ipaddr from 'ipaddr.js';
import type { Config } from '../../extra/index.ts';

function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}

/**
 * A warning for a service that other machines reach without `BASE_URL`; else undefined. Problems and documents name the address of the
 * settings.
 */
export function addressWarning(
  { HOST, BASE_URL }: Pick<Config, 'HOST' | 'BASE_URL'>,
  baseUrl: string,
): string | undefined {
  if (BASE_URL !== undefined || isLoopback(HOST)) return undefined;
  return `BASE_URL is not set: problems, the OpenAPI document, the sitemap and examples say "${baseUrl}"; set it to the address that clients use`;
}
