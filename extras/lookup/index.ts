/**
 * The door `lookup`: the companies that carry a number.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { LOOKUP } from './declaration.ts';

export const lookup: Extra = {
  name: 'lookup',
  door: {
    declaration: { ...LOOKUP, schemas: async () => (await import('./schemas.ts')).LOOKUP_SCHEMAS },
    page: async () => (await import('./page.ts')).lookupPage,
    open: async (parts) => (await import('./door.ts')).lookupDoor(parts),
  },
};
