import { code, markup, type Html, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { DOUBTFUL_PROBABILITY, calibrationText } from '../matching/names/index.ts';
import { RECONCILE_LIMITS } from '../reconcile/declaration.ts';
import { COLUMN_NAMES } from './input/columns.ts';

/** The limits of the page; longer lists need the command. */
const PAGE_LIMITS = { rowsMax: 1000, columnsMax: 1000, bytesMax: 5_000_000, candidates: 5 } as const;

export function listsPage(facts: SiteFacts): SectionContent {
  const reconciles = (facts.doors ?? []).some(({ name }) => name === 'reconcile');
  return {
    styles: ['list-match'],
    ...(reconciles && { scripts: ['list-match'] }),
    main: markup`${reconciles ? renderForm(facts) : markup`<p>This service does not match names (<code>DOORS=reconcile</code>), so the page has no form.</p>`}
<h2>Longer lists, and lists that must not leave a machine</h2>
<p>The command matches lists of any length on your own machine, CSV, workbooks and JSON lines, some hundreds of rows a second:</p>
${code('sh', 'openfirma match data/openfirma.snapshot customers.csv --out matched.csv\nopenfirma enrich data/openfirma.snapshot matched.csv --out enriched.csv')}
${reconciles ? markup`<p>Programs use the <a href="${facts.root}/developers/reconcile">reconciliation service</a>, as this page does.</p>` : markup``}`,
  };
}

function renderForm(facts: SiteFacts): Html {
  const { rowsMax } = PAGE_LIMITS;
  const { batchMax, idsMax, queryCharsMax, bodyBytesMax } = RECONCILE_LIMITS;
  const { name, country, number, anyNumber } = COLUMN_NAMES;
  const settings = {
    ...PAGE_LIMITS,
    address: `${facts.api}/reconcile/v1`,
    batchMax,
    idsMax,
    queryCharsMax,
    bodyBytesMax,
    doubtfulMin: 100 * DOUBTFUL_PROBABILITY,
    companies: `${facts.root}/companies/`,
    columnNames: { name, country, number, anyNumber },
  };
  return markup`<noscript><p>This page needs scripts, because the file is read in the browser.</p></noscript>
<form id="list" hidden data-settings="${JSON.stringify(settings)}">
<p class="drop"><label for="list-file">A CSV file, up to ${rowsMax} rows</label>
<input type="file" id="list-file" accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"> <span>or drop it here</span></p>
<fieldset id="list-columns" hidden><legend>Columns</legend>
<label><input type="checkbox" id="list-headings"> The first row has headings</label>
${renderSelect('name', 'Names')}${renderSelect('country', 'Countries')}${renderSelect('number', 'Numbers')}<button id="list-match">Match</button>
</fieldset>
<p><progress id="list-progress" hidden aria-label="Matched rows"></progress> <button type="button" id="list-stop" hidden>Stop</button></p>
<p id="list-status" role="status">The file stays in the browser. Names, countries and numbers of its rows are sent to this service, which stores none of them.</p>
<button type="button" id="list-download" hidden>Download the result</button>
</form>
<section id="list-review" aria-label="Result" hidden>
<p><label>Show <select></select></label></p>
<div class="table" tabindex="0" role="region" aria-label="Rows"><table><thead><tr><th scope="col">Row</th><th scope="col">In the file</th><th scope="col">Company and reason</th><th scope="col">Check</th></tr></thead>
<tbody></tbody></table></div>
<p><button type="button" class="more">Show more rows</button></p>
<p>${calibrationText()} Choose another company where the first is wrong, or none. The download has a column <code>match_checked</code>.</p>
</section>`;
}

function renderSelect(role: string, label: string): Html {
  return markup`<label for="list-${role}">${label}</label> <select id="list-${role}"></select>\n`;
}
