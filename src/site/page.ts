import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceFacts } from '../contract/index.ts';
import { assetPath } from './assets.ts';
import { Html, markup } from './html.ts';

/** A page of the site, ready to be sent. The server calls it a document. */
export interface Page {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a page is made of. */
export interface PageContent {
  readonly title: string;
  /** A sentence for search engines and previews. */
  readonly description: string;
  /** Below the site's address: marks where one is in the navigation, and names the page for search engines. */
  readonly path: string;
  readonly main: Html;
  /** Browser scripts of the site, by name. A page says everything that it can without them. */
  readonly scripts?: readonly string[];
  /** More style sheets of the site, by name, in this order after the common one. */
  readonly styles?: readonly string[];
  /** What the page is about, as JSON-LD (schema.org). */
  readonly linkedData?: object | undefined;
  /** Words of the page are no use to search engines: of a problem, or of a search. */
  readonly isUnlisted?: boolean;
  /** More sources that this page alone may load from, by directive of its content security policy. */
  readonly policy?: Readonly<Partial<Record<'style-src' | 'img-src', string>>>;
}

const NAVIGATION = [
  ['/search', 'Search'],
  ['/coverage', 'Coverage'],
  ['/developers', 'Developers'],
  ['/status', 'Status'],
] as const;

/** The style sheets stand in the page, so that it is painted after one round trip; each is read once. */
const styles = new Map<string, { readonly text: string; readonly hash: string }>();

function styleOf(name: string): { readonly text: string; readonly hash: string } {
  let style = styles.get(name);
  if (style === undefined) {
    const text = readFileSync(join(import.meta.dirname, 'styles', `${name}.css`), 'utf8');
    style = { text, hash: hash('sha256', text, 'base64') };
    styles.set(name, style);
  }
  return style;
}

/** Makes a whole page. Nothing is loaded from anywhere but the site and the API, which its policy says to the browser. */
export function pageOf(facts: ServiceFacts, content: PageContent): Page {
  const { siteUrl } = facts;
  const sheets = ['site', ...(content.styles ?? [])].map(styleOf);
  const links = NAVIGATION.map(([path, name]) => {
    const isHere = content.path === path || content.path.startsWith(`${path}/`);
    return markup`<a href="${siteUrl}${path}"${isHere && new Html(' aria-current="page"')}>${name}</a>\n`;
  });
  const scripts = (content.scripts ?? []).map(
    (name) => markup`<script type="module" src="${siteUrl}${assetPath(`${name}.js`)}"></script>\n`,
  );
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title} · openfirma</title>
<meta name="description" content="${content.description}">
${content.isUnlisted ? new Html('<meta name="robots" content="noindex">\n') : markup`<link rel="canonical" href="${siteUrl}${content.path}">\n`}<link rel="icon" href="${siteUrl}/icon.svg" type="image/svg+xml">
${sheets.map((sheet) => new Html(`<style>${sheet.text}</style>\n`))}${scripts}${linkedDataOf(content.linkedData)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Site"><a class="brand" href="${siteUrl}/">openfirma</a>
${links}</nav></header>
<main id="main">
${content.main}
</main>
<footer>
<p>Free, read-only, without a key. <a href="${siteUrl}/api/openapi.json">OpenAPI</a> · <a href="${siteUrl}/developers/errors">Errors</a> · <a href="${siteUrl}/developers/changelog">Changelog</a></p>
<p>Powered by ${facts.dataProvider}</p>
</footer>
</body>
</html>
`;
  return {
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(text),
    headers: {
      'Content-Security-Policy': policyOf(facts, content, sheets),
      'Referrer-Policy': 'no-referrer',
    },
  };
}

/** `<` cannot end the element that the data stands in when it is written as an escape. */
function linkedDataOf(data: object | undefined): Html | undefined {
  if (data === undefined) return undefined;
  return new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>\n`,
  );
}

function policyOf(
  { baseUrl }: ServiceFacts,
  { scripts = [], policy = {} }: PageContent,
  sheets: readonly { readonly hash: string }[],
): string {
  const sources = {
    'default-src': `'none'`,
    'style-src': sheets.map((sheet) => `'sha256-${sheet.hash}'`).join(' '),
    ...(scripts.length > 0 && { 'script-src': `'self'`, 'connect-src': `'self' ${new URL(baseUrl).origin}` }),
    'img-src': `'self'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
  };
  return Object.entries(sources)
    .map(([name, allowed]) =>
      [name, allowed, policy[name as keyof typeof policy]].filter((part) => part !== undefined).join(' '),
    )
    .join('; ');
}
