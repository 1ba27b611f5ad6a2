/**
 * Writes docs/site.png, the picture in README.md of the site over the sample: `npm run site:picture`. Needs Chromium.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser } from '../../test/site/browser.ts';
import { startService, stopService } from '../../test/fixtures/serving.ts';

const PICTURE = join(import.meta.dirname, '..', '..', 'docs', 'site.png');

const folder = mkdtempSync(join(tmpdir(), 'openfirma-picture-'));
const running = await startService(folder, ['--sample'], { DATA_DIR: 'data' });
const browser = await startBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await page.goto(running.address, { waitUntil: 'networkidle' });
  await page.screenshot({ path: PICTURE, animations: 'disabled' });
} finally {
  await browser.close();
  await stopService(running);
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${PICTURE}: ${statSync(PICTURE).size} bytes\n`);
