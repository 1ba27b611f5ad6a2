import type { ServiceFacts, SiteDocument } from '../../contract/index.ts';
import { textDocument } from '../document.ts';
import { markup } from '../html.ts';

/**
 * robots.txt (RFC 9309): crawlers may read everything but search results, which are endless. Crawlers read it at the root of an
 * origin only; if the site lies below a path, the operator must forward `/robots.txt` to it.
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

/** The permanent pages of the site, for search engines (sitemaps.org). */
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
