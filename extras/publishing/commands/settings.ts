import { integer, setting, text } from '../../../src/cli/setting-values.ts';

/** A file, or a publication that is followed. Undefined where it is an address, but not of a publication. */
export function snapshotPlace(value: string): string | undefined {
  if (!/^https?:/i.test(value)) return text(value);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || /[?#]/.test(value)) return undefined;
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.pathname.endsWith('.json') && (url.protocol === 'https:' || isOnThisMachine) ? url.href : undefined;
}

/** Whether a place of {@linkcode snapshotPlace} is a publication that is followed. */
export function isFollowed(place: string): boolean {
  return /^https?:/i.test(place);
}

/** What {@linkcode snapshotPlace} allows, for messages. */
export const SNAPSHOT_PLACES = 'a path, or the https address of a `.json` file without user, query and fragment';

/** The settings of publishers and followers. */
export const PUBLISHING_SETTINGS = {
  SNAPSHOT_KEYS: setting(
    undefined,
    'Public keys that may sign what is followed, separated by commas, or a file with one a line.',
    'keys such as `ed25519:…`, or a path',
    text,
  ),
  FOLLOW_SECONDS: setting(
    '60',
    'How often a follower asks for `current.json`, in seconds, up to a tenth more; at once on SIGHUP.',
    'a whole number from 1 to 86400',
    (value) => integer(value, 1, 86_400),
  ),
  PUBLISH_KEY: setting(
    undefined,
    'Folder of the key with which `openfirma publish` signs, and builds what changed.',
    'a path',
    text,
  ),
  PUBLISH_ACCESS_KEY_ID: setting(
    undefined,
    'Access key of an S3-compatible store, with which requests of `openfirma publish` are signed.',
    'a text',
    text,
  ),
  PUBLISH_SECRET_ACCESS_KEY: setting(undefined, 'The secret key that belongs to it.', 'a text', text),
  PUBLISH_SESSION_TOKEN: setting(undefined, 'The session token of temporary keys.', 'a text', text),
  PUBLISH_REGION: setting('us-east-1', 'The region of the store, a part of its signatures.', 'a text', text),
  PUBLISH_AUTHORIZATION: setting(
    undefined,
    'The field `Authorization` for any other store, such as `Bearer …`.',
    'a text',
    text,
  ),
} as const;

/** Those that are undefined where nothing is set. */
export type OptionalPublishingSetting = Exclude<keyof typeof PUBLISHING_SETTINGS, 'FOLLOW_SECONDS' | 'PUBLISH_REGION'>;
