import { setting, text, type ValuesOf, whole } from '../../src/extra/index.ts';
import type { ChangesConfig } from '../changes/settings.ts';

export const PUBLISHING_SETTINGS = {
  FOLLOW_SECONDS: whole(
    '60',
    'The interval at which a follower requests `current.json`, in seconds, up to a tenth more; at once on SIGHUP.',
    1,
    86_400,
  ),
  PUBLISH_ACCESS_KEY_ID: setting(
    undefined,
    'Access key of an S3-compatible store, which signs requests of `openfirma publish`.',
    'a text',
    text,
  ),
  PUBLISH_SECRET_ACCESS_KEY: setting(undefined, 'The secret of the access key.', 'a text', text),
  PUBLISH_SESSION_TOKEN: setting(undefined, 'The session token of temporary keys.', 'a text', text),
  PUBLISH_REGION: setting('us-east-1', 'The region of the store, a part of its signatures.', 'a text', text),
  PUBLISH_AUTHORIZATION: setting(
    undefined,
    'The header field `Authorization` for other stores, such as `Bearer …`.',
    'a text',
    text,
  ),
} as const;

export type PublishingConfig = ChangesConfig & ValuesOf<typeof PUBLISHING_SETTINGS>;
