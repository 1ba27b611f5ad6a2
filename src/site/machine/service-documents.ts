/** Documents for programs that depend only on the settings of the service. */
import { RATE_LIMIT, describeLimits, type ServiceFacts, type SiteDocument } from '../../contract/index.ts';
import { jsonDocument, textDocument } from '../document.ts';
import { markup } from '../html.ts';

/** Days until security.txt expires. RFC 9116 recommends less than a year. */
const VALID_DAYS = 300;

/** Returns the limits of the service and of its doors. */
export function limitsDocument(facts: ServiceFacts): SiteDocument {
  const { siteUrl, doors = [] } = facts;
  const { rate_limits: rateLimits, ...limits } = describeLimits(facts);
  const ofDoors = doors.map(({ name, requests, cost }) => ({
    applies_to: `door "${name}"`,
    requests,
    window_seconds: RATE_LIMIT.windowSeconds,
    cost,
  }));
  return jsonDocument({
    documentation: `${siteUrl}/developers/limits`,
    rate_limits: [...rateLimits, ...ofDoors],
    ...limits,
    ...Object.fromEntries(doors.map((door) => [door.name, door.limits])),
  });
}

/**
 * Returns robots.txt (RFC 9309). Crawlers may read everything except search results, which are endless. Crawlers request this file only
 * at the root of an origin; if the site is below a path, the operator must forward `/robots.txt` to the site.
 */
export function robotsText({ siteUrl }: ServiceFacts): SiteDocument {
  const path = new URL(siteUrl).pathname.replace(/\/$/, '');
  return textDocument(
    'text/plain; charset=utf-8',
    `User-agent: *
Disallow: ${path}/search?
Allow: ${path}/

Sitemap: ${siteUrl}/sitemap.xml
`,
  );
}

/** Returns the list of permanent pages for search engines (sitemaps.org). */
export function sitemap({ siteUrl }: ServiceFacts, paths: readonly string[]): SiteDocument {
  const urls = paths.map((path) => markup`<url><loc>${siteUrl}${path}</loc></url>\n`);
  return textDocument(
    'application/xml',
    markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`.text,
  );
}

/** Returns security.txt (RFC 9116) with a link to the page about vulnerabilities. It is made again every day, so that it never expires. */
export function securityText({ siteUrl, contact }: ServiceFacts, today: string): SiteDocument {
  const expires = new Date(today);
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS);
  return textDocument(
    'text/plain; charset=utf-8',
    `${contact === undefined ? '' : `Contact: ${contact}\n`}Contact: ${siteUrl}/developers/security
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${siteUrl}/.well-known/security.txt
Policy: ${siteUrl}/developers/security
`,
  );
}
