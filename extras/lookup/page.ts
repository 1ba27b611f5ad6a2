import { doorDocumentPath } from '../../src/contract/index.ts';
import { registeredCompanyId, type CompanyIdentifier } from '../../src/model/index.ts';
import { Html, markup, example, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { LOOKUP, LOOKUP_LIMITS } from './declaration.ts';

/** How to find out whose number a number is. */
export function lookupPage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  const { requests, cost } = LOOKUP;
  return {
    main: markup`<p>One request answers whose number this is: the companies that carry it exactly, and nobody whose number only begins so.</p>
${examplesOf(facts)}
<h2>What is the same number</h2>
<p>Punctuation, blanks and case do not count. These are read as one number:</p>
<ul>
<li>a registry number and the VAT number that is made of it: <code>0112038-9</code> and <code>FI01120389</code>, in Belgium, Bulgaria, Czechia, Denmark, Finland, France, Latvia, Norway, Portugal, Romania, Spain, Sweden and Switzerland;</li>
<li>a VAT or tax number with and without the letters of its country;</li>
<li>a registry number and the European number (EUID) that holds it: <code>FIFPRO.0112038-9</code>; in Germany only where the register publishes it, because its courts give the same numbers;</li>
<li>an old and a new Romanian number: <code>J40/15812/2017</code> and <code>J2017015812405</code>;</li>
<li>a number with the words that stand around it on invoices and in extracts: <code>CHE-116.281.710 MWST</code>, <code>RCS Paris 404 833 048</code>, <code>Y-tunnus: 0112038-9</code>, <code>KvK-nummer</code>, <code>Amtsgericht Hamburg HRB 150148</code>;</li>
<li>every other form that a register gives for its numbers;</li>
<li>a number without its zeros in front, which spreadsheets drop, where all numbers of a register have one length: <code>112038-9</code>, <code>SC1234</code>, a Belgian number of nine digits.</li>
</ul>
<p><code>scheme</code> and <code>country</code> leave only numbers of one scheme, or of one country: the one that scopes the number, not that of the head office.</p>
<h2>What the answer says</h2>
<p><code>company_id</code> is the ID to keep. <code>identifiers</code> are those identifiers of the company that are this number, as registers publish them; where they are
absent, the register publishes its number in another form. <code>padded_value</code> is the number with its zeros, where the company is found by that alone: such companies
follow those that carry the number as it was asked for, and may be of several countries, so name the country. A record that had the number and is not current any more follows with <code>requested_company_id</code>
and its <a href="${root}/developers/lifecycle">lifecycle</a>: name the country, by which more of them are found. A restricted record is not answered to a number: a number is a value. Where nobody carries the number, <code>data</code> is empty.</p>
<p><code>check_digits</code> says of every kind of number with this form whether the check digits are right, where the rule is known. Right digits do not say that a number was
issued, and nothing here says that a VAT number is valid for trade: only the tax administration can.</p>
<h2>The ID of a number, without a request</h2>
<p>An ID follows from the registry number that a company is first published with, and the client can tell it:</p>
${example('node', `import { registeredCompanyId } from 'openfirma-client/registered-id';\n\nconsole.log(await registeredCompanyId('FI', '0112038-9'));`, registeredCompanyId('FI', '0112038-9') ?? '')}
<p>Curated lines and merges override it: a company keeps the ID that it was first published with, also under another number, and one that several records
became answers under the ID of one of them, to which the others redirect. So look the ID up: it answers 404 where no company has it.</p>
${
  facts.hasUpstream === true &&
  markup`<p>Here numbers are looked up at another service, which can only be searched: a batch may have fewer numbers than below, a number counts more, and
<code>detail</code> of a refused batch says so.</p>`
}
<h2>Up to ${LOOKUP_LIMITS.batchMax} at once</h2>
<p>A <code>POST</code> takes up to ${LOOKUP_LIMITS.batchMax} numbers as JSON and answers in their order. Each client may look up ${requests} numbers a minute. ${cost} They are counted apart from the requests of
the operations: <code>RateLimit-Policy</code> names the limit <code>lookup</code>. The <a href="${root}${doorDocumentPath(LOOKUP)}">OpenAPI document</a> has every field.</p>`,
  };
}

/** Requests for the example company, where there is one. */
function examplesOf({ baseUrl, examples }: SiteFacts): Html {
  const [first] = (examples?.company['identifiers'] ?? []) as readonly CompanyIdentifier[];
  if (examples === undefined || first === undefined) return new Html('');
  const { value, country_scope: scope } = first;
  const country = scope?.slice(0, 2);
  const query = country === undefined ? '' : `?country=${country}`;
  const prints = `"company_id":"${examples.company.id}"`;
  const body = JSON.stringify({ identifiers: [{ value, ...(country !== undefined && { country }) }] });
  return markup`${example('sh', `curl -s '${baseUrl}/lookup/v1/identifiers/${encodeURIComponent(value)}${query}' | grep -o '"company_id":"[^"]*"'`, prints)}
<p>The same as a batch of one:</p>
${example('sh', `curl -s '${baseUrl}/lookup/v1/identifiers' -H 'Content-Type: application/json' -d ${quoted(body)} | grep -o '"company_id":"[^"]*"'`, prints)}`;
}

/** A text as a word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
