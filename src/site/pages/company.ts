import type { Company, Officer, ServiceFacts } from '../../contract/index.ts';
import { markup } from '../html.ts';
import { pageOf, type Page } from '../page.ts';

/** A company and its current officers, to be shown. */
export interface CompanyView {
  /** Under the id that was asked for. */
  readonly company: Company;
  readonly officers: readonly Officer[];
  readonly hasMoreOfficers: boolean;
}

/** The page of one company. */
export function companyPage(facts: ServiceFacts, { company }: CompanyView): Page {
  return pageOf(facts, {
    title: company.name ?? company.id,
    description: 'A company, as the register publishes it.',
    path: `/companies/${company.id}`,
    main: markup`<h1>${company.name ?? company.id}</h1>`,
  });
}
