import { registeredCompanyId, type CompanyIdentifier } from '../../src/model/index.ts';
import { Html, example, exampleRequest, markup, shellWord, type SiteFacts } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { LOOKUP, LOOKUP_LIMITS } from './declaration.ts';

export const lookupPage = doorPage(import.meta.dirname, LOOKUP, async (facts) => ({
  batchMax: LOOKUP_LIMITS.batchMax,
  example: await renderExamples(facts),
  registeredId: renderRegisteredId(facts),
  upstream:
    facts.hasUpstream === true &&
    markup`<p>Here numbers are looked up at another service, which can only be searched: a batch may have fewer numbers than below, a number costs more, and
<code>detail</code> of a refused batch says so.</p>`,
}));

/** Returns the derivation of the ID of a company of the data; of a number that may be of none if the data show no company whose ID is derived. */
function renderRegisteredId({ examples }: SiteFacts): Html {
  const numbers = (examples?.company['identifiers'] ?? []) as readonly CompanyIdentifier[];
  const derived = numbers.find(
    ({ country_scope: scope = '', value }) => registeredCompanyId(scope, value) === examples?.company.id,
  );
  const { country_scope: scope = 'FI', value = '0112038-9' } = derived ?? {};
  const code = `import { registeredCompanyId } from 'openfirma-client/registered-id';

console.log(await registeredCompanyId('${scope}', '${value}'));`;
  return example('node', code, registeredCompanyId(scope, value) ?? '');
}

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
