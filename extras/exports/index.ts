/**
 * Snapshots as files: `openfirma export`, the door `data` that serves them, and a search without a server.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { DATA } from './declaration.ts';
import { EXPORTS_SETTINGS, hasExport, type ExportsConfig } from './settings.ts';

export const exports: Extra<ExportsConfig> = {
  name: 'exports',
  settings: EXPORTS_SETTINGS,
  commands: {
    export: { load: async (readConfig) => (await import('./commands/export.ts')).exportCommand(readConfig) },
  },
  pages: [
    {
      path: '/developers/static-search',
      title: 'Search without a server',
      description: 'Names and business IDs as files, searched from the browser by a small module: no service needed.',
      content: async () => (await import('./static-search-page.ts')).staticSearchPage,
    },
  ],
  door: {
    declaration: DATA,
    page: async ({ EXPORTS_DIR }) => {
      const { dataPage } = await import('./page.ts');
      return (facts) => dataPage(facts, EXPORTS_DIR);
    },
    open: async (parts, { EXPORTS_DIR }) => (await import('./door/door.ts')).dataDoor(parts, EXPORTS_DIR),
    warning: ({ EXPORTS_DIR }) =>
      hasExport(EXPORTS_DIR)
        ? undefined
        : `EXPORTS_DIR "${EXPORTS_DIR}" has no export yet: openfirma export --into writes one`,
  },
};
