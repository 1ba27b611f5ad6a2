import type { ServiceFacts } from '../../contract/index.ts';
import { documentOf, type MachineDocument } from './document.ts';

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 300;

/**
 * How to report a vulnerability, for programs (RFC 9116). It leads to the page that says it to people. It is made anew every day, so that it
 * never expires while the service runs.
 */
export function securityText({ siteUrl }: ServiceFacts, today: string): MachineDocument {
  const expires = new Date(today);
  expires.setUTCDate(expires.getUTCDate() + VALID_DAYS);
  return documentOf(
    'text/plain; charset=utf-8',
    `Contact: ${siteUrl}/developers/security
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${siteUrl}/.well-known/security.txt
Policy: ${siteUrl}/developers/security
`,
  );
}
