/** The list of pages for developers, and their navigation. */
import type { SiteDocument } from '../../../contract/index.ts';
import { Html, markup, toAnchor } from '../../html.ts';
import { renderPage, type PageContent } from '../../page.ts';
import type { SectionEntry, SiteFacts } from '../../site-facts.ts';
import SECTION from './section.json' with { type: 'json' };

/** The paths of all pages except matching, which depends on the request. */
export const STATIC_PATHS = SECTION.map(({ path }) => path).filter((path) => path !== '/developers/matching');

/** A page of an extra. */
export interface SectionPage extends SectionEntry {
  /** Loads the function that makes the content of the page. */
  readonly content: () => Promise<(facts: SiteFacts) => SectionContent | Promise<SectionContent>>;
}

const GROUPS = ['Start', 'Use', 'Data', 'Operate'] as const;
type Group = (typeof GROUPS)[number];

/** Returns the pages of the section, in the order of the navigation. */
export function listSectionPages({ pages }: Pick<SiteFacts, 'pages'>): readonly SectionEntry[] {
  return groupPages(pages).flatMap(([, entries]) => entries);
}

/** Returns the pages of the section and of extras, by group. */
export function groupPages(extra: readonly SectionEntry[]): readonly (readonly [Group, readonly SectionEntry[]])[] {
  const all = [...(SECTION as readonly SectionEntry[]), ...extra];
  return GROUPS.map((group) => [group, all.filter(({ group: own = 'Use' }) => own === group)]);
}

/** Returns the navigation of the section: the pages in groups, with the page at `path` marked. */
function renderNavigation({ root, pages }: SiteFacts, path: string): Html[] {
  return groupPages(pages).map(([group, links]) => {
    // `/operators` is outside of the section, but its link belongs to the last group.
    const others = group === 'Operate' ? [{ path: '/operators', title: 'Run your own' }] : [];
    const items = [...links, ...others].map(
      (page) =>
        markup`<li><a href="${root}${page.path}"${page.path === path && new Html(' aria-current="page"')}>${page.title}</a></li>\n`,
    );
    return markup`<p class="group">${group}</p>\n<ul aria-label="${group}">\n${items}</ul>\n`;
  });
}

/** The content of a page of the section. Its title and description are in section.json. */
export type SectionContent = Pick<PageContent, 'main' | 'scripts' | 'isUnlisted' | 'policy'> & {
  readonly styles?: readonly string[];
  /** Whether the page is still correct; absent if it depends only on the data and the day. */
  readonly isCurrent?: () => boolean;
};

/** Makes a page of the section, with the navigation of the section. */
export function sectionPage(
  facts: SiteFacts,
  path: string,
  { main, styles = [], scripts = [], isCurrent, ...more }: SectionContent,
): SiteDocument {
  const { title = '', description = '' } = listSectionPages(facts).find((page) => page.path === path) ?? {};
  const page = renderPage(facts, {
    ...more,
    path,
    title: path === '/developers' ? 'Developers' : `${title} · Developers`,
    description,
    styles: ['developers', 'code', ...styles],
    scripts: ['actions', ...scripts],
    main: sectionMain(facts, path, title, sectionContent(description, main)),
  });
  return isCurrent === undefined ? page : { ...page, isCurrent };
}

/** Returns the content of an article below its title. */
export function sectionContent(description: string, main: Html): Html {
  return withAnchors(markup`<p class="lead">${description}</p>\n${main}`);
}

/** Returns an article with the navigation of the section. `path` is the path of the article, or empty. */
export function sectionMain(facts: SiteFacts, path: string, title: string, content: Html): Html {
  const pages = listSectionPages(facts);
  const list = renderNavigation(facts, path);
  return markup`<div class="section">
<div class="pages">
<nav class="wide-pages" aria-label="Developers">${list}</nav>
<details class="narrow-pages"><summary>All ${pages.length} pages for developers</summary><nav aria-label="Developers, all pages">${list}</nav></details>
</div>
<article>
<h1>${title}</h1>
${content}
</article>
</div>`;
}

/** Adds a fragment to every heading, so that links and the search can lead to it. */
function withAnchors({ text }: Html): Html {
  const taken = new Map<string, number>();
  return new Html(
    text.replaceAll(/<h([23])>(.*?)<\/h\1>/g, (_, level: string, title: string) => {
      const anchor = toAnchor(plainText(title));
      const count = (taken.get(anchor) ?? 0) + 1;
      taken.set(anchor, count);
      return `<h${level} id="${count === 1 ? anchor : `${anchor}-${count}`}">${title}</h${level}>`;
    }),
  );
}

/** The named character references that the Markdown parser emits. */
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Returns the text of HTML, without tags. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|(lt|gt|amp|quot));/g, (_, code: string | undefined, name = '') =>
      code === undefined ? (NAMED[name] ?? '') : String.fromCharCode(Number(code)),
    );
}
