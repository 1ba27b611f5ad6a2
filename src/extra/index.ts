/**
 * The interface of extras, and what their commands share with those of the core: settings, arguments, progress, reports and exit
 * codes. docs/adding-an-extra.md shows how to add one.
 * @module
 */
export * from './arguments.ts';
export type * from './extra.ts';
export { EXIT_FOUND, exitHelp, reportFault, throwAll, toInputError } from './fault.ts';
export { interruptible } from './interrupt.ts';
export { JSON_OPTION, createProgress, printJson, showLine } from './output.ts';
export {
  commaSeparated,
  isFollowed,
  secret,
  snapshotPlace,
  text,
  whole,
  type SettingsTable,
  type ValuesOf,
} from './setting.ts';
export { CORE_SETTINGS, backendSetting, doorsSetting, readSettings, type Config, type LogFormat } from './settings.ts';
export { runProgram } from './run-program.ts';
export { workersWanted } from './workers-wanted.ts';
