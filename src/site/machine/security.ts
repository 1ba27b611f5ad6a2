import type { ServiceFacts, SiteDocument } from '../../contract/index.ts';
import { textDocument } from '../document.ts';

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 300;

/** security.txt (RFC 9116), with a link to the page about vulnerabilities. Made again every day, so that it never expires. */
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
