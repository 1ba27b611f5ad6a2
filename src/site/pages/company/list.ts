import type { Company } from '../../../contract/index.ts';
import type { DataFacts } from '../../../model/index.ts';
import { countryName, jurisdictionName } from '../../formatting.ts';
import { markup, type Html } from '../../html.ts';
import { registerNamed, registersOf, scopeOf } from '../register-facts.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** Companies with the facts that distinguish those of one name. It needs the style sheet `results`. */
export function companyList({ root }: SiteFacts, companies: readonly Company[], data: DataFacts): Html {
  return markup`<ul class="results">
${companies.map((company) => itemOf(root, company, data))}</ul>`;
}

function itemOf(root: string, company: Company, data: DataFacts): Html {
  const { id, name, country_code: office, legal_form: form, company_status: status, identifiers = [] } = company;
  const [number] = identifiers;
  const scope = scopeOf(company);
  const place = scope === undefined ? office && countryName(office) : jurisdictionName(scope);
  const hasOtherOffice = office !== undefined && scope !== undefined && !scope.startsWith(office);
  const [register] = registersOf(company, data);
  return markup`<li><p><a href="${root}/companies/${id}"><bdi>${name ?? id}</bdi></a>${status !== undefined && markup` <span class="chip"><bdi>${status}</bdi></span>`}</p>
<ul class="facts">
${[
  place,
  number && markup`${number.scheme === 'lei' && 'LEI '}<code><bdi>${number.value}</bdi></code>`,
  form && markup`<bdi>${form}</bdi>`,
  hasOtherOffice && `head office: ${countryName(office)}`,
  register !== undefined && markup`<span class="quiet"><bdi>${registerNamed(register).name}</bdi></span>`,
]
  .filter((fact) => fact !== undefined && fact !== false && fact !== '')
  .map((fact) => markup`<li>${fact}</li>\n`)}</ul></li>
`;
}
