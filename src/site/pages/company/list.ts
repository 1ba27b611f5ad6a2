import type { DetailedCompany } from '../../../contract/index.ts';
import { countryName, jurisdictionName } from '../formatting.ts';
import { markup, type Html } from '../../html.ts';
import { scopeOf } from '../register-facts.ts';
import type { SiteFacts } from '../../site-facts.ts';
import { findLegalForm, statePill } from './head.ts';

/** Returns a list of companies with facts that distinguish companies of the same name. Needs the style sheet `results`. */
export function companyList({ root }: SiteFacts, companies: readonly DetailedCompany[]): Html {
  return markup`<ul class="results">
${companies.map((company) => renderItem(root, company))}</ul>`;
}

function renderItem(root: string, row: DetailedCompany): Html {
  const { company, details } = row;
  const { id, name, country_code: office, company_status: word, identifiers = [] } = company;
  const [number] = identifiers;
  const scope = scopeOf(company);
  const country = scope === undefined ? office && countryName(office) : jurisdictionName(scope);
  const hasOtherOffice = office !== undefined && scope !== undefined && !scope.startsWith(office);
  const form = findLegalForm(company);
  const pill = statePill(row, true);
  return markup`<li><p><a href="${root}/companies/${id}"><bdi>${name ?? id}</bdi></a>${pill && markup` ${pill}`}</p>
<ul class="facts">
${[
  country,
  number && markup`${number.scheme === 'lei' && 'LEI '}<code><bdi>${number.value}</bdi></code>`,
  details.address?.locality && markup`<bdi>${details.address.locality}</bdi>`,
  form && markup`<bdi>${form}</bdi>`,
  hasOtherOffice && `head office: ${countryName(office)}`,
  details.state === undefined && word !== undefined && markup`<span class="quiet"><bdi>${word}</bdi></span>`,
]
  .filter((fact) => fact !== undefined && fact !== false && fact !== '')
  .map((fact) => markup`<li>${fact}</li>\n`)}</ul></li>
`;
}
