import { EXTRAS } from '../../extras/index.ts';
import { DETAILS_DOOR } from '../details/index.ts';
import {
  CORE_SETTINGS,
  backendSetting,
  doorsSetting,
  readSettings,
  type BackendExtra,
  type Config,
  type DoorExtra,
  type SettingsTable,
} from '../extra/index.ts';

/** All doors, in the order of the documents: the door of the core, then the doors of extras. */
export const ALL_DOORS: readonly DoorExtra[] = [DETAILS_DOOR, ...EXTRAS.flatMap(({ door }) => door ?? [])];

export const DOOR_NAMES: readonly string[] = ALL_DOORS.map(({ declaration }) => declaration.name);

/** What opens the addresses of `BACKEND` that are not snapshots. */
export const BACKENDS: readonly BackendExtra[] = EXTRAS.flatMap(({ backend }) => backend ?? []);

/** Every setting, in the order of `serve --help`: first the core, then each extra. */
export const SETTINGS: SettingsTable = {
  ...CORE_SETTINGS,
  BACKEND: backendSetting(BACKENDS),
  DOORS: doorsSetting(DOOR_NAMES, DETAILS_DOOR.declaration.name),
  ...Object.assign({}, ...EXTRAS.map(({ settings }) => settings)),
};

/**
 * Reads all settings from the environment. The result contains the settings of extras too, for their own use.
 * @param defaults values that replace the defaults of the tables
 * @throws {InputError} at the first setting that is unknown or malformed
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  defaults?: Readonly<Record<string, string>>,
): Config {
  return readSettings(SETTINGS, environment, defaults) as Config;
}
