import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A browser that tests run in. */
export interface InstalledBrowser {
  readonly name: string;
  /** The package of Debian that brings it. */
  readonly debian: string;
  /** The environment variable that names its program. */
  readonly variable: 'CHROMIUM' | 'FIREFOX';
  /** Where it is on this machine; undefined where it is not. */
  readonly path: string | undefined;
}

/** What its variable names, else the first on the PATH. */
function installed(
  name: string,
  variable: InstalledBrowser['variable'],
  programs: readonly string[],
): InstalledBrowser {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = programs.flatMap((program) => folders.map((folder) => join(folder, program))).find(isProgram);
  return { name, debian: programs[0] ?? '', variable, path: process.env[variable] ?? found };
}

/** Chromium. Debian's headless shell comes first: the same engine without windows, which takes half of the time. */
export const CHROMIUM = installed('Chromium', 'CHROMIUM', [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]);
export const FIREFOX = installed('Firefox', 'FIREFOX', ['firefox-esr', 'firefox']);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not to be run: the next place may have it.
    return false;
  }
}
