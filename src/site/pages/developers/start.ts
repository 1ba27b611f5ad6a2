import {
  OPENAPI_FILES,
  attributionText,
  EVERYTHING,
  doorDocumentPath,
  searchTarget,
  type OpenApiFile,
} from '../../../contract/index.ts';
import type { DataExamples } from '../../../model/index.ts';
import { VARIES, tabs, highlighted, highlightedJson } from '../../code.ts';
import { markup, type Html } from '../../html.ts';
import type { SectionEntry, SiteFacts } from '../../site-facts.ts';
import { renderSections, renderText, type Values } from '../../texts.ts';
import { groupPages, type SectionContent } from './section.ts';

const FILES = Object.keys(OPENAPI_FILES) as OpenApiFile[];

/** Makes the page with the first requests in four languages. */
export function startPage(facts: SiteFacts): SectionContent {
  const { root, examples, doors = [] } = facts;
  const pages = groupPages(facts.pages);
  const linkTo = ({ path, title, description }: SectionEntry): Html =>
    markup`<li><a href="${root}${path}">${title}</a>: ${description}</li>\n`;
  return {
    main: renderText(facts, 'start', {
      examples:
        examples === undefined
          ? markup`<p class="note">The data has no company yet: examples come with the first one.</p>`
          : markup`<h2>First requests</h2>\n${tabs('language', 'Language', renderSections(facts, 'requests', createValues(facts, examples)))}`,
      pages: pages.map(
        ([group, entries]) =>
          markup`<h3>${group}</h3>\n<ul>\n${entries.filter(({ path }) => path !== '/developers').map(linkTo)}</ul>\n`,
      ),
      documents: [...doors, { ...EVERYTHING, title: 'operations and all resources' }].map((door) => {
        const [path, newer, older] = FILES.map((file) => doorDocumentPath(door, file));
        return markup`<li><a href="${root}${path}"><code>${path}</code></a>: OpenAPI 3.2 of the ${door.title}; also as <a href="${root}${newer}">3.1</a> and <a href="${root}${older}">3.0</a></li>\n`;
      }),
    }),
  };
}

/** Returns the values of the text: the first requests and their responses over the served data. */
function createValues({ dataProvider }: SiteFacts, { searches, company, officers }: DataExamples): Values {
  const attribution = attributionText(dataProvider);
  const [search] = searches;
  const { query, country, companies, hasMore } = search;
  const page = {
    object: 'list',
    query,
    countries: country === undefined ? [] : [country],
    data: companies.slice(0, 1),
    next_cursor: hasMore || companies.length > 1 ? VARIES : null,
    attribution,
  };
  const ofCountry = (before: string, after = ''): Html[] =>
    country === undefined ? [] : highlighted(`${before}${JSON.stringify(country)}${after}`, 'js');
  return {
    searchOne: searchTarget(search, { limit: '1' }),
    searchTwo: searchTarget(search, { limit: '2' }),
    page: highlightedJson(page),
    id: company.id,
    company: highlightedJson({ data: company, attribution }),
    // JSON strings are valid strings in all languages of the page.
    query: JSON.stringify(query).slice(1, -1),
    inCountry: ofCountry(', country: '),
    countryItem: ofCountry(`'country': `, ', '),
    names: companies
      .slice(0, 2)
      .map(({ name }) => name)
      .join('\n'),
    ...createOfficerValues(officers),
  };
}

/** Returns the part about officers of the example in Node, and its output; empty if no example has officers. */
function createOfficerValues(officers: DataExamples['officers']): Values {
  if (officers === undefined) return { officers: '', officersText: '' };
  const [{ source }] = officers.list as unknown as [{ source: { system: string } }];
  const lines = `
const { data } = await client.officers('${officers.id}');
console.log('current officers:', data.length, 'as', data[0].source.system, 'publishes them');
`;
  return {
    officers: highlighted(lines, 'js'),
    officersText: `\ncurrent officers: ${officers.list.length} as ${source.system} publishes them`,
  };
}
