/**
 * The interface of extras, and what their commands share with those of the core: settings, arguments, progress, reports and exit
 * codes. docs/adding-an-extra.md shows how to add one.
 * @module
 */
export * from './arguments.ts';
export { EXIT_CODES, EXIT_FAILED, EXIT_FOUND, EXIT_HELP, EXIT_MISUSED } from './exit-codes.ts';
export { failureOf, reportFault, throwAll } from './fault.ts';
export { interruptible } from './interrupt.ts';
export { JSON_OPTION, printJson } from './json.ts';
export { createProgress, showLine } from './progress.ts';
export { secret, text, whole, type Setting, type SettingsTable, type ValuesOf } from './setting.ts';
export { CORE_SETTINGS, backendSetting, doorsSetting, readSettings, type Config, type LogFormat } from './settings.ts';
export { isFollowed, snapshotPlace } from './snapshot-place.ts';
export { workersWanted } from './workers-wanted.ts';
export type {
  BackendExtra,
  BackendUse,
  DoorExtra,
  DoorParts,
  Extra,
  ExtraCommand,
  ExtraPage,
  Follower,
  FollowerParts,
  LimiterParts,
  OpenLimiter,
  SampleParts,
} from './extra.ts';
