import { text, whole, type Config, type ValuesOf } from '../../src/extra/index.ts';

export const PUBLICATION_SETTINGS = {
  SNAPSHOT_KEYS: text(
    undefined,
    'Public keys that may sign followed data, separated by commas, or a file with one a line.',
    'keys such as `ed25519:…`, or a path',
  ),
  FOLLOW_SECONDS: whole(
    '60',
    'The interval at which a follower requests `current.json`, in seconds, up to a tenth more; at once on SIGHUP.',
    1,
    86_400,
  ),
  PUBLISH_KEY: text(undefined, 'Folder of the key that signs publications.', 'a path'),
} as const;

export type PublicationConfig = Config & ValuesOf<typeof PUBLICATION_SETTINGS>;
