import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { startSample } from '../fixtures/built-sample.ts';
import { stopService, type Environment, type Running } from '../fixtures/serving.ts';
import { startBrowser } from './browser.ts';

/** The service over the sample, and a browser. */
export interface SampleInBrowser {
  /** A folder for the tests. */
  readonly folder: string;
  /** The address of the service. */
  readonly address: string;
  readonly browser: Browser;
}

/** Within a suite: starts the service and a browser before its tests, and stops them afterwards. */
export function sampleInBrowser(name: string, settings: Environment = {}): SampleInBrowser {
  const folder = mkdtempSync(join(tmpdir(), `openfirma-${name}-`));
  let running: Running;
  let browser: Browser;
  before(async () => {
    [running, browser] = await Promise.all([startSample(folder, settings), startBrowser()]);
  });
  after(async () => {
    await browser.close();
    await stopService(running);
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    get address() {
      return running.address;
    },
    get browser() {
      return browser;
    },
  };
}
