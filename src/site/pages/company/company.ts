import {
  attributionText,
  type Company,
  type CompanyView,
  type DetailedCompany,
  type SiteDocument,
} from '../../../contract/index.ts';
import { DETAIL_FIELDS, type DataFacts } from '../../../model/index.ts';
import { ENGLISH_FORMS_SOURCE, REGISTERS } from '../../../registers/index.ts';
import { countryName, formatNumber } from '../formatting.ts';
import { Html, markup } from '../../html.ts';
import { renderPage } from '../../page.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { renderActivities } from './activities.ts';
import { addressLines } from './address.ts';
import {
  englishForm,
  SCHEME_NAMES,
  copyButton,
  renderFacts,
  findLegalForm,
  renderState,
  lifecycleNote,
  unnamedTitle,
} from './head.ts';
import { companyList } from './list.ts';
import { renderOfficers } from './officers.ts';
import { toOrganization } from './organization.ts';
import { entryLink, registerSection, registersOfCompany, sourceLine } from './sources.ts';

/** Maximum characters of a name in a large heading. Longer names get a smaller heading. */
const LONG_NAME_CHARS = 80;

/** The page of one company with its current officers. */
export function companyPage(facts: SiteFacts, view: CompanyView, data: DataFacts): SiteDocument {
  const { company } = view;
  const { id, lifecycle } = company;
  const name = company.name ?? unnamedTitle(lifecycle.status);
  const isShown = lifecycle.status !== 'tombstoned' && lifecycle.status !== 'restricted';
  return renderPage(facts, {
    title: name,
    description: describeCompany(view),
    // Search engines must list a company under its current ID.
    path: `/companies/${lifecycle.canonical_id ?? id}`,
    styles: ['cards', 'results', 'company'],
    scripts: ['actions'],
    isUnlisted: !isShown,
    linkedData: toOrganization(facts, view),
    main: markup`<div class="name"><h1 dir="auto"${name.length > LONG_NAME_CHARS && new Html(' class="long"')}>${name}</h1>
${entryLink(view)}</div>
${renderState(view)}${renderActions(facts, company)}${lifecycleNote(facts, view)}${renderFacts(view)}
${isShown && renderSections(facts, view, data)}${renderRequests(facts, company)}`,
  });
}

function renderSections(facts: SiteFacts, view: CompanyView, data: DataFacts): Html {
  const registers = registersOfCompany(view, data);
  // Only national registers: an index publishes names, addresses and its own identifiers, but no activities.
  const national = registers.filter((id) => REGISTERS.get(id)?.country !== undefined);
  return markup`${sourceLine(view, data, registers, DETAIL_FIELDS)}${englishForm(view.company) !== undefined && markup`<p class="source">Legal form in English: ${ENGLISH_FORMS_SOURCE}</p>\n`}${renderActivities(view.company, sourceLine(view, data, national))}${renderNamesakes(facts, view)}${renderNeighbours(facts, view)}${renderOfficers(view, registers)}${registerSection(facts, registers)}`;
}

function renderNamesakes(facts: SiteFacts, { company, namesakes, hasMoreNamesakes }: CompanyView): Html | undefined {
  if (namesakes.length === 0) return undefined;
  const query = new URLSearchParams({ q: company.name ?? '' }).toString();
  return markup`<h2>Other companies with this name</h2>
${companyList(facts, namesakes)}
${hasMoreNamesakes && markup`<p><a href="${facts.root}/search?${query}">Search for all of them</a></p>\n`}`;
}

/** Returns other companies at the same address. Closed companies are marked. */
function renderNeighbours(facts: SiteFacts, { neighbours, neighbourCount: count }: CompanyView): Html | undefined {
  if (neighbours.length === 0) return undefined;
  const isPart = count > neighbours.length;
  return markup`<h2>Other companies at this address</h2>
${companyList(facts, neighbours)}
${
  isPart &&
  markup`<p class="source">The first ${formatNumber(neighbours.length)} of ${formatNumber(count)}, by name</p>
`
}`;
}

/** Returns the actions for a record: share, print, get it as JSON, and report an error. */
function renderActions({ api, contact }: SiteFacts, { id }: Company): Html {
  // The subject of an e-mail names the record. A contact page of the operator is linked unchanged.
  const report = contact?.startsWith('mailto:') === true ? `${contact}?subject=${id}` : contact;
  return markup`<p class="actions"><button type="button" class="action" data-share><span>Share</span></button> <button type="button" class="action" data-print>Print</button> <a class="button" href="${api}/v1/companies/${id}">JSON</a>${report !== undefined && markup` <a href="${report}" rel="noreferrer">Report an error</a>`}</p>
<p id="said" class="unseen" role="status"></p>
`;
}

/** Returns the requests of the API for a record. */
function renderRequests({ api, baseUrl, dataProvider, doors = [] }: SiteFacts, company: Company): Html {
  const path = `/v1/companies/${company.id}`;
  const json = JSON.stringify({ data: company, attribution: attributionText(dataProvider) }, null, 2);
  const hasDetails = doors.some(({ name }) => name === 'details');
  // Links are relative to the address in the browser. Copied requests may be sent from anywhere, so they need the public address.
  const request = (element: string, what: string, target: string): Html =>
    markup`<p><a href="${api}${target}">${what}</a> ${copyButton(markup`data-from="${element}"`, 'the request')}</p>
<pre tabindex="0" id="${element}"><code>curl '${baseUrl}${target}'</code></pre>
`;
  return markup`<details class="requests"><summary>API requests for this company</summary>
${request('get-company', 'Get the company', path)}${hasDetails && request('get-details', 'Get its details', `/details${path}`)}${request('list-officers', 'Get its current officers', `${path}/officers`)}<p>The company as JSON ${copyButton(markup`data-from="json"`, 'the JSON')}</p>
<pre tabindex="0" id="json"><code>${json}</code></pre>
</details>`;
}

function describeCompany({ company, details }: DetailedCompany): string {
  const { name, country_code: country, identifiers = [] } = company;
  if (name === undefined) return 'The record of a company under its permanent ID.';
  const [number] = identifiers;
  const place = details.address && addressLines(details.address).join(', ');
  const facts = [
    findLegalForm(company),
    place ?? (country && countryName(country)),
    number && `${SCHEME_NAMES[number.scheme]} ${number.value}`,
  ];
  return `${[name, ...facts.filter((fact) => fact !== undefined && fact !== '')].join(', ')}: address, numbers and officers as the register publishes them.`;
}
