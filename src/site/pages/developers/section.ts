/** The list of pages for developers, and their navigation. */
import { openDoors, type ServiceFacts, type SiteDocument } from '../../../contract/index.ts';
import { Html, anchorOf, markup } from '../../html.ts';
import { pageOf, type PageContent } from '../../page.ts';
import type { SiteFacts } from '../../site-facts.ts';

export { VARIES, code, example, tabs } from './examples.ts';

/** Longer than any question, short enough to be searched for in no time. */
export const FIND_CHARS_MAX = 100;

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
    path: '/developers/company-search',
    title: 'The form field',
    description: '<company-search>, a form field that finds companies while somebody types: one script, any site.',
  },
  {
    path: '/developers/static-search',
    title: 'Search without a server',
    description: 'Names and business IDs as files, searched from the browser by a small module: no service needed.',
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

/** A page of the section as its navigation has it. */
interface SectionEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/** Behind this page stand those of the doors that are on. */
const BEFORE_DOORS = '/developers/matching';

/** The pages of the section on a service: those of doors that are off are not there. */
export function sectionOf(facts: ServiceFacts): readonly SectionEntry[] {
  const doors = openDoors(facts).map(({ name, title, summary }) => ({
    path: doorPath(name),
    title,
    description: summary,
  }));
  return SECTION.flatMap((page) => (page.path === BEFORE_DOORS ? [page, ...doors] : [page]));
}

/** The path of the page about a door. */
export function doorPath(name: string): string {
  return `/developers/${name}`;
}

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
  path: string,
  { main, styles = [], scripts = [], ...more }: SectionContent,
): SiteDocument {
  const { title = '', description = '' } = sectionOf(facts).find((page) => page.path === path) ?? {};
  return pageOf(facts, {
    ...more,
    path,
    title: path === '/developers' ? 'Developers' : `${title} · Developers`,
    description,
    styles: ['developers', 'code', ...styles],
    scripts: ['code', ...scripts],
    main: sectionMain(facts, path, title, sectionContent(description, main)),
  });
}

/** What an article holds below its title. */
export function sectionContent(description: string, main: Html): Html {
  return withAnchors(markup`<p class="lead">${description}</p>\n${main}`);
}

/** The navigation and the search of the section beside an article. `path` is that of the article, or empty. */
export function sectionMain(facts: SiteFacts, path: string, title: string, content: Html, query = ''): Html {
  const pages = sectionOf(facts);
  const links = pages.map(
    (page) =>
      markup`<li><a href="${facts.root}${page.path}"${page.path === path && new Html(' aria-current="page"')}>${page.title}</a></li>\n`,
  );
  const list = markup`<ul>\n${links}</ul>`;
  return markup`<div class="section">
<div class="pages">
<form class="find" action="${facts.root}/developers/search" role="search" aria-label="Documentation">
<label for="find">Search the documentation</label>
<div><input id="find" name="q" type="search" required maxlength="${FIND_CHARS_MAX}" value="${query}" placeholder="Search" autocomplete="off"><button>Find</button></div>
</form>
<nav class="wide-pages" aria-label="Developers">${list}</nav>
<details class="narrow-pages"><summary>${pages.length} pages for developers</summary><nav aria-label="Developers, all pages">${list}</nav></details>
</div>
<article>
<h1>${title}</h1>
${content}
</article>
</div>`;
}

/** Gives every heading a fragment, so that it can be linked to and found. */
function withAnchors({ text }: Html): Html {
  const taken = new Map<string, number>();
  return new Html(
    text.replaceAll(/<h([23])>(.*?)<\/h\1>/g, (_, level: string, title: string) => {
      const anchor = anchorOf(plainText(title));
      const count = (taken.get(anchor) ?? 0) + 1;
      taken.set(anchor, count);
      return `<h${level} id="${count === 1 ? anchor : `${anchor}-${count}`}">${title}</h${level}>`;
    }),
  );
}

/** What a person reads of HTML. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
