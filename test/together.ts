import { test } from 'node:test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs several test files in this process. */
export async function runTogether(...files: readonly string[]): Promise<void> {
  for (const file of files)
    await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
      test(`${file} can be loaded`, () => {
        throw error;
      });
    });
}
