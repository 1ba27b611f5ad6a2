import { RATE_LIMIT, attributionText } from '../../../contract/index.ts';
import { markup, type Html } from '../../html.ts';
import { schemaPath } from '../../machine/openapi.ts';
import { SECTION, VARIES, example, type SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** The first requests in four languages. */
export function startPage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  return {
    main: markup`<p>You need no key and no account, and any origin may send requests: ${RATE_LIMIT.requests} a minute for each client address. The outputs
below come from the bundled sample of invented companies; other data gives other names.</p>
${[...requests(facts), ...programs(facts)]}
<h2>Next</h2>
<ul>
${SECTION.slice(1).map(({ path, title, description }) => markup`<li><a href="${root}${path}">${title}</a>: ${description}</li>\n`)}</ul>
${machineDocuments(facts)}`,
  };
}

function requests({ baseUrl, dataProvider }: SiteFacts): readonly Html[] {
  const attribution = attributionText(dataProvider);
  return [
    markup`<h2>curl</h2>
<p>Search by the start of a name or of a business ID:</p>
${example(
  'sh',
  `curl '${baseUrl}/v1/search?q=nord&country=NO&limit=1'`,
  JSON.stringify({ ...FIRST_PAGE, next_cursor: VARIES, attribution }, null, 2),
)}
<p>Get one company by its permanent <code>id</code>. Append <code>/officers</code> to get its current officers:</p>
${example(
  'sh',
  `id=$(curl -s '${baseUrl}/v1/search?q=larkholt+roles' | grep -o 'co_[0-9a-z]*' | head -n 1)
curl -s "${baseUrl}/v1/companies/$id"`,
  JSON.stringify({ data: COMPANY, attribution }, null, 2),
)}`,
  ];
}

function programs({ baseUrl, dataProvider, root }: SiteFacts): readonly Html[] {
  const prints = `NORDLYSMYR ENK\nNordlysmyr Handel AS\n${attributionText(dataProvider)}`;
  return [
    markup`<h2>Browser</h2>
<p>In a module of any page, on any origin:</p>
${example(
  'browser',
  `const response = await fetch('${baseUrl}/v1/search?q=nord&limit=2');
const { data, attribution } = await response.json();
for (const { name } of data) console.log(name);
console.log(attribution);`,
  prints,
)}
<h2>Node</h2>
<p>The typed client <code>openfirma-client</code> in the project’s repository retries after <code>Retry-After</code> and iterates over all pages. It also
runs in browsers, and has no dependencies.</p>
${example(
  'node',
  `import { OpenFirma } from 'openfirma-client';

const client = new OpenFirma({ baseUrl: '${baseUrl}' });
for await (const { name } of client.companies({ q: 'nord', max: 2 })) console.log(name);

const { data, attribution } = await client.search({ q: 'larkholt roles', country: 'GB' });
const officers = await client.officers(data[0].id);
for (const { name, roles = [] } of officers.data) console.log(name, roles.join(', '));
console.log(attribution);`,
  `NORDLYSMYR ENK
Nordlysmyr Handel AS
THISTLEWYKE, Imogen director, secretary
QUILLHAVEN NOMINEES LIMITED corporate-director
LLYNCADŴR, Eluned director
BRACKENMOOR TRUSTEES LLP ${''}
${attributionText(dataProvider)}`,
)}
<h2>Python</h2>
<p>With the standard library only:</p>
${example(
  'python',
  `import json, urllib.parse, urllib.request

query = urllib.parse.urlencode({'q': 'nord', 'limit': 2})
with urllib.request.urlopen('${baseUrl}/v1/search?' + query) as response:
    page = json.load(response)
for company in page['data']:
    print(company['name'])
print(page['attribution'])`,
  prints,
)}
<div class="note"><p>Show the text of <code>attribution</code> wherever you show the data: see <a href="${root}/developers/attribution">Licences and
attribution</a>.</p></div>`,
  ];
}

/** Links to the documents for programs. */
function machineDocuments({ root }: SiteFacts): Html {
  const documents: readonly (readonly [path: string, description: string])[] = [
    ['/api/openapi.json', 'OpenAPI 3.2'],
    ['/api/openapi.yaml', 'the same document as YAML'],
    [schemaPath('Company'), 'JSON Schema (2020-12) of a company; every other resource has its own in the same folder'],
    ['/api/postman.json', 'a Postman collection (2.1)'],
    ['/company-search.js', 'the script of <company-search>, a form field that finds companies'],
    ['/status.json', 'the age of the data of each register'],
    ['/llms.txt', 'for language models'],
    ['/apis.json', 'for API catalogues (APIs.json)'],
    ['/.well-known/security.txt', 'where to report a vulnerability (RFC 9116)'],
    ['/sitemap.xml', 'the pages of this site'],
  ];
  const rows = documents.map(
    ([path, description]) => markup`<li><a href="${root}${path}"><code>${path}</code></a>: ${description}</li>\n`,
  );
  return markup`<h2 id="machines">For programs</h2>\n<ul>\n${rows}</ul>`;
}

/** Responses on the bundled sample. */
const FIRST_PAGE = {
  object: 'list',
  query: 'nord',
  countries: ['NO'],
  data: [
    {
      id: 'co_2tstf4k96nr0wjz2bbwr5g18cc',
      object: 'company',
      lifecycle: { status: 'active' },
      name: 'NORDLYSMYR ENK',
      country_code: 'NO',
      company_type: 'ENK',
      legal_form: 'Enkeltpersonforetak',
      as_of_date: '2026-11-19',
      classifications: [
        { scheme: 'SN2025', code: '03.210', label: 'Akvakultur i sjøvann', is_primary: true },
        { scheme: 'SN2007', code: '62.010', label: 'Programmeringstjenester', is_primary: false },
        { scheme: 'SN2025', code: '41.000', label: 'Oppføring av bygninger', is_primary: false },
      ],
    },
  ],
} as const;

const COMPANY = {
  id: 'co_2pxbtncst4redpsmca00f45pvj',
  object: 'company',
  lifecycle: { status: 'active' },
  name: 'LARKHOLT ROLES PLC',
  legal_form: 'Public Limited Company',
  as_of_date: '2026-11-15',
  identifiers: [{ scheme: 'national_registry_number', value: 'SC300047', country_scope: 'GB-SCT' }],
} as const;
