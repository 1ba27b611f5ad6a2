import { integer, setting, text, type ValuesOf } from '../../src/extra/index.ts';
import type { ChangesConfig } from '../changes/settings.ts';

/** The settings of publishers and followers. */
export const PUBLISHING_SETTINGS = {
  FOLLOW_SECONDS: setting(
    '60',
    'How often a follower asks for `current.json`, in seconds, up to a tenth more; at once on SIGHUP.',
    'a whole number from 1 to 86400',
    (value) => integer(value, 1, 86_400),
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

export type PublishingConfig = ChangesConfig & ValuesOf<typeof PUBLISHING_SETTINGS>;
