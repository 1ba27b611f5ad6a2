import { Html, exampleRequest, markup, shellWord, type SiteFacts } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { FEATURES } from '../matching/names/index.ts';
import { RECONCILE, RECONCILE_LIMITS } from './declaration.ts';

export const reconcilePage = doorPage(import.meta.dirname, RECONCILE, async (facts) => ({
  ...RECONCILE_LIMITS,
  example: await renderExample(facts),
  features: featureTable(),
}));

/** The id of each row is the fragment to which the manifest links. */
function featureTable(): Html {
  const rows = Object.entries(FEATURES).map(
    ([id, { meaning }]) => markup`<tr id="${id}"><th scope="row"><code>${id}</code></th><td>${meaning}</td></tr>\n`,
  );
  return markup`<div class="table"><table><thead><tr><th scope="col">Feature</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div>`;
}

async function renderExample(facts: SiteFacts): Promise<Html> {
  const name = facts.examples?.company['name'];
  if (typeof name !== 'string') return new Html('');
  const queries = JSON.stringify({ q0: { query: name, limit: 1 } });
  const source = `curl -s '${facts.baseUrl}/reconcile/v1' --data-urlencode ${shellWord(`queries=${queries}`)}`;
  const body = new URLSearchParams({ queries }).toString();
  return await exampleRequest(facts, { door: 'reconcile', operation: 'reconcileBatch', body }, source);
}
