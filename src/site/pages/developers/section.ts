/** What the pages for developers share: their order, their navigation, and how examples stand in them. */
import type { ServiceFacts } from '../../../contract/index.ts';
import { Html, markup } from '../../html.ts';
import { pageOf, type Page, type PageContent } from '../../page.ts';

/** The pages of the section, in the order of their navigation. */
export const SECTION = [
  {
    path: '/developers',
    title: 'Getting started',
    description: 'A first answer in two minutes, with curl, a browser, Node or Python.',
  },
  {
    path: '/developers/reference',
    title: 'API reference',
    description: 'Every operation, parameter and answer, to be tried out live.',
  },
  {
    path: '/developers/matching',
    title: 'Matching and folding',
    description: 'What a search finds and in which order, and a box that shows how a text folds.',
  },
  {
    path: '/developers/errors',
    title: 'Errors',
    description: 'Every error is a problem document; which there are, and what to do about each.',
  },
  {
    path: '/developers/limits',
    title: 'Rate limit',
    description: 'How many requests are allowed, how answers say what is left, and how to wait.',
  },
  {
    path: '/developers/caching',
    title: 'Caching',
    description: 'How long an answer may be used again, and how to ask whether it is still current.',
  },
  {
    path: '/developers/cursors',
    title: 'Cursors',
    description: 'How to walk through all pages of a search.',
  },
  {
    path: '/developers/lifecycle',
    title: 'IDs and lifecycle',
    description: 'Why an ID can be stored for ever, and what becomes of a record.',
  },
  {
    path: '/developers/versioning',
    title: 'Versioning',
    description: 'What can change without notice, what cannot, and how an interface ends.',
  },
  {
    path: '/developers/changelog',
    title: 'Changelog',
    description: 'What changed, version by version.',
  },
  {
    path: '/developers/attribution',
    title: 'Licences and attribution',
    description: 'Under which terms data and code may be used, and what must be shown with them.',
  },
  {
    path: '/developers/security',
    title: 'Security',
    description: 'How to report a vulnerability.',
  },
] as const;

export type SectionPath = (typeof SECTION)[number]['path'];

/** The paths of all pages but the one of matching, which depends on what is asked for. */
export type StaticPath = Exclude<SectionPath, '/developers/matching'>;
export const STATIC_PATHS = SECTION.map(({ path }) => path).filter((path) => path !== '/developers/matching');

/** What a page of the section is made of; its title and description are those of the section's list. */
export type SectionContent = Pick<PageContent, 'main' | 'scripts' | 'isUnlisted' | 'policy'> & {
  /** Style sheets besides the section's own. */
  readonly styles?: readonly string[];
};

/** A page of the section, beside its navigation. */
export function sectionPage(
  facts: ServiceFacts,
  path: SectionPath,
  { main, styles = [], ...more }: SectionContent,
): Page {
  const { title = '', description = '' } = SECTION.find((page) => page.path === path) ?? {};
  const links = SECTION.map(
    (page) =>
      markup`<li><a href="${facts.siteUrl}${page.path}"${page.path === path && new Html(' aria-current="page"')}>${page.title}</a></li>\n`,
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

/** What runs an example. A test runs each of them, and compares what it prints with what its page shows. */
export type Runner = 'sh' | 'browser' | 'node' | 'python';

/** An example that can be run as it stands, and what it prints when the bundled sample is served. */
export function example(runner: Runner, code: string, prints: string): Html {
  return markup`<pre tabindex="0" data-run="${runner}"><code>${code}</code></pre>
<pre tabindex="0" class="prints" aria-label="What it prints" data-prints><code>${prints}</code></pre>`;
}

/** The only difference between what an example prints and what its page shows: three points for what differs from run to run. */
export const VARIES = '…';
