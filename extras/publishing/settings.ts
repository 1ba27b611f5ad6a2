import { text, type ValuesOf, whole } from '../../src/extra/index.ts';
import type { ChangesConfig } from '../changes/settings.ts';

export const PUBLISHING_SETTINGS = {
  FOLLOW_SECONDS: whole(
    '60',
    'The interval at which a follower requests `current.json`, in seconds, up to a tenth more; at once on SIGHUP.',
    1,
    86_400,
  ),
  PUBLISH_ACCESS_KEY_ID: text(
    undefined,
    'Access key of an S3-compatible store, which signs requests of `openfirma publish`.',
  ),
  PUBLISH_SECRET_ACCESS_KEY: text(undefined, 'The secret of the access key.'),
  PUBLISH_SESSION_TOKEN: text(undefined, 'The session token of temporary keys.'),
  PUBLISH_REGION: text('us-east-1', 'The region of the store, a part of its signatures.'),
  PUBLISH_AUTHORIZATION: text(undefined, 'The header field `Authorization` for other stores, such as `Bearer …`.'),
} as const;

export type PublishingConfig = ChangesConfig & ValuesOf<typeof PUBLISHING_SETTINGS>;
