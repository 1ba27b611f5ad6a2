/**
 * Snapshots for many servers: `openfirma keys` and `publish`, and servers that follow a publication.
 * @module
 */
import type { Extra } from '../../src/extra/index.ts';
import { FOLLOWER_METRICS } from './metrics.ts';
import { PUBLICATION_SETTINGS, type PublicationConfig } from './settings.ts';

export const publication: Extra<PublicationConfig> = {
  name: 'publication',
  settings: PUBLICATION_SETTINGS,
  commands: {
    keys: { load: async () => (await import('./commands/keys.ts')).keysCommand() },
    publish: { load: async (readConfig) => (await import('./commands/publish.ts')).publishCommand(readConfig) },
  },
  metrics: FOLLOWER_METRICS,
};
