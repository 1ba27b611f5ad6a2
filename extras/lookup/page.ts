import { registeredCompanyId, type CompanyIdentifier } from '../../src/model/index.ts';
import { Html, example, markup, shellWord, type SiteFacts } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { LOOKUP, LOOKUP_LIMITS } from './declaration.ts';

const REGISTERED_ID = `import { registeredCompanyId } from 'openfirma-client/registered-id';

console.log(await registeredCompanyId('FI', '0112038-9'));`;

export const lookupPage = doorPage(import.meta.dirname, LOOKUP, (facts) => ({
  batchMax: LOOKUP_LIMITS.batchMax,
  example: examplesOf(facts),
  registeredId: example('node', REGISTERED_ID, registeredCompanyId('FI', '0112038-9') ?? ''),
  upstream:
    facts.hasUpstream === true &&
    markup`<p>Here numbers are looked up at another service, which can only be searched: a batch may have fewer numbers than below, a number costs more, and
<code>detail</code> of a refused batch says so.</p>`,
}));

function examplesOf({ baseUrl, examples }: SiteFacts): Html {
  const [first] = (examples?.company['identifiers'] ?? []) as readonly CompanyIdentifier[];
  if (examples === undefined || first === undefined) return new Html('');
  const { value, country_scope: scope } = first;
  const country = scope?.slice(0, 2);
  const query = country === undefined ? '' : `?country=${country}`;
  const prints = `"company_id":"${examples.company.id}"`;
  const body = JSON.stringify({ identifiers: [{ value, ...(country !== undefined && { country }) }] });
  const [address, found] = [`${baseUrl}/lookup/v1/identifiers`, `grep -o '"company_id":"[^"]*"'`];
  return markup`${example('sh', `curl -s '${address}/${encodeURIComponent(value)}${query}' | ${found}`, prints)}
<p>The same as a batch of one:</p>
${example('sh', `curl -s '${address}' -H 'Content-Type: application/json' -d ${shellWord(body)} | ${found}`, prints)}`;
}
