/** Draws the icons that are no SVG into src/site/served: `node src/site/icons/write-icons.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawMark, drawPreview } from './drawing.ts';
import { ico, png } from './png.ts';

const SERVED = join(import.meta.dirname, '..', 'served');

const FAVICON_PIXELS = 32;
const TOUCH_ICON_PIXELS = 180;

const icons = {
  'favicon.ico': ico(png(drawMark(FAVICON_PIXELS, false)), FAVICON_PIXELS),
  'touch-icon.png': png(drawMark(TOUCH_ICON_PIXELS, true)),
  // The smallest that previews of links (Open Graph) show large.
  'preview.png': png(drawPreview(600, 315)),
};

for (const [name, bytes] of Object.entries(icons)) {
  writeFileSync(join(SERVED, name), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
