import { doorDocumentPath } from '../../src/contract/index.ts';
import { Html, markup, example, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { RECONCILE, RECONCILE_LIMITS } from './declaration.ts';

/** The features of a score, in their order. */
export const FEATURES: readonly (readonly [id: string, says: string])[] = [
  ['words', 'the words that both names have, each by its weight: a word in many names tells less; 0 to 1'],
  ['letters', 'the letters of both names without spaces; 0 to 1'],
  ['same', 'whether the words are the same, in the same order'],
  ['form', 'the legal forms: 1 the same, 0.5 of one kind, −1 of others, 0 where one name has none'],
  ['mistakes', 'how many mistakes tell the words apart that both have; spellings of one sound are none'],
  ['taken', 'how many of these words are spelt otherwise, though some company has them as they were asked'],
  ['abbreviated', 'how many of these words are abbreviated in one name'],
  ['extra', 'how many words of the company were not asked for'],
  ['instead', 'how many words stand in place of others'],
  ['missing', 'how rare the words are that were asked for and are missing, and that some company has, together'],
  ['numbers', 'whether a number is in one name alone'],
  ['shared', 'how rare the words are that both have, together: each from 0, in all names, to 1, in one'],
  ['rarest', 'how rare the rarest of these is'],
  ['former', 'whether it is a former or further name that is alike'],
  [
    'country',
    'whether the company is in the country that was said: 1, −1, or 0 where nothing was said or is published',
  ],
  ['number', 'whether it has a number that was said'],
  ['contrary', 'whether it has numbers, and none of those that were said'],
  ['status', 'whether it has the status that was said: 1, −1, or 0 where nothing was said or is published'],
  ['rivals', 'how likely the other companies are: the logarithm of 1 and the sum of their odds'],
];

/** How to find out which companies are meant by messy names. */
export function reconcilePage(facts: SiteFacts): SectionContent {
  const { root, baseUrl } = facts;
  const { requests, cost } = RECONCILE;
  const { batchMax, candidatesMax, queryCharsMax, numbersMax, idsMax } = RECONCILE_LIMITS;
  const rows = FEATURES.map(
    ([id, says]) => markup`<tr id="${id}"><th scope="row"><code>${id}</code></th><td>${says}</td></tr>\n`,
  );
  return {
    main: markup`<p>You have a list of companies as people wrote them, and want the records that are meant. This is a
<a href="https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/">Reconciliation Service</a>, version 0.2, which OpenRefine and other programs speak.</p>
<h2>In OpenRefine</h2>
<p>Choose <em>Reconcile → Start reconciling → Add standard service</em> on the column with the names, and give this address:</p>
<p><code>${baseUrl}/reconcile/v1</code></p>
<p>Other columns help as properties: <code>country</code> (a code such as <code>FI</code>, or its English name), <code>number</code> (any registry, VAT or tax number, or LEI, as the look-up reads it; one that lost zeros in front needs its country) and
<code>status</code>. Afterwards <em>Edit column → Add columns from reconciled values</em> brings the fields of the companies.</p>
<h2>From a program</h2>
${examplesOf(facts)}
<p>A batch has up to ${batchMax} queries, of which ${queryCharsMax} characters and up to ${numbersMax} numbers count, each answered with up to ${candidatesMax} companies.
A <code>GET</code> takes the same in the address. The limit is ${requests} queries a minute. ${cost} The field <code>extend</code> instead of <code>queries</code> brings the values of properties for up to ${idsMax} companies.</p>
<h2>What the score means</h2>
<p><code>score</code> is the probability that the company is meant, in percent, and <code>match</code> whether that is certain enough to take it unseen. <code>features</code> says what it is
made of; with <code>_logit</code> behind its name a feature says what it adds. The sum of these and of <code>constant_logit</code> is the logarithm of the odds.</p>
<div class="table"><table><thead><tr><th scope="col">Feature</th><th scope="col">What it says</th></tr></thead><tbody>
${rows}</tbody></table></div>
<p>Mistakes in words, missing accents, other transliterations, words in another order, joined or split, and legal forms left out or written otherwise are looked through.
Former and further names are found where registers publish them. Restricted records are never candidates.</p>
<p>Over a snapshot without a match index, queries with a name are answered 503 <code>upstream_unavailable</code>; those with only a number or an ID are answered as ever.
A service over a database or another service finds companies by the beginning of their names and by their numbers.
The <a href="${root}${doorDocumentPath(RECONCILE)}">OpenAPI document</a> has every field.</p>`,
  };
}

/** A batch for the example company, where there is one. */
function examplesOf({ baseUrl, examples }: SiteFacts): Html {
  const name = examples?.company['name'];
  if (examples === undefined || typeof name !== 'string') return new Html('');
  const queries = JSON.stringify({ q0: { query: name, limit: 1 } });
  const source = `curl -s '${baseUrl}/reconcile/v1' --data-urlencode ${quoted(`queries=${queries}`)} | grep -o '"id":"co_[^"]*"'`;
  return example('sh', source, `"id":"${examples.company.id}"`);
}

/** A text as a word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
