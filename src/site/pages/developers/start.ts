import { RATE_LIMIT, attributionText, doorDocumentPath, searchTarget } from '../../../contract/index.ts';
import type { DataExamples } from '../../../model/index.ts';
import { markup, type Html } from '../../html.ts';
import { schemaPath } from '../../machine/openapi.ts';
import { VARIES, example, sectionOf, tabs, type SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** The first requests in four languages. */
export function startPage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  return {
    main: markup`<p>You need no key and no account, and any origin may send requests: ${RATE_LIMIT.requests} a minute for each client address. The
requests and outputs below are of the data that this service serves now.</p>
${examplesOf(facts)}
<div class="note"><p>Show the text of <code>attribution</code> wherever you show the data: see <a href="${root}/developers/attribution">Licences and
attribution</a>.</p></div>
<h2>Next</h2>
<ul>
${sectionOf(facts)
  .slice(1)
  .map(({ path, title, description }) => markup`<li><a href="${root}${path}">${title}</a>: ${description}</li>\n`)}</ul>
${machineDocuments(facts)}`,
  };
}

/** The first requests and their answers, of the data that is served. */
function examplesOf(facts: SiteFacts): readonly Html[] {
  const { examples } = facts;
  if (examples === undefined)
    return [markup`<p class="note">The data holds no company yet: examples come with the first one.</p>`];
  const languages = [['curl', requests(facts, examples)] as const, ...programs(facts, examples)];
  return [markup`<h2>First requests</h2>\n${tabs('language', 'Language', languages)}`];
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
      markup`<p>With the standard library only:</p>
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

/** Links to the documents for programs. */
function machineDocuments(facts: SiteFacts): Html {
  const { root } = facts;
  const documents: readonly (readonly [path: string, description: string])[] = [
    ['/api/openapi.json', 'OpenAPI 3.2'],
    ['/api/openapi.yaml', 'the same document as YAML'],
    ['/api/openapi-3.1.json', 'the same document as OpenAPI 3.1, for generators that do not read 3.2 yet'],
    ...(facts.doors ?? []).map((door) => [doorDocumentPath(door), `OpenAPI 3.2 of the ${door.title}`] as const),
    [schemaPath('Company'), 'JSON Schema (2020-12) of a company; every other resource has its own in the same folder'],
    ['/api/postman.json', 'a Postman collection (2.1)'],
    ['/company-search.js', 'the script of <company-search>, a form field that finds companies'],
    ['/limits.json', 'the limits of requests, pages and cursors'],
    ['/status.json', 'the age of the data of each register'],
    ['/llms.txt', 'for language models'],
    ['/.well-known/api-catalog', 'all of these as a set of links (RFC 9727)'],
    ['/.well-known/security.txt', 'where to report a vulnerability (RFC 9116)'],
    ['/sitemap.xml', 'the pages of this site'],
  ];
  const rows = documents.map(
    ([path, description]) => markup`<li><a href="${root}${path}"><code>${path}</code></a>: ${description}</li>\n`,
  );
  return markup`<h2 id="machines">For programs</h2>\n<ul>\n${rows}</ul>`;
}
