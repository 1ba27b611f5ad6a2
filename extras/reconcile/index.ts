/**
 * The door `reconcile`: a Reconciliation Service, which finds the companies that messy names mean.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { RECONCILE } from './declaration.ts';

export const reconcile: Extra = {
  name: 'reconcile',
  door: {
    declaration: { ...RECONCILE, schemas: async () => (await import('./schemas.ts')).RECONCILE_SCHEMAS },
    page: async () => (await import('./page.ts')).reconcilePage,
    open: async (parts) => (await import('./door.ts')).reconcileDoor(parts),
    warning: (_, facts) =>
      facts?.hasMatchIndex === false
        ? 'DOORS names reconcile, but the snapshot has no match index of this version: queries with a name return 503; build it with --match'
        : undefined,
  },
};
