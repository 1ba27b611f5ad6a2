import { code, markup, type Html, type SectionContent, type SiteFacts } from '../../src/site/index.ts';

export function staticSearchPage(facts: SiteFacts): SectionContent {
  const servesFiles = (facts.doors ?? []).some(({ name }) => name === 'data');
  return {
    ...(servesFiles && { scripts: ['static-search-demo'] }),
    main: markup`<p>A search as you type needs no service: <code>openfirma export --format static</code> writes names, business IDs and countries as files for any web server or CDN that
supports <code>Range</code>, and a module of 7 kB searches them from the browser. One block of some 6 KB has the companies for a query, and mostly for the next letters.</p>
${servesFiles ? demo(facts) : markup`<p>This service does not serve exported files (<code>DOORS=data</code>), so there is nothing to try here.</p>`}
<h2>Make the files</h2>
${code('sh', 'openfirma export --format static --into published data/openfirma.snapshot')}
<p><code>published/latest</code> is a folder for a web server, with a page to try it. A million companies take 88 MB. Export again after each build: the new files have no
restricted companies, and unchanged files keep their names, so send only new ones.</p>
<h2>Search them</h2>
${code(
  'html',
  `<script type="module">
  import { StaticSearch } from './static-search.js';

  const search = await StaticSearch.open('https://files.example/latest');
  const { data, next, attribution } = await search.search({ q: 'nord', country: 'FI' });
</script>`,
)}
<p><code>data</code> has the companies in the order of their names, each with its permanent <code>id</code>, its <code>name</code> and its <code>country_code</code>; give
<code>next</code> as <code>after</code> for the next page, and show <code>attribution</code> wherever you show the data. The results are those of the search of the API,
which also has all other fields of companies.</p>`,
  };
}

function demo({ api, root }: SiteFacts): Html {
  return markup`<h2>Try it</h2>
<form class="fold" id="static-search" data-base="${api}/data/latest/" data-companies="${root}/companies/">
<label for="typed">Name or business ID</label>
<div><input type="search" id="typed" autocomplete="off" spellcheck="false"></div>
<p role="status">Type at least three characters. The first search loads the list of files.</p>
<ol></ol>
</form>`;
}
