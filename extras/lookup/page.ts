import { registeredCompanyId, type CompanyIdentifier } from '../../src/model/index.ts';
import { Html, example, exampleRequest, markup, shellWord, type SiteFacts } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { LOOKUP, LOOKUP_LIMITS } from './declaration.ts';

const REGISTERED_ID = `import { registeredCompanyId } from 'openfirma-client/registered-id';

console.log(await registeredCompanyId('FI', '0112038-9'));`;

export const lookupPage = doorPage(import.meta.dirname, LOOKUP, async (facts) => ({
  batchMax: LOOKUP_LIMITS.batchMax,
  example: await renderExamples(facts),
  registeredId: example('node', REGISTERED_ID, registeredCompanyId('FI', '0112038-9') ?? ''),
  upstream:
    facts.hasUpstream === true &&
    markup`<p>Here numbers are looked up at another service, which can only be searched: a batch may have fewer numbers than below, a number costs more, and
<code>detail</code> of a refused batch says so.</p>`,
}));

async function renderExamples(facts: SiteFacts): Promise<Html> {
  const { baseUrl, examples } = facts;
  const [first] = (examples?.company['identifiers'] ?? []) as readonly CompanyIdentifier[];
  if (first === undefined) return new Html('');
  const { value, country_scope: scope } = first;
  const country = scope?.slice(0, 2);
  const query = country === undefined ? '' : `?country=${country}`;
  const address = `${baseUrl}/lookup/v1/identifiers`;
  const one = { door: 'lookup', operation: 'lookUpIdentifier', target: query, parameters: { value } };
  const body = JSON.stringify({ identifiers: [{ value, ...(country !== undefined && { country }) }] });
  const batch = { door: 'lookup', operation: 'lookUpIdentifiers', body };
  return markup`${await exampleRequest(facts, one, `curl -s '${address}/${encodeURIComponent(value)}${query}'`)}
<p>The same as a batch of one:</p>
${await exampleRequest(facts, batch, `curl -s '${address}' -H 'Content-Type: application/json' -d ${shellWord(body)}`)}`;
}
