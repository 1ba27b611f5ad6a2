import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** What imports, builds and exports are made with: sources and the code lists beside them. */
const ROOMS = 'src/{build,files,identity,importer,model,registers,snapshot},extras/{changes,exports,matching}';
const NOT_RUN = /\.(test|suite|soak)\.\w+$|[\\/]fixtures[\\/]/;

/**
 * Names the program that imports and builds: its version, and a digest of its sources, which in a clone change without a new
 * version.
 */
export function programName(): string {
  const files = globSync([`{${ROOMS}}/**/*.{ts,json}`, '*.js'], { cwd: ROOT }).filter((file) => !NOT_RUN.test(file));
  const digests = files.toSorted().map((file) => `${file} ${hash('sha256', readFileSync(join(ROOT, file)))}\n`);
  const packages = JSON.stringify(packageJson.dependencies);
  return `${packageJson.version}+${hash('sha256', digests.join('') + packages).slice(0, 16)}`;
}
