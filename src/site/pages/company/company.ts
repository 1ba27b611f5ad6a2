import { attributionText, type Company, type CompanyView, type SiteDocument } from '../../../contract/index.ts';
import { PROFILE_FIELDS, isSample, type DataFacts, type IDENTIFIER_SCHEMES } from '../../../model/index.ts';
import { REGISTERS, REGISTER_COVERAGE } from '../../../registers/index.ts';
import { Html, cards, definitions, markup, type Child } from '../../html.ts';
import { pageOf } from '../../page.ts';
import { countryName, formatDate, jurisdictionName } from '../../formatting.ts';
import { registerNamed, registersOf } from '../register-facts.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { copyButton, copyElementButton, headOf } from './head.ts';
import { lifecycleNote, unnamedTitle } from './lifecycle.ts';
import { companyList } from './list.ts';
import { officerTable } from './officers.ts';
import NAMES from './names.json' with { type: 'json' };
import { organizationOf } from './organization.ts';

const FIELD_NAMES: Readonly<Record<(typeof PROFILE_FIELDS)[number], string>> = NAMES.fields;
const SCHEME_NAMES: Readonly<Record<(typeof IDENTIFIER_SCHEMES)[number], string>> = NAMES.schemes;

/** A longer name gets a smaller heading. */
const LONG_NAME_CHARS = 80;

/** The page of one company with its current officers. */
export function companyPage(facts: SiteFacts, view: CompanyView, data: DataFacts): SiteDocument {
  const { company, successors } = view;
  const { id, lifecycle } = company;
  const name = company.name ?? unnamedTitle(lifecycle.status);
  const isShown = lifecycle.status !== 'tombstoned' && lifecycle.status !== 'restricted';
  const registers = isShown ? registersOf(company, data) : [];
  return pageOf(facts, {
    title: name,
    description: descriptionOf(company),
    // Search engines must list a company under its current ID.
    path: `/companies/${lifecycle.canonical_id ?? id}`,
    styles: ['cards', 'results', 'company'],
    scripts: ['actions'],
    isUnlisted: !isShown,
    linkedData: organizationOf(facts, company),
    main: markup`<h1 dir="auto"${name.length > LONG_NAME_CHARS && new Html(' class="long"')}>${name}</h1>
${headOf(facts, company, registers)}${lifecycleNote(facts, company, successors)}${isShown && detailsOf(facts, view, registers, data)}${requestsOf(facts, company)}`,
  });
}

function detailsOf(facts: SiteFacts, view: CompanyView, registers: readonly string[], data: DataFacts): Html {
  const { company, officers, hasMoreOfficers } = view;
  const profile = PROFILE_FIELDS.map((field) => [FIELD_NAMES[field], fieldOf(company, field)] as const);
  const source = (ids: readonly string[]): Html | undefined => sourceLine(ids, company.as_of_date, isSample(data));
  // An index publishes names, addresses and its own identifiers, but no activities.
  const national = registers.filter((id) => REGISTERS.get(id)?.country !== undefined);
  return markup`<h2>Profile</h2>
${definitions(profile)}
${source(registers)}${identifiersOf(company, source(registers))}${classificationsOf(company, source(national))}${officerTable(registers, officers, hasMoreOfficers)}${namesakesOf(facts, view, data)}${sourcesOf(facts, registers)}`;
}

/** The source of a block of the page, and its date. */
function sourceLine(registers: readonly string[], observed: string | undefined, isInvented: boolean): Html | undefined {
  const names = isInvented ? 'invented companies' : registers.map((id) => registerNamed(id).name).join('; ');
  const facts = [
    names !== '' && markup`Source: <bdi>${names}</bdi>`,
    observed !== undefined && markup`observed ${formatDate(observed)}`,
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return undefined;
  return markup`<p class="source">${facts.map((fact, i) => (i === 0 ? fact : markup` · ${fact}`))}</p>\n`;
}

function fieldOf(company: Company, field: (typeof PROFILE_FIELDS)[number]): Child {
  const value = company[field];
  if (value === undefined) return undefined;
  if (field === 'country_code') return countryName(value);
  if (field === 'as_of_date') return formatDate(value);
  return markup`<bdi>${value}</bdi>`;
}

function identifiersOf({ identifiers = [] }: Company, source: Html | undefined): Html | undefined {
  if (identifiers.length === 0) return undefined;
  const rows = identifiers.map(({ scheme, value, country_scope: scope }) => ({
    cells: [
      SCHEME_NAMES[scheme],
      markup`<code><bdi>${value}</bdi></code> ${copyButton(value, `the ${SCHEME_NAMES[scheme]}`)}`,
      scope !== undefined && jurisdictionName(scope),
    ],
  }));
  return markup`<h2>Identifiers</h2>
${cards('The strongest identifier first', [{ name: 'Kind' }, { name: 'Value' }, { name: 'Jurisdiction' }], rows)}
${source}`;
}

function classificationsOf({ classifications = [] }: Company, source: Html | undefined): Html | undefined {
  if (classifications.length === 0) return undefined;
  const rows = classifications.map(({ scheme, code, label, is_primary: isPrimary }) => ({
    cells: [
      markup`<code><bdi>${code}</bdi></code>`,
      markup`${label !== undefined && markup`<bdi>${label}</bdi> `}${isPrimary && markup`<span class="tag">main activity</span>`}`,
      markup`<bdi>${scheme}</bdi>`,
    ],
  }));
  return markup`<h2>Activities</h2>
${cards('Classification of the register, the main activity first', [{ name: 'Code' }, { name: 'Activity' }, { name: 'Scheme' }], rows)}
${source}`;
}

/** Other companies of the same name. */
function namesakesOf(
  facts: SiteFacts,
  { company, namesakes, hasMoreNamesakes }: CompanyView,
  data: DataFacts,
): Html | undefined {
  if (namesakes.length === 0) return undefined;
  const query = new URLSearchParams({ q: company.name ?? '' }).toString();
  return markup`<h2>Other companies of this name</h2>
${companyList(facts, namesakes, data)}
${hasMoreNamesakes && markup`<p><a href="${facts.root}/search?${query}">Search for all of them</a></p>\n`}`;
}

/** The registers of a company, with the attribution that their licences require. */
function sourcesOf({ root }: SiteFacts, registers: readonly string[]): Html | undefined {
  if (registers.length === 0) return undefined;
  const items = registers.map((id) => {
    const { name, publisher, licence, attribution, files } = registerNamed(id);
    return markup`<li><p><a href="${files.page}">${name}</a>, ${publisher}. Updated: ${REGISTER_COVERAGE.get(id)?.rhythm}. Licence: <a href="${licence.url}">${licence.name}</a>.</p>
<p class="quiet">${attribution}</p></li>
`;
  });
  return markup`<h2>Sources and licences</h2>
<ul class="sources">
${items}</ul>
<p>See <a href="${root}/coverage">Coverage</a> and <a href="${root}/status">Status</a>.</p>
`;
}

/** The record as JSON, and the requests for it. */
function requestsOf({ api, baseUrl, dataProvider }: SiteFacts, company: Company): Html {
  const path = `/v1/companies/${company.id}`;
  const json = JSON.stringify({ data: company, attribution: attributionText(dataProvider) }, null, 2);
  // Links are relative to the address in the browser; copied requests are sent from anywhere and need the public address.
  const request = (id: string, what: string, target: string): Html =>
    markup`<p><a href="${api}${target}">${what}</a> ${copyElementButton(id, 'the request')}</p>
<pre tabindex="0" id="${id}"><code>curl '${baseUrl}${target}'</code></pre>
`;
  return markup`<details class="requests"><summary>JSON and API requests</summary>
${request('get-company', 'Get the company', path)}${request('list-officers', 'Get its current officers', `${path}/officers`)}<p>The company as JSON ${copyElementButton('json', 'the JSON')}</p>
<pre tabindex="0" id="json"><code>${json}</code></pre>
</details>`;
}

function descriptionOf({ name, legal_form: form, country_code: country, identifiers = [] }: Company): string {
  if (name === undefined) return 'The record of a company under its permanent ID.';
  const [number] = identifiers;
  const facts = [
    form,
    country !== undefined && countryName(country),
    number && `${SCHEME_NAMES[number.scheme]} ${number.value}`,
  ];
  return `${[name, ...facts.filter((fact) => typeof fact === 'string')].join(', ')}: profile, identifiers and current officers as the register publishes them.`;
}
