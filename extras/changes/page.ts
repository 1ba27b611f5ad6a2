import { exampleRequest, markup, type SiteFacts } from '../../src/site/index.ts';
import { doorPage, type Values } from '../../src/site/texts.ts';
import { CHANGES, CHANGES_LIMITS } from './declaration.ts';
import type { ChangeList } from './schemas.ts';

export const changesPage = doorPage(import.meta.dirname, CHANGES, async (facts) => {
  const address = `${facts.baseUrl}/changes`;
  const list = { door: 'changes', operation: 'listChanges', target: '/changes?limit=3' };
  const { data = [] } = JSON.parse((await facts.responseTo?.(list)) ?? '{}') as Partial<ChangeList>;
  return {
    ...CHANGES_LIMITS,
    list: await exampleRequest(facts, list, `curl -s '${address}?limit=3'`),
    ...(await ofCompany(facts, address, data[0]?.company_id ?? facts.examples?.company.id)),
  };
});

/** Returns the examples for one company, if there is one. */
async function ofCompany(facts: SiteFacts, address: string, id: string | undefined): Promise<Values> {
  if (id === undefined) return { company: '', watch: '' };
  const one = { door: 'changes', operation: 'listCompanyChanges', parameters: { company_id: id } };
  const body = JSON.stringify({ companies: [id], limit: 10 });
  const query = { door: 'changes', operation: 'queryChanges', body };
  return {
    company: markup`<h2>One company</h2>
<p>All events of one company, the last one first:</p>
${await exampleRequest(facts, one, `curl -s '${address}/companies/${id}'`)}`,
    watch: await exampleRequest(facts, query, `curl -s '${address}/query' -d '${body}'`),
  };
}
