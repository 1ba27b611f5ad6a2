import { setting, text, type Config, type ValuesOf } from '../../src/extra/index.ts';

/** The keys that sign what is published, and those that sign what is followed or applied. */
export const CHANGES_SETTINGS = {
  SNAPSHOT_KEYS: setting(
    undefined,
    'Public keys that may sign what is followed, separated by commas, or a file with one a line.',
    'keys such as `ed25519:…`, or a path',
    text,
  ),
  PUBLISH_KEY: setting(
    undefined,
    'Folder of the key with which `openfirma publish` signs, and builds what changed.',
    'a path',
    text,
  ),
} as const;

export type ChangesConfig = Config & ValuesOf<typeof CHANGES_SETTINGS>;
