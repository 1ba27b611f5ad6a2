/** Real browsers for tests, which record the requests of a page and the violations of its policy. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { WAIT_MS_MAX } from '../fixtures/until.ts';
import { CHROMIUM, type InstalledBrowser } from './installed-browsers.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts Chromium without a window. */
export async function startBrowser(): Promise<Browser> {
  // Chromium's own sandbox needs rights that root and many containers do not have; it opens only pages of this project.
  const args = ['--no-sandbox', '--disable-gpu'];
  return await chromium.launch({ executablePath: pathOf(CHROMIUM), args, timeout: WAIT_MS_MAX });
}

function pathOf({ name, variable, path }: InstalledBrowser): string {
  assert.ok(path !== undefined, `there is a ${name} on the PATH, or ${variable} names one`);
  return path;
}

/** A page, with the faults that tests expect to be absent. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to other origins than the allowed ones. */
  readonly strangers: string[];
  /** The errors and warnings of the console, including violations of the content security policy and uncaught errors. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

/** Opens a page in a separate browser session. Requests to other origins than `allowed` are recorded and refused. */
export async function watchedPage(
  browser: Browser,
  allowed: readonly string[],
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  const strangers: string[] = [];
  const complaints: string[] = [];
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.protocol === 'data:' || url.protocol === 'blob:' || allowed.includes(url.origin))
      return await route.continue();
    strangers.push(url.href);
    return await route.abort();
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, strangers, complaints, close: () => context.close() };
}

/**
 * Returns the findings of axe-core on a page, each with its element: by all rules in the first colour scheme, and by the rules about
 * colours in the other schemes, as nothing else differs. The page's policy does not apply to the script of axe-core.
 */
export async function axeFindings(page: Page, schemes: readonly ColorScheme[] = ['light', 'dark']): Promise<string[]> {
  const findings: string[] = [];
  for (const [i, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    findings.push(...(await page.evaluate<string[]>(i === 0 ? axeRun() : axeColoursRun())));
  }
  return findings;
}

/** The colour scheme that a page is painted for. */
export type ColorScheme = 'light' | 'dark';

/** The rules of axe-core about colours, except the one of WCAG's level AAA, which is off. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns an expression that runs axe-core on a page. */
export function axeRun(): string {
  return `(() => { ${AXE}; return ${axeAgain()}; })()`;
}

/** Returns an expression that runs only the rules about colours, on a page where axe-core has run before. */
export function axeColoursRun(): string {
  return axeAgain(COLOUR_RULES);
}

function axeAgain(runOnly?: readonly string[]): string {
  return `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], runOnly })}).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) =>
      id + ': ' + help + ' at ' + target.join(' ') + ': ' + failureSummary)))`;
}
