import { example, markup, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { DATA } from './declaration.ts';
import { hasExport } from './settings.ts';

export function dataPage(facts: SiteFacts, exportsDir: string): SectionContent {
  const isExported = hasExport(exportsDir);
  const note = markup`<p class="note"><strong>There is no export yet</strong>, and the addresses below return 404. The operator writes one into the folder of the setting
<code>EXPORTS_DIR</code>: <code>openfirma export --format csv,parquet --into exports data/openfirma.snapshot</code></p>`;
  const page = doorPage(import.meta.dirname, DATA, ({ baseUrl }) => {
    const files = `${baseUrl}/data/latest`;
    return {
      note: isExported ? '' : note,
      list: example('sh', `curl -s '${files}/datapackage.json' | grep -o '"name": "openfirma"'`, '"name": "openfirma"'),
      part: example('sh', `curl -s -r 0-9 -o part -w '%{http_code}' '${files}/SHA256SUMS'`, '206'),
    };
  });
  return { ...page(facts), isCurrent: () => hasExport(exportsDir) === isExported };
}
