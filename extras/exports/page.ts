import { doorDocumentPath } from '../../src/contract/index.ts';
import { markup, example, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { DATA } from './declaration.ts';
import { hasExport } from './settings.ts';

/** The page on downloading all data. */
export function dataPage({ root, baseUrl }: SiteFacts, exportsDir: string): SectionContent {
  const isThere = hasExport(exportsDir);
  const { requests, cost } = DATA;
  const note = isThere
    ? ''
    : markup`<p class="note"><strong>There is no export yet</strong>, and the addresses below are answered 404. Whoever runs the service makes one in the folder of the setting
<code>EXPORTS_DIR</code>: <code>openfirma export --format csv,parquet --into exports data/openfirma.snapshot</code></p>
`;
  return {
    isCurrent: () => hasExport(exportsDir) === isThere,
    main: markup`${note}<p>Everything that is served, as files: companies, identifiers, activities and other names by country, as CSV, newline-delimited JSON, Parquet and FollowTheMoney,
in the formats that whoever runs the service has chosen.</p>
<h2>What there is</h2>
<p><code>datapackage.json</code> lists the files with columns, rows, bytes, licences and checksums:</p>
${example('sh', `curl -s '${baseUrl}/data/latest/datapackage.json' | grep -o '"name": "openfirma"'`, '"name": "openfirma"')}
<p><code>catalog.jsonld</code> says the same for catalogues (DCAT-AP), <code>LICENCES.md</code> whom to name, <code>SHA256SUMS</code> the checksums. Companies of one file are in the
order of their ids. An absent value is an empty cell, null in Parquet, or an absent field. Restricted companies are in no file.</p>
<h2>Download</h2>
<p>A download that broke off goes on where it stopped. Where a newer export has come meanwhile, the server sends the new file whole if the request names the old one in
<code>If-Range</code>:</p>
${example('sh', `curl -s -r 0-9 -o part -w '%{http_code}' '${baseUrl}/data/latest/SHA256SUMS'`, '206')}
<p>With <code>If-Match</code> instead, a range of a file that has been replaced is refused with 412: so all ranges that you read are of one file.</p>
<p>Several files are of one export for certain where each is asked for below its name, not below <code>latest</code>: <code>Content-Location</code> has it. The checksums
tell as well. What an earlier export
had and the newest has not was ended or restricted: remove it from your copy, too.</p>
<p>${requests} requests a minute are counted apart from those of the operations: <code>RateLimit-Policy</code> names the limit <code>data</code>. ${cost} The
<a href="${root}${doorDocumentPath(DATA)}">OpenAPI document</a> has the header fields.</p>`,
  };
}
