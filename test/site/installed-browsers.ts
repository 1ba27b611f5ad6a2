import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A browser that tests run in. */
export interface InstalledBrowser {
  readonly name: string;
  /** The Debian package of the browser. */
  readonly debian: string;
  /** The environment variable that names its program. */
  readonly variable: 'CHROMIUM' | 'FIREFOX';
  /** The path of the browser; undefined if it is not installed. */
  readonly path: string | undefined;
}

/** Finds the program that the variable names, otherwise the first on the PATH. */
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
    // Missing, or not executable: the next folder may have it.
    return false;
  }
}
