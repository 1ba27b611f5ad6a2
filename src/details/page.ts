import { example } from '../site/index.ts';
import { doorPage } from '../site/texts.ts';
import { DETAILS } from './declaration.ts';

export const detailsPage = doorPage(import.meta.dirname, DETAILS, ({ baseUrl, examples }) => {
  if (examples === undefined) return { example: '' };
  const { id } = examples.company;
  const source = `curl -s '${baseUrl}/details/v1/companies/${id}' | grep -o '"id":"[^"]*"'`;
  return { example: example('sh', source, `"id":"${id}"`) };
});
