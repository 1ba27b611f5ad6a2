/**
 * The changes from one snapshot to the next: change files beside snapshots, `openfirma changes`, and the door `changes`.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { CHANGES } from './declaration.ts';

export const changes: Extra = {
  name: 'changes',
  commands: {
    changes: { load: async (readConfig) => (await import('./commands/changes.ts')).changesCommand(readConfig) },
  },
  door: {
    declaration: { ...CHANGES, schemas: async () => (await import('./schemas.ts')).CHANGES_SCHEMAS },
    page: async () => (await import('./page.ts')).changesPage,
    open: async (parts) => (await import('./door/door.ts')).changesDoor(parts),
    warning: (_, __, isService) =>
      isService ? 'DOORS names changes, but BACKEND is another service without generations: no events' : undefined,
  },
};
