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
import { exportAll, listFiles } from './exported-data.ts';

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
    const files = listFiles(join(at, 'exports', 'latest')).filter((path) => path.startsWith('parquet/'));
    const tables = ['classifications', 'companies', 'former_ids', 'identifiers', 'officers', 'other_names'];
    assert.deepEqual(files, tables.map((name) => `parquet/${name}.parquet`)); // prettier-ignore
  });

  const query = async (code: string): Promise<readonly Record<string, unknown>[]> => {
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    await duckdb.run(`set file_search_path = '${at}'`);
    const rows = (await duckdb.runAndReadAll(code)).getRowObjectsJson();
    duckdb.closeSync();
    return rows;
  };

  test('that pivots by state loses no company', async () => {
    const rows = await query(RECIPES[1]?.code ?? '');
    const [all] = await query("select count(*) as n from 'exports/latest/parquet/companies.parquet'");
    const counts = rows.flatMap((row) =>
      Object.entries(row).map(([state, count]) => (state === 'country' ? 0 : Number(count))),
    );
    assert.equal(counts.reduce((sum, count) => sum + count, 0), Number(all?.['n'])); // prettier-ignore
    assert.ok(Object.keys(rows[0] ?? {}).includes('unknown'));
  });

  test('that reads a list takes numbers of digits alone, with their zeros', async () => {
    writeFileSync(join(at, 'digits.csv'), 'customer,vat\n1,01100716\n');
    const rows = await query((RECIPES[3]?.code ?? '').replace('customers.csv', 'digits.csv'));
    assert.deepEqual(rows.map(({ customer, name }) => [customer, name]), [['1', 'Aallokas Marjatila Oy']]); // prettier-ignore
  });

  test('read JSON lines whose last lines have more fields, as the page says', async () => {
    const lines = `${'{"id":"007"}\n'.repeat(20_480)}{"id":"008","late":"x"}\n`;
    writeFileSync(join(at, 'a.jsonl'), lines);
    writeFileSync(join(at, 'b.jsonl'), '{"id":"009","later":"y"}\n');
    const [one] = await query("select count(late) as n from read_json('a.jsonl', sample_size = -1)");
    const [all] = await query("select count(late) as n, count(later) as m, min(id) as id from read_json('*.jsonl', sample_size = -1, union_by_name = true)"); // prettier-ignore
    assert.deepEqual([one, all], [{ n: '1' }, { n: '1', m: '1', id: '007' }]);
  });

  const zeros = 'read JSON lines in pandas with their zeros, as the page says';
  if (has('pandas', zeros))
    test(zeros, () => {
      writeFileSync(join(at, 'zeros.jsonl'), '{"id":"007"}\n');
      const code = 'import pandas as pd; print(pd.read_json("zeros.jsonl", lines=True, dtype=False)["id"][0])';
      const { stdout, stderr } = spawnSync(pythonWith('pandas') ?? '', ['-c', code], { cwd: at, encoding: 'utf8' });
      assert.equal(stdout.trim(), '007', stderr);
    });

  for (const { heading, language, code } of RECIPES) {
    const [number = ''] = heading.split('.');
    if (language === 'sql')
      test(heading, async () => {
        const rows = await query(code);
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
