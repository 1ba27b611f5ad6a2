import type { CompanyView } from '../../../contract/index.ts';
import { NO_DETAILS, type DataFacts } from '../../../model/index.ts';
import { REGISTERS } from '../../../registers/index.ts';
import { createSiteFacts } from '../../site-facts.ts';
import { companyPage } from './company.ts';

const FACTS = createSiteFacts({
  baseUrl: 'https://api.example.test',
  siteUrl: 'https://example.test',
  dataProvider: 'Example',
});

/** Returns the facts of data that has a company of each register. */
export const createData = (...ids: readonly string[]): DataFacts => ({
  countries: {},
  registers: Object.fromEntries(ids.map((id) => [id, { lines: 1, companies: 1, officers: 0 }])),
});
export const ALL_REGISTERS = createData(...REGISTERS.keys());

/** Returns the page of a company. By default, the company has no details, officers or related companies. */
export function renderCompanyPage(
  view: Partial<CompanyView> & Pick<CompanyView, 'company'>,
  data = ALL_REGISTERS,
): string {
  const whole: CompanyView = {
    details: NO_DETAILS,
    officers: [],
    hasMoreOfficers: false,
    successors: [],
    namesakes: [],
    hasMoreNamesakes: false,
    neighbours: [],
    neighbourCount: 0,
    nameBefore: undefined,
    ...view,
  };
  return Buffer.from(companyPage(FACTS, whole, data).body).toString();
}
