/** The search over the pages for developers. */
import type { SiteDocument } from '../../../contract/index.ts';
import { foldName } from '../../../model/index.ts';
import { markup, type Html } from '../../html.ts';
import { renderPage } from '../../page.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { listSectionPages, plainText, sectionMain } from './section.ts';

interface Part {
  readonly address: string;
  readonly page: string;
  /** Empty for the part before the first heading. */
  readonly heading: string;
  readonly text: string;
  /** The folded words of the page title and the heading, each once. */
  readonly headingWords: readonly string[];
  readonly textWords: readonly string[];
}

/** The parts of all pages, in order. */
export type DocsIndex = readonly Part[];

const FOUND_MAX = 20;
const EXCERPT_CHARS = 180;
const HEADING = /<h[23] id="([^"]*)">(.*?)<\/h[23]>/;

/** Prefixes of words that other documentation uses, and the corresponding words of these pages. */
const SYNONYMS: readonly (readonly [beginnings: RegExp, words: readonly string[]])[] = [
  [/^(?:paginat|paging|offset)/, ['cursor']],
  [/^(?:throttl|quota|limiting)/, ['limit']],
  [/^(?:auth|login|credential|apikey)/, ['key', 'authentication']],
  [/^(?:autocomplet|typeahead|widget)/, ['company-search', 'field']],
  [/^licens/, ['licence']],
  [/^deprecat/, ['version']],
];

/** Returns the words that match a word of a query: the word, its singular, and its synonyms. */
function listSynonyms(word: string): string[] {
  const singular = word.length > 4 ? [word.replace(/s$/, '')] : [];
  return [word, ...singular, ...SYNONYMS.flatMap(([beginnings, words]) => (beginnings.test(word) ? words : []))];
}

/** Splits pages at their headings, which have fragments. */
export function createDocsIndex(pages: readonly (readonly [path: string, title: string, html: string])[]): DocsIndex {
  return pages.flatMap(([path, page, html]) => {
    const [before = '', ...rest] = html.split(HEADING);
    const parts = [createPart(path, page, '', before)];
    for (let i = 0; i < rest.length; i += 3)
      parts.push(createPart(`${path}#${rest[i]}`, page, plainText(rest[i + 1] ?? ''), rest[i + 2] ?? ''));
    return parts;
  });
}

function createPart(address: string, page: string, heading: string, html: string): Part {
  // Separates the texts of blocks, but not of inline elements, by blanks.
  const text = plainText(html.replaceAll(/<\/(?:p|li|t[dhr]|pre|d[dt]|caption|summary|label)>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return { address, page, heading, text, headingWords: splitWords(`${page} ${heading}`), textWords: splitWords(text) };
}

function splitWords(text: string): string[] {
  return [...new Set(foldName(text).split(' '))].filter((word) => word !== '');
}

function computeScore({ headingWords, textWords, heading }: Part, words: readonly (readonly string[])[]): number {
  const scores = words.map((readings) => {
    const isBegun = (one: string): boolean => readings.some((reading) => one.startsWith(reading));
    const inHeading = headingWords.some(isBegun) ? 4 : 0;
    const inText = textWords.some((one) => readings.includes(one)) ? 2 : textWords.some(isBegun) ? 1 : 0;
    return inHeading + inText;
  });
  if (scores.length === 0 || scores.includes(0)) return 0;
  // The start of a page ranks before a section of that page with the same score.
  return scores.reduce((sum, score) => sum + score) + (heading === '' ? 0.5 : 0);
}

/**
 * Makes the page of a search over the documentation: the parts in which each word of the query, or a synonym, is the prefix of a word.
 * Parts with the words in their heading come first.
 */
export function findPage(facts: SiteFacts, index: DocsIndex, query: string): SiteDocument {
  const words = splitWords(query).map(listSynonyms);
  const scored = index.map((part) => [computeScore(part, words), part] as const).filter(([score]) => score > 0);
  const parts = scored.toSorted(([a], [b]) => b - a).map(([, part]) => part);
  const title = query === '' ? 'Search the documentation' : `“${query}” in the documentation`;
  return renderPage(facts, {
    title: `${title} · Developers`,
    description: 'Search over the pages for developers.',
    path: '/developers/search',
    isUnlisted: true,
    styles: ['developers', 'code'],
    main: sectionMain(facts, '', title, query === '' ? renderPages(facts) : renderResults(facts, parts, query), query),
  });
}

function renderResults(facts: SiteFacts, parts: readonly Part[], query: string): Html {
  if (parts.length === 0) return markup`<p class="lead">No section has all these words.</p>\n${renderPages(facts)}`;
  const rows = parts.slice(0, FOUND_MAX).map(
    ({
      address,
      page,
      heading,
      text,
    }) => markup`<li><a href="${facts.root}${address}">${heading === '' ? page : `${page}: ${heading}`}</a>
<p>${renderExcerpt(text, query)}</p></li>\n`,
  );
  const count =
    parts.length > FOUND_MAX
      ? `The best ${FOUND_MAX} of ${parts.length} sections`
      : `${parts.length} ${parts.length === 1 ? 'section' : 'sections'}`;
  return markup`<p class="lead">${count} with all these words.</p>\n<ol class="found">\n${rows}</ol>`;
}

function renderPages(facts: SiteFacts): Html {
  const { root } = facts;
  const rows = listSectionPages(facts).map(
    ({ path, title, description }) => markup`<li><a href="${root}${path}">${title}</a>: ${description}</li>\n`,
  );
  return markup`<h2>All pages</h2>\n<ul>\n${rows}</ul>`;
}

/** Returns the text around the first word of the query, with all words of the query marked. */
function renderExcerpt(text: string, query: string): Html[] {
  const words = query
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => listSynonyms(word.toLowerCase()));
  if (words.length === 0) return [markup`${text.slice(0, EXCERPT_CHARS)}`];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu');
  const at = Math.max(0, text.search(pattern) - EXCERPT_CHARS / 3);
  const from = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const isCut = from + EXCERPT_CHARS < text.length;
  const excerpt = isCut ? text.slice(from, text.lastIndexOf(' ', from + EXCERPT_CHARS)) : text.slice(from);
  const marked = excerpt
    .split(pattern)
    .map((piece, i) => (i % 2 === 1 ? markup`<mark>${piece}</mark>` : markup`${piece}`));
  return [markup`${from > 0 && '… '}`, ...marked, markup`${isCut && ' …'}`];
}
