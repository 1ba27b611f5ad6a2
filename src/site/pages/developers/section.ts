/** The list of pages for developers, their navigation, and their examples. */

import type { SiteDocument } from '../../document.ts';
import { Html, markup } from '../../html.ts';
import { pageOf, type PageContent } from '../../page.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** The pages of the section, in the order of their navigation. */
export const SECTION = [
  {
    path: '/developers',
    title: 'Getting started',
    description: 'The first response in two minutes, with curl, a browser, Node or Python.',
  },
  {
    path: '/developers/reference',
    title: 'API reference',
    description: 'Every operation, parameter and response, with live requests.',
  },
  {
    path: '/developers/authentication',
    title: 'Authentication',
    description: 'None: no key, no token, no account, and why.',
  },
  {
    path: '/developers/matching',
    title: 'Matching and folding',
    description: 'What a search finds, in which order, and how a text is folded.',
  },
  {
    path: '/developers/errors',
    title: 'Errors',
    description: 'All problem documents, and what to do about each.',
  },
  {
    path: '/developers/limits',
    title: 'Rate limit',
    description: 'How many requests are allowed, how many are left, and how to wait.',
  },
  {
    path: '/developers/caching',
    title: 'Caching',
    description: 'How long a response may be reused, and how to check whether it is still current.',
  },
  {
    path: '/developers/cursors',
    title: 'Cursors',
    description: 'How to get all pages of a search.',
  },
  {
    path: '/developers/lifecycle',
    title: 'IDs and lifecycle',
    description: 'Why an ID can be stored permanently, and which states a record can have.',
  },
  {
    path: '/developers/versioning',
    title: 'Versioning',
    description: 'What can change without notice, what cannot, and how a version ends.',
  },
  {
    path: '/developers/changelog',
    title: 'Changelog',
    description: 'The changes of each version.',
  },
  {
    path: '/developers/attribution',
    title: 'Licences and attribution',
    description: 'The terms for data and code, and what must be shown with the data.',
  },
  {
    path: '/developers/security',
    title: 'Security',
    description: 'How to report a vulnerability.',
  },
] as const;

export type SectionPath = (typeof SECTION)[number]['path'];

/** The paths of all pages except matching, which depends on the request. */
export type StaticPath = Exclude<SectionPath, '/developers/matching'>;
export const STATIC_PATHS = SECTION.map(({ path }) => path).filter((path) => path !== '/developers/matching');

/** The content of a page of the section. Its title and description are in {@linkcode SECTION}. */
export type SectionContent = Pick<PageContent, 'main' | 'scripts' | 'isUnlisted' | 'policy'> & {
  /** Additional style sheets. */
  readonly styles?: readonly string[];
};

/** A page of the section with the section's navigation. */
export function sectionPage(
  facts: SiteFacts,
  path: SectionPath,
  { main, styles = [], ...more }: SectionContent,
): SiteDocument {
  const { title = '', description = '' } = SECTION.find((page) => page.path === path) ?? {};
  const links = SECTION.map(
    (page) =>
      markup`<li><a href="${facts.root}${page.path}"${page.path === path && new Html(' aria-current="page"')}>${page.title}</a></li>\n`,
  );
  return pageOf(facts, {
    ...more,
    path,
    title: path === '/developers' ? 'Developers' : `${title} · Developers`,
    description,
    styles: ['developers', ...styles],
    main: markup`<div class="section">
<nav class="pages" aria-label="Developers"><ul>
${links}</ul></nav>
<article>
<h1>${title}</h1>
<p class="lead">${description}</p>
${main}
</article>
</div>`,
  });
}

/** The program that runs an example. A test runs every example and compares its output with the page. */
export type Runner = 'sh' | 'browser' | 'node' | 'python';

/** An example and its output. */
export function example(runner: Runner, code: string, output: string): Html {
  return markup`<pre tabindex="0" data-run="${runner}"><code>${code}</code></pre>
<pre tabindex="0" class="prints" aria-label="Output" data-prints><code>${output}</code></pre>`;
}

/** Stands for the parts of an output that differ from run to run. */
export const VARIES = '…';
