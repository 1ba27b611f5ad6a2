/** Follows docs/adding-a-register.md in a copy of the sources: its files, its commands, the line that it shows. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';

const PAGE = readFileSync('docs/adding-a-register.md', 'utf8');

test('the walk of docs/adding-a-register.md adds a register with one folder and no other edit', (t) => {
  const copy = folder(t);
  for (const path of ['src', 'extras', 'docs', 'README.md', 'package.json']) cpSync(path, join(copy, path), { recursive: true }); // prettier-ignore
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const files = [...PAGE.matchAll(/^```\w+ (src\/\S+)\n(.*?)^```$/gms)];
  assert.equal(files.length, 3);
  for (const [, path = '', text = ''] of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  const run = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const early = spawnSync(process.execPath, ['src/registers/write-fixture.ts', 'xx-kontor'], {
    cwd: copy,
    encoding: 'utf8',
  });
  assert.match(early.stderr, /Cannot find the register "xx-kontor": its folder is not listed yet; run "npm run docs"/);
  run('src/registers/write-pages.ts');
  assert.match(readFileSync(join(copy, 'docs/registers/README.md'), 'utf8'), /^\| \[xx-kontor\]/m);
  run('src/registers/write-fixture.ts', 'xx-kontor');
  const fixture = readFileSync(join(copy, 'src/registers/xx-kontor/fixture.txt'), 'utf8');
  const shown = /^```text\n(K1000.*?)^```$/ms.exec(PAGE)?.[1] ?? assert.fail('the page shows no line');
  assert.ok(fixture.includes(shown), fixture);
  assert.match(fixture, /^=> dropped .*sole trader/m);
  const rows = fixture.split(/(?<=\n)/).filter((row) => !/^(==|=>) /.test(row));
  writeFileSync(join(copy, 'firms-2026-11-20.csv'), rows.join(''));
  run('src/cli/main.ts', 'import', 'xx-kontor', '--out', 'xx.ndjson', 'firms-2026-11-20.csv');
  const lines = readFileSync(join(copy, 'xx.ndjson'), 'utf8').trimEnd().split('\n');
  assert.deepEqual(lines, [...fixture.matchAll(/^=> (\{.*)$/gm)].map(([, line]) => line)); // prettier-ignore
});
