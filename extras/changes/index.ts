/**
 * The changes from one snapshot to the next: signed change files beside snapshots, `openfirma apply`, and the door `changes`.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { CHANGES } from './declaration.ts';
import { CHANGES_SETTINGS, type ChangesConfig } from './settings.ts';

export const changes: Extra<ChangesConfig> = {
  name: 'changes',
  settings: CHANGES_SETTINGS,
  commands: {
    apply: { load: async (readConfig) => (await import('./commands/apply.ts')).applyCommand(readConfig) },
    changes: { load: async (readConfig) => (await import('./commands/changes.ts')).changesCommand(readConfig) },
  },
  changes: async (readConfig) => {
    const { changeRecorder } = await import('./recorder.ts');
    return changeRecorder(async () => {
      const { PUBLISH_KEY: folder } = readConfig();
      return folder === undefined ? undefined : await (await import('./keys.ts')).readKey(folder);
    });
  },
  door: {
    declaration: { ...CHANGES, schemas: async () => (await import('./schemas.ts')).CHANGES_SCHEMAS },
    page: async () => (await import('./page.ts')).changesPage,
    open: async (parts) => (await import('./door/door.ts')).changesDoor(parts),
    warning: (_, __, isService) =>
      isService ? 'DOORS names changes, but BACKEND is another service without generations: no events' : undefined,
  },
};
