import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { example, formatCount, markup, type Html, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { DATA } from './declaration.ts';
import { DESCRIPTION_FILE } from './folder.ts';
import { latestExport } from './settings.ts';

/** The facts of a file in `datapackage.json` that the page shows. */
interface ListedFile {
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

export async function dataPage(facts: SiteFacts, exportsDir: string): Promise<SectionContent> {
  const latest = latestExport(exportsDir);
  const note = markup`<p class="note"><strong>There is no export yet</strong>, and the addresses below return 404. The operator writes one into the folder of the setting
<code>EXPORTS_DIR</code>: <code>openfirma export --format csv,parquet --into exports data/openfirma.snapshot</code></p>`;
  const page = doorPage(import.meta.dirname, DATA, async ({ api, baseUrl }) => ({
    note: latest === undefined ? note : '',
    files: latest === undefined ? '' : fileLists(`${api}/data/latest`, join(exportsDir, latest)),
    part: example('sh', `curl -s -r 0-9 -o part -w '%{http_code}' '${baseUrl}/data/latest/SHA256SUMS'`, '206'),
  }));
  return { ...(await page(facts)), isCurrent: () => latestExport(exportsDir) === latest };
}

/** Returns the files of an export with their sizes, a list that opens for each format and table; a link to a search without a server. */
function fileLists(address: string, folder: string): Html {
  const description = join(folder, DESCRIPTION_FILE);
  if (!existsSync(description))
    return markup`<p>The newest export is a <a href="${address}/">search without a server</a>.</p>`;
  const { resources = [] } = JSON.parse(readFileSync(description, 'utf8')) as { resources?: readonly ListedFile[] };
  const groups = Map.groupBy(resources, ({ path }) => path.split(/[/.]/, 2).join(': '));
  return markup`${Array.from(groups, ([name, files]) => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const items = files.map(
      (file) =>
        markup`<li><a href="${address}/${file.path}" download>${file.path}</a>, ${formatSize(file.bytes)}, ${formatCount(file.rows, 'row')}</li>\n`,
    );
    return markup`<details><summary>${name}, ${formatCount(files.length, 'file')}, ${formatSize(bytes)}</summary>
<ul>
${items}</ul></details>
`;
  })}`;
}

function formatSize(bytes: number): string {
  const [unit, divisor] = bytes < 1e6 ? ['kB', 1e3] : ['MB', 1e6];
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}
