import { EXTRAS } from '../../extras/index.ts';
import { CORE_SETTINGS, doorsSetting, readSettings, type Config, type SettingsTable } from '../extra/index.ts';

/** The names of the doors that the extras bring. */
export const DOOR_NAMES: readonly string[] = EXTRAS.flatMap(({ door }) => door?.declaration.name ?? []);

/** Every setting, in the order of docs/settings.md: those of the core, then those of each extra. */
export const SETTINGS: SettingsTable = {
  ...CORE_SETTINGS,
  DOORS: doorsSetting(DOOR_NAMES),
  ...Object.assign({}, ...EXTRAS.map(({ settings }) => settings)),
};

/**
 * Reads all settings from the environment. Those of extras are in the result, too, for the extras.
 * @param defaults instead of those of the tables
 * @throws {InputError} at the first setting that is unknown or malformed
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  defaults?: Readonly<Record<string, string>>,
): Config {
  return readSettings(SETTINGS, environment, defaults) as Config;
}
