import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

let clients = 0;

/** Opens a page of another site as a separate client with its own allowance. Records the requests that the page sends to the service. */
export async function openForm(
  t: TestContext,
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly requested: string[]; readonly complaints: string[] }> {
  const extraHTTPHeaders = { 'X-Forwarded-For': `198.51.100.${++clients}` };
  const context = await browser.newContext({ reducedMotion: 'reduce', extraHTTPHeaders, ...options });
  t.after(() => context.close());
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/v1\//.test(pathname)) requested.push(pathname);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(address);
  return { page, requested, complaints };
}

/** The values of the controls of the first form, by name or autofill token. */
export async function readValues(page: Page): Promise<Record<string, string>> {
  return await page.evaluate<Record<string, string>>(`Object.fromEntries([...document.forms[0].elements]
    .filter(({ localName }) => /^(input|textarea|select)$/.test(localName))
    .map((control) => [control.name || control.autocomplete, control.value]))`);
}
