import { setting, text } from '../setting-values.ts';

/** The settings of publishers and followers. */
export const PUBLISHING_SETTINGS = {
  PUBLISH_KEY: setting(undefined, 'Folder of the key with which `openfirma publish` signs.', 'a path', text),
} as const;
