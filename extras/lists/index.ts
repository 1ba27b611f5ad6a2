/**
 * Lists of companies: `openfirma match` finds the company that each row means, `openfirma enrich` adds details, and a page of the site
 * matches small lists.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';

export const lists: Extra = {
  name: 'lists',
  commands: {
    match: { load: async () => (await import('./commands/match.ts')).matchCommand() },
    enrich: { load: async () => (await import('./commands/enrich.ts')).enrichCommand() },
  },
  pages: [
    {
      path: '/developers/lists',
      title: 'Match a list',
      description:
        'Drop a CSV of companies, check the doubtful rows, and download the list with the company of each row.',
      content: async () => (await import('./page.ts')).listsPage,
    },
  ],
};
