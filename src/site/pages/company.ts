import type { Company, CompanyView } from '../../contract/index.ts';
import { PROFILE_FIELDS, type DataFacts, type IDENTIFIER_SCHEMES } from '../../model/index.ts';
import { REGISTER_COVERAGE } from '../../registers/index.ts';
import { Html, cards, definitions, markup, type Child } from '../html.ts';
import type { SiteDocument } from '../document.ts';
import { pageOf } from '../page.ts';
import { countryName, formatDate, jurisdictionName } from '../formatting.ts';
import { lifecycleNote, unnamedTitle } from './company-lifecycle.ts';
import { officerList } from './company-officers.ts';
import { organizationOf } from './organization.ts';
import { registerNamed, registersOf } from './register-facts.ts';
import type { SiteFacts } from '../site-facts.ts';

const FIELD_NAMES: Readonly<Record<(typeof PROFILE_FIELDS)[number], string>> = {
  name: 'Registered name',
  summary: 'What it does',
  country_code: 'Country of the head office',
  company_status: 'Status in the register',
  company_type: 'Type in the register',
  legal_form: 'Legal form',
  industry: 'Industry',
  business_model: 'Business model',
  product_category: 'Product category',
  operating_geography: 'Where it operates',
  as_of_date: 'Register last observed',
};

const SCHEME_NAMES: Readonly<Record<(typeof IDENTIFIER_SCHEMES)[number], string>> = {
  national_registry_number: 'National registry number',
  lei: 'Legal Entity Identifier (LEI)',
  eu_vat_number: 'EU VAT number',
  vat_number: 'VAT number',
  tin: 'Tax identification number (TIN)',
};

/** A longer name gets a smaller heading. */
const LONG_NAME_CHARS = 80;

/** The page of one company with its current officers. */
export function companyPage(facts: SiteFacts, view: CompanyView, data: DataFacts): SiteDocument {
  const { company } = view;
  const { id, lifecycle } = company;
  const name = company.name ?? unnamedTitle(lifecycle.status);
  const isShown = lifecycle.status !== 'tombstoned' && lifecycle.status !== 'restricted';
  return pageOf(facts, {
    title: name,
    description: descriptionOf(company),
    // Search engines must list a company under its current ID.
    path: `/companies/${lifecycle.canonical_id ?? id}`,
    styles: ['cards', 'company'],
    isUnlisted: !isShown,
    linkedData: organizationOf(facts, company),
    main: markup`<h1 dir="auto"${name.length > LONG_NAME_CHARS && new Html(' class="long"')}>${name}</h1>
<p class="quiet">Permanent ID <code>${id}</code></p>
${lifecycleNote(facts, company)}${isShown && detailsOf(facts, view, registersOf(company, data))}<h2>API requests</h2>
${requestOf(facts, 'Get the company', `/v1/companies/${id}`)}${requestOf(facts, 'Get its current officers', `/v1/companies/${id}/officers`)}`,
  });
}

function detailsOf(
  facts: SiteFacts,
  { company, officers, hasMoreOfficers }: CompanyView,
  registers: readonly string[],
): Html {
  const profile = PROFILE_FIELDS.map((field) => [FIELD_NAMES[field], fieldOf(company, field)] as const);
  return markup`${definitions(profile)}
${identifiersOf(company)}${classificationsOf(company)}${officerList(registers, officers, hasMoreOfficers)}${sourcesOf(facts, company, registers)}`;
}

function fieldOf(company: Company, field: (typeof PROFILE_FIELDS)[number]): Child {
  const value = company[field];
  if (value === undefined) return undefined;
  if (field === 'country_code') return countryName(value);
  if (field === 'as_of_date') return formatDate(value);
  return markup`<bdi>${value}</bdi>`;
}

function identifiersOf({ identifiers = [] }: Company): Html | undefined {
  if (identifiers.length === 0) return undefined;
  const rows = identifiers.map(({ scheme, value, country_scope: scope }) => ({
    cells: [
      SCHEME_NAMES[scheme],
      markup`<code><bdi>${value}</bdi></code>`,
      scope !== undefined && jurisdictionName(scope),
    ],
  }));
  return markup`<h2>Identifiers</h2>
${cards('The strongest identifier first', [{ name: 'Kind' }, { name: 'Value' }, { name: 'Jurisdiction' }], rows)}
`;
}

function classificationsOf({ classifications = [] }: Company): Html | undefined {
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
`;
}

/** The registers of a company, with the attribution that their licences require. */
function sourcesOf({ root }: SiteFacts, company: Company, registers: readonly string[]): Html | undefined {
  if (registers.length === 0) return undefined;
  const items = registers.map((id) => {
    const { name, publisher, licence, attribution, files } = registerNamed(id);
    return markup`<li><p><a href="${files.page}">${name}</a>, ${publisher}. Updated: ${REGISTER_COVERAGE.get(id)?.rhythm}. Licence: <a href="${licence.url}">${licence.name}</a>.</p>
<p class="quiet">${attribution}</p></li>
`;
  });
  return markup`<h2>Sources</h2>
<ul class="sources">
${items}</ul>
${
  company.as_of_date !== undefined &&
  markup`<p>The data of this company was last observed on ${formatDate(company.as_of_date)}. See <a href="${root}/coverage">Coverage</a> and <a href="${root}/status">Status</a>.</p>
`
}`;
}

/** A link leads to where the browser is; a request that is copied from the page is sent from anywhere. */
function requestOf({ api, baseUrl }: SiteFacts, what: string, path: string): Html {
  return markup`<p><a href="${api}${path}">${what}</a></p>
<pre class="request" tabindex="0"><code>curl '${baseUrl}${path}'</code></pre>
`;
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
