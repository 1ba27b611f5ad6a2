/**
 * Runs files of tests in one process. `node --test --test-isolation=none` does that, too, and meanwhile
 * follows every promise, to say to which test an error belongs that nothing catches: a tenth of the time or more, and half of it where
 * a test waits often. Here such an error is told of the whole run, which fails as well.
 */
import asyncHooks from 'node:async_hooks';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// The files load `node:test`, which makes its hook then.
asyncHooks.createHook = () => {
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
};
/** Runs files of tests in this process. */
export async function runTogether(...files: readonly string[]): Promise<void> {
  const { test } = await import('node:test');
  for (const file of files)
    await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
      test(`${file} can be loaded`, () => {
        throw error;
      });
    });
}
