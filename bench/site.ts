/**
 * What each page of the site takes: bytes, requests, time until something is shown, layout shift. Over the bundled sample, in Chromium,
 * on this machine, and as on a phone: 1.6 Mbit/s, 150 ms there and back, a processor four times slower, as Lighthouse has it. Writes
 * results/site.txt: `npm run bench:site`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startBrowser } from '../test/browser.ts';
import { PAGE_BUDGET, pageLoad, type PageLoad } from '../test/page-load.ts';
import { startService, stopService } from '../test/serving.ts';
import { machine } from './machine.ts';

const RUNS = 3;
const PHONE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
const PHONE_CPU = 4;
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const HAND: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true };

/** Loads a page in a browser session of its own, with nothing in its cache. */
async function load(browser: Browser, address: string, isPhone: boolean): Promise<PageLoad> {
  const context = await browser.newContext(isPhone ? HAND : DESK);
  const page = await context.newPage();
  if (isPhone) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', PHONE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_CPU });
  }
  const status = (await page.goto(address, { waitUntil: 'load' }))?.status();
  if (status !== 200) throw new Error(`Cannot measure "${address}": it is answered ${status}`);
  const taken = await pageLoad(page);
  await context.close();
  return taken;
}

/** The load with the median time, and the largest shift of all. */
async function median(browser: Browser, address: string, isPhone: boolean): Promise<PageLoad> {
  const loads: PageLoad[] = [];
  for (let i = 0; i < RUNS; i++) loads.push(await load(browser, address, isPhone));
  const [first, ...others] = loads.toSorted((a, b) => a.firstPaintMs - b.firstPaintMs);
  if (first === undefined) throw new Error(`Cannot measure "${address}": it was never loaded`);
  return { ...(others[0] ?? first), shift: Math.max(...loads.map(({ shift }) => shift)) };
}

/** The pages of the sitemap, a search and a company. */
async function addressesOf(service: string): Promise<string[]> {
  const map = await (await fetch(`${service}/sitemap.xml`)).text();
  const pages = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
  const found = (await (await fetch(`${service}/v1/search?q=nor&limit=1`)).json()) as { data: { id: string }[] };
  return [...pages, `${service}/search?q=nor&country=all`, `${service}/companies/${found.data[0]?.id}`];
}

const folder = mkdtempSync(join(tmpdir(), 'openfirma-bench-site-'));
const service = await startService(folder, ['--sample'], {});
const browser = await startBrowser();
try {
  const lines = [
    `pages of the site over the sample, ${new Date().toISOString().slice(0, 10)}`,
    machine(),
    `Chromium ${browser.version()}, nothing cached, median of ${RUNS}; phone: 1.6 Mbit/s, 150 ms, a processor ${PHONE_CPU} times slower`,
    `load average of the machine when it began: ${loadavg()[0]?.toFixed(1)}; above its cores, times are too long`,
    `held by a test: ${PAGE_BUDGET.bytes} bytes, ${PAGE_BUDGET.requests} requests, no layout shift`,
    '',
    ' bytes  requests  first paint, ms: here  phone  shift  page',
  ];
  for (const address of await addressesOf(service.address)) {
    const here = await median(browser, address, false);
    const phone = await median(browser, address, true);
    const cells = [
      String(here.bytes).padStart(6),
      String(here.requests).padStart(9),
      here.firstPaintMs.toFixed(0).padStart(22),
      phone.firstPaintMs.toFixed(0).padStart(6),
      Math.max(here.shift, phone.shift).toFixed(3).padStart(6),
    ];
    lines.push(`${cells.join(' ')}  ${address.slice(service.address.length).replace(/co_\w+/, '{company_id}') || '/'}`);
  }
  const text = `${lines.join('\n')}\n`;
  writeFileSync(join(import.meta.dirname, 'results', 'site.txt'), text);
  process.stdout.write(text);
} finally {
  await browser.close();
  await stopService(service);
  rmSync(folder, { recursive: true });
}
