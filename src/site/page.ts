import type { SiteDocument } from '../contract/index.ts';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assetPath } from './assets.ts';
import { Html, markup } from './html.ts';
import type { SiteFacts } from './site-facts.ts';

/** The content and the settings of a page. */
export interface PageContent {
  readonly title: string;
  /** One sentence for search engines and previews. */
  readonly description: string;
  /** The path below the site's address, for the navigation and the canonical link. */
  readonly path: string;
  readonly main: Html;
  /** Names of browser scripts of the site. The content must be complete without them. */
  readonly scripts?: readonly string[];
  /** Names of style sheets of the site, applied in this order after the common one. */
  readonly styles?: readonly string[];
  /** The subject of the page as JSON-LD (schema.org). */
  readonly linkedData?: object | undefined;
  /** Whether search engines must not list the page, such as a problem or a search. */
  readonly isUnlisted?: boolean;
  /** Additional sources of this page's content security policy, by directive. */
  readonly policy?: Readonly<Partial<Record<'style-src' | 'img-src', string>>>;
}

const NAVIGATION = [
  ['/search', 'Search'],
  ['/coverage', 'Coverage'],
  ['/developers', 'Developers'],
  ['/status', 'Status'],
] as const;

interface StyleSheet {
  readonly text: string;
  /** SHA-256 in base64. */
  readonly hash: string;
}

/** The style sheets, each read once. They are inlined, so that a page is painted after one round trip. */
const styles = new Map<string, StyleSheet>();

function loadStyle(name: string): StyleSheet {
  let style = styles.get(name);
  if (style === undefined) {
    const text = readFileSync(join(import.meta.dirname, 'styles', `${name}.css`), 'utf8');
    style = { text, hash: hash('sha256', text, 'base64') };
    styles.set(name, style);
  }
  return style;
}

const SAMPLE_BANNER = markup`<aside class="sample" aria-label="Invented data"><strong>Invented data.</strong> The companies and people here do not exist: this is the sample that comes with openfirma.</aside>
`;

/** Makes a page. Its content security policy allows only the site and the API as sources. */
export function renderPage(facts: SiteFacts, content: PageContent): SiteDocument {
  const { root } = facts;
  const sheets = ['site', ...(content.styles ?? [])].map(loadStyle);
  const scripts = (content.scripts ?? []).map(
    (name) => markup`<script type="module" src="${root}${assetPath(`${name}.js`)}"></script>\n`,
  );
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title} · openfirma</title>
<meta name="description" content="${content.description}">
${content.isUnlisted ? new Html('<meta name="robots" content="noindex">\n') : sharedAs(facts, content)}<link rel="icon" href="${root}/favicon.ico" sizes="32x32">
<link rel="icon" href="${root}/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="${root}${assetPath('touch-icon.png')}">
${sheets.map((sheet) => new Html(`<style>${sheet.text}</style>\n`))}${scripts}${renderLinkedData(content.linkedData)}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${renderHeader(root, content.path)}
${facts.isSample && SAMPLE_BANNER}<main id="main">
${content.main}
</main>
<footer>
<p>Free, read-only, without a key. <a href="${root}/api/openapi.json">OpenAPI</a> · <a href="${root}/developers/errors">Errors</a> · <a href="${root}/developers/changelog">Changelog</a> · <a href="${root}/privacy">Privacy</a> · <a href="${root}/terms">Terms</a></p>
<p>Powered by ${facts.dataProvider}</p>
</footer>
</body>
</html>
`;
  return {
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(text),
    headers: {
      'Content-Security-Policy': createContentPolicy(facts, content, sheets),
      'Referrer-Policy': 'no-referrer',
    },
  };
}

/** Returns the name of the site and its navigation. On narrow screens the links are in a menu, which opens without a script. */
function renderHeader(root: string, here: string): Html {
  const links = NAVIGATION.map(([path, name]) => {
    const isHere = here === path || here.startsWith(`${path}/`);
    return markup`<a href="${root}${path}"${isHere && new Html(' aria-current="page"')}>${name}</a>\n`;
  });
  return markup`<header><div class="bar"><a class="brand" href="${root}/"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"></rect><path d="M9 8h14v4H13v4h8v4h-8v6H9z"></path></svg>openfirma</a>
<nav class="links" aria-label="Site">
${links}</nav>
<details class="menu"><summary>Menu</summary><nav aria-label="Menu">
${links}</nav></details></div></header>`;
}

/** Returns the canonical address of a page, and its preview for other sites (Open Graph). */
function sharedAs({ siteUrl }: SiteFacts, { path, title, description }: PageContent): Html {
  const address = `${siteUrl}${path}`;
  const properties = Object.entries({
    type: 'website',
    site_name: 'openfirma',
    title,
    description,
    url: address,
    image: `${siteUrl}${assetPath('preview.png')}`,
  });
  return markup`<link rel="canonical" href="${address}">
${properties.map(([name, value]) => markup`<meta property="og:${name}" content="${value}">\n`)}<meta name="twitter:card" content="summary_large_image">
`;
}

/** Escapes `<`, so that the data cannot close its script element. */
function renderLinkedData(data: object | undefined): Html | undefined {
  if (data === undefined) return undefined;
  return new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>\n`,
  );
}

function createContentPolicy(
  { api }: SiteFacts,
  { scripts = [], policy = {} }: PageContent,
  sheets: readonly StyleSheet[],
): string {
  const own = `'self'`;
  const apiOrigin = URL.canParse(api) ? ` ${new URL(api).origin}` : '';
  const sources = {
    'default-src': `'none'`,
    'style-src': sheets.map((sheet) => `'sha256-${sheet.hash}'`).join(' '),
    ...(scripts.length > 0 && { 'script-src': own, 'connect-src': own + apiOrigin }),
    'img-src': own,
    'base-uri': `'none'`,
    'form-action': own,
    'frame-ancestors': `'none'`,
  };
  return Object.entries(sources)
    .map(([name, allowed]) => [name, allowed, policy[name as keyof typeof policy] ?? ''].join(' ').trimEnd())
    .join('; ');
}
