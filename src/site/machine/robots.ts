import type { ServiceFacts } from '../../contract/index.ts';
import { markup } from '../html.ts';
import { documentOf, type MachineDocument } from './document.ts';

/**
 * What crawlers may read (RFC 9309): everything but results of searches, of which there is no end. They look for it at the root of an
 * origin alone; where the site lies below a path, the operator passes it on there.
 */
export function robotsText({ siteUrl }: ServiceFacts): MachineDocument {
  const path = new URL(siteUrl).pathname.replace(/\/$/, '');
  return documentOf(
    'text/plain; charset=utf-8',
    `User-agent: *
Disallow: ${path}/search?
Allow: ${path}/

Sitemap: ${siteUrl}/sitemap.xml
`,
  );
}

/** The pages of the site that are always there, for search engines (sitemaps.org). */
export function sitemap({ siteUrl }: ServiceFacts, paths: readonly string[]): MachineDocument {
  const urls = paths.map((path) => markup`<url><loc>${siteUrl}${path}</loc></url>\n`);
  return documentOf(
    'application/xml',
    markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`.text,
  );
}
