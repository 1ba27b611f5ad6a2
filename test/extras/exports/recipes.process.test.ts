/** The recipes of docs/recipes.md, run over an export of the sample. DuckDB is native code, so it needs its own process. */
import { DuckDBInstance } from '@duckdb/node-api';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { builtSample } from '../../fixtures/built-sample.ts';
import { pythonWith } from '../../fixtures/python.ts';
import { has } from '../../parts.ts';
import { exportAll, filesIn } from './exported-data.ts';

const PAGE = readFileSync('docs/recipes.md', 'utf8');

/** The heading and the code of each recipe. */
const RECIPES = PAGE.split(/^## /m)
  .slice(1)
  .map((section) => {
    const [, language = '', code = ''] = /```(\w+)\n([^]*?)```/.exec(section) ?? [];
    return { heading: section.split('\n', 1)[0] ?? '', language, code };
  });

/** A text that the result of each recipe must contain. */
const FOUND: Readonly<Record<string, RegExp>> = {
  '1': /"name":"Aallokas Marjatila Oy","number":"0110071-6","state":"active","address":"Jäänsädeby Kuljetus 148/,
  '2': /"country":"FI","active":"\d+","closed":"\d+"/,
  '3': /"country":"FI","registered":"2001","companies":"\d+"/,
  '4': /"customer":"1","id":"co_\w{26}","name":"Aallokas Marjatila Oy".*"customer":"2","id":null/,
  '5': /"customer":"1",.*"status":"redirected","id_now":"co_1xw5a8veabsvyw18kvw13gstxc".*"status":"split","id_now":"co_05zee8khcdphvmm92gwgd5tsv0"/,
  '6': /"earlier_name":"[^"]+","until":"20\d\d-\d\d-\d\d"/,
  '7': /"locality":"[^"]+","scheme":"[^"]+","code":"[^"]+"/,
  '8': /\d+ +[^\n]+ +\d{4}-\d\d-\d\d/,
  '9': /1 +co_1xw5a8veabsvyw18kvw13gstxc /,
  '10': /FI +\d+\.0 +\d/,
};

suite('The recipes', () => {
  const at = mkdtempSync(join(tmpdir(), 'openfirma-recipes-'));
  before(async () => {
    const { path, remove } = await builtSample([]);
    await exportAll(path, join(at, 'exports'), { formats: ['parquet', 'csv'], by: 'all' });
    remove();
    writeFileSync(join(at, 'customers.csv'), /```csv\n([^]*?)```/.exec(PAGE)?.[1] ?? '');
  });
  after(() => rmSync(at, { recursive: true }));

  test('are ten, and their export has one file a table', () => {
    assert.deepEqual(RECIPES.map(({ heading }) => heading.split('.')[0]), Object.keys(FOUND)); // prettier-ignore
    const files = filesIn(join(at, 'exports', 'latest')).filter((path) => path.startsWith('parquet/'));
    const tables = ['classifications', 'companies', 'former_ids', 'identifiers', 'officers', 'other_names'];
    assert.deepEqual(files, tables.map((name) => `parquet/${name}.parquet`)); // prettier-ignore
  });

  for (const { heading, language, code } of RECIPES) {
    const [number = ''] = heading.split('.');
    if (language === 'sql')
      test(heading, async () => {
        const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
        await duckdb.run(`set file_search_path = '${at}'`);
        const rows = (await duckdb.runAndReadAll(code)).getRowObjectsJson();
        duckdb.closeSync();
        assert.match(JSON.stringify(rows).replaceAll(/:(\d+)\b/g, ':"$1"'), FOUND[number] ?? assert.fail());
      });
    else if (has('pandas', heading))
      test(heading, () => {
        const { status, stdout, stderr } = spawnSync(pythonWith('pandas') ?? '', ['-c', code], {
          cwd: at,
          encoding: 'utf8',
        });
        assert.equal(status, 0, stderr);
        assert.match(stdout, FOUND[number] ?? assert.fail());
      });
  }
});
