import { Html, example, markup, type SiteFacts } from '../site/index.ts';
import { doorPage } from '../site/texts.ts';
import { DETAILS } from './declaration.ts';

export const detailsPage = doorPage(import.meta.dirname, DETAILS, (facts) => ({ example: exampleOf(facts) }));

function exampleOf({ baseUrl, examples }: SiteFacts): Html {
  if (examples === undefined) return new Html('');
  const { id } = examples.company;
  return markup`${example('sh', `curl -s '${baseUrl}/details/v1/companies/${id}' | grep -o '"id":"[^"]*"'`, `"id":"${id}"`)}`;
}
