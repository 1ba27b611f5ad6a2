import { Html, example, markup, type SiteFacts } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { CHANGES, CHANGES_LIMITS } from './declaration.ts';

export const changesPage = doorPage(import.meta.dirname, CHANGES, (facts) => ({
  ...CHANGES_LIMITS,
  list: exampleOf(facts, '?limit=10', '"object":"change_list"'),
  company: companyOf(facts),
  watch: watchOf(facts),
  feed: exampleOf(facts, '/atom', '<title>Changes of companies</title>'),
}));

function exampleOf({ baseUrl }: SiteFacts, target: string, prints: string): Html {
  return example('sh', `curl -s '${baseUrl}/changes${target}' | grep -o '${prints}'`, prints);
}

function watchOf({ baseUrl, examples }: SiteFacts): Html {
  if (examples === undefined) return new Html('');
  const body = JSON.stringify({ companies: [examples.company.id], limit: 10 });
  const prints = '"object":"change_list"';
  return example('sh', `curl -s '${baseUrl}/changes/query' -d '${body}' | grep -o '${prints}'`, prints);
}

/** A request for the example company, if there is one. */
function companyOf(facts: SiteFacts): Html {
  if (facts.examples === undefined) return new Html('');
  return markup`<h2>One company</h2>
<p>All events of one company, the last one first:</p>
${exampleOf(facts, `/companies/${facts.examples.company.id}`, '"object":"change_list"')}`;
}
