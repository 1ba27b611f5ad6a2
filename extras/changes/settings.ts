import { text, type Config, type ValuesOf } from '../../src/extra/index.ts';

export const CHANGES_SETTINGS = {
  SNAPSHOT_KEYS: text(
    undefined,
    'Public keys that may sign followed data, separated by commas, or a file with one a line.',
    'keys such as `ed25519:…`, or a path',
  ),
  PUBLISH_KEY: text(undefined, 'Folder of the key that signs publications, and the change files of builds.', 'a path'),
} as const;

export type ChangesConfig = Config & ValuesOf<typeof CHANGES_SETTINGS>;
