import {
  OPENAPI_FILES,
  attributionText,
  doorDocumentPath,
  searchTarget,
  type OpenApiFile,
} from '../../../contract/index.ts';
import type { DataExamples } from '../../../model/index.ts';
import { markup, type Html } from '../../html.ts';
import { VARIES, example, tabs } from '../../examples.ts';
import type { SectionEntry, SiteFacts } from '../../site-facts.ts';
import { textOf } from '../../texts.ts';
import { groupsOf, type SectionContent } from './section.ts';

const FILES = Object.keys(OPENAPI_FILES) as OpenApiFile[];

/** The first requests in four languages. */
export function startPage(facts: SiteFacts): SectionContent {
  const { root, doors = [] } = facts;
  const pages = groupsOf(facts.pages);
  const linkTo = ({ path, title, description }: SectionEntry): Html =>
    markup`<li><a href="${root}${path}">${title}</a>: ${description}</li>\n`;
  return {
    main: textOf(facts, 'start', {
      examples: examplesOf(facts),
      pages: pages.map(
        ([group, entries]) =>
          markup`<h3>${group}</h3>\n<ul>\n${entries.filter(({ path }) => path !== '/developers').map(linkTo)}</ul>\n`,
      ),
      documents: doors.map((door) => {
        const [path, newer, older] = FILES.map((file) => doorDocumentPath(door, file));
        return markup`<li><a href="${root}${path}"><code>${path}</code></a>: OpenAPI 3.2 of the ${door.title}; also as <a href="${root}${newer}">3.1</a> and <a href="${root}${older}">3.0</a></li>\n`;
      }),
    }),
  };
}

/** The first requests and their responses, of the served data. */
function examplesOf(facts: SiteFacts): Html {
  const { examples } = facts;
  if (examples === undefined)
    return markup`<p class="note">The data has no company yet: examples come with the first one.</p>`;
  const languages = [['curl', requests(facts, examples)] as const, ...programs(facts, examples)];
  return markup`<h2>First requests</h2>\n${tabs('language', 'Language', languages)}`;
}

function requests({ baseUrl, dataProvider }: SiteFacts, { searches, company }: DataExamples): Html {
  const attribution = attributionText(dataProvider);
  const [{ query, country, companies, hasMore }] = searches;
  const page = {
    object: 'list',
    query,
    countries: country === undefined ? [] : [country],
    data: companies.slice(0, 1),
    next_cursor: hasMore || companies.length > 1 ? VARIES : null,
    attribution,
  };
  return markup`<p>Search by the start of a name or of a business ID:</p>
${example('sh', `curl '${baseUrl}${searchTarget(searches[0], { limit: '1' })}'`, JSON.stringify(page, null, 2))}
<p>Get one company by its permanent <code>id</code>. Append <code>/officers</code> to get its current officers:</p>
${example('sh', `curl -s '${baseUrl}/v1/companies/${company.id}'`, JSON.stringify({ data: company, attribution }, null, 2))}`;
}

function programs(
  { baseUrl, dataProvider }: SiteFacts,
  { searches, officers }: DataExamples,
): readonly (readonly [name: string, content: Html])[] {
  const attribution = attributionText(dataProvider);
  const [{ query, country, companies }] = searches;
  const names = companies.slice(0, 2).map(({ name }) => name);
  const prints = [...names, attribution].join('\n');
  // Both languages read strings as JSON writes them.
  const text = JSON.stringify;
  const inCountry = country === undefined ? '' : `, country: ${text(country)}`;
  return [
    [
      'Browser',
      markup`<p>In a module of any page, on any origin:</p>
${example(
  'browser',
  `const response = await fetch('${baseUrl}${searchTarget(searches[0], { limit: '2' })}');
const { data, attribution } = await response.json();
for (const { name } of data) console.log(name);
console.log(attribution);`,
  prints,
)}`,
    ],
    [
      'Node',
      markup`<p>The typed client <code>openfirma-client</code> in the project’s repository retries after <code>Retry-After</code> and iterates over all pages. It also
runs in browsers, and has no dependencies.</p>
${example(
  'node',
  `import { OpenFirma } from 'openfirma-client';

const client = new OpenFirma({ baseUrl: '${baseUrl}' });
for await (const { name } of client.companies({ q: ${text(query)}${inCountry}, max: 2 })) console.log(name);
${
  officers === undefined
    ? ''
    : `
const { data } = await client.officers('${officers.id}');
console.log(data.length, 'current officers, as', data[0].source.system, 'publishes them');
`
}
const { attribution } = await client.search({ q: ${text(query)}${inCountry} });
console.log(attribution);`,
  [...names, ...(officers === undefined ? [] : [officersText(officers.list)]), attribution].join('\n'),
)}`,
    ],
    [
      'Python',
      markup`<p>With the standard library only. The typed client <code>openfirma</code> in <code>clients/python</code> of the project’s repository also iterates over all pages, retries after
<code>Retry-After</code> and matches lists of names.</p>
${example(
  'python',
  `import json, urllib.parse, urllib.request

query = urllib.parse.urlencode({'q': ${text(query)}, ${country === undefined ? '' : `'country': ${text(country)}, `}'limit': 2})
with urllib.request.urlopen('${baseUrl}/v1/search?' + query) as response:
    page = json.load(response)
for company in page['data']:
    print(company['name'])
print(page['attribution'])`,
  prints,
)}`,
    ],
  ];
}

function officersText(list: readonly object[]): string {
  const [{ source }] = list as [{ source: { system: string } }];
  return `${list.length} current officers, as ${source.system} publishes them`;
}
