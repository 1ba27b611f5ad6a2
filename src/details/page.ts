import { exampleRequest } from '../site/index.ts';
import { doorPage } from '../site/texts.ts';
import { DETAILS } from './declaration.ts';

export const detailsPage = doorPage(import.meta.dirname, DETAILS, async (facts) => {
  if (facts.examples === undefined) return { example: '' };
  const { id } = facts.examples.company;
  const request = { door: 'details', operation: 'getCompanyDetails', parameters: { company_id: id } };
  return { example: await exampleRequest(facts, request, `curl -s '${facts.baseUrl}/details/v1/companies/${id}'`) };
});
