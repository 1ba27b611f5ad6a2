import { exampleRequest } from '../site/index.ts';
import { doorPage } from '../site/texts.ts';
import { DETAILS, SIMILAR_LIMITS } from './declaration.ts';

export const detailsPage = doorPage(import.meta.dirname, DETAILS, async (facts) => {
  const { companiesMax } = SIMILAR_LIMITS;
  if (facts.examples === undefined) return { example: '', companiesMax };
  const { id } = facts.examples.company;
  const request = { door: 'details', operation: 'getCompanyDetails', parameters: { company_id: id } };
  return {
    companiesMax,
    example: await exampleRequest(facts, request, `curl -s '${facts.baseUrl}/details/v1/companies/${id}'`),
  };
});
