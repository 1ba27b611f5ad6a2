import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { zipOf } from '../src/importer/formats/zip-fixture.ts';
import { folder } from './folder.ts';

/** The most memory that an import of a bomb may take, of which an empty process has 60. */
const MEMORY_MAX_KB = 300 * 1024;

/** Tells the largest memory that the process had, when it ends. */
const TELL_MEMORY =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(`${process.resourceUsage().maxRSS}\\n`))';

const MEBI = 1024 * 1024;
const nested = '['.repeat(20 * MEBI);
const wide = Array.from({ length: 1_000_000 }, (_, i) => `c${i}`).join(',');

const BOMBS: [claim: string, register: string, bytes: Buffer, want: RegExp][] = [
  ['20 MiB of brackets in a zip of 20 KB', 'fi-prh', zipOf({ 'a.json': nested }), /more than 64 levels deep$/],
  ['a million columns', 'ie-cro', Buffer.from(`${wide}\n`), /line 1: the record has more than 4096 cells$/],
  [
    'empty objects in zstd',
    'fi-prh',
    zstdCompressSync(`[{"a":[${'{},'.repeat(8 * MEBI)}`),
    /1000000 names and values$/,
  ],
  [
    'elements that never end',
    'gleif',
    gzipSync(`<LEIData>${'<a>'.repeat(20 * MEBI)}`),
    /elements lie more than 64 deep$/,
  ],
];
for (const [claim, register, bytes, want] of BOMBS) {
  test(`import refuses ${claim} with one line and little memory`, (t) => {
    const at = folder(t);
    const input = join(at, 'input');
    writeFileSync(input, bytes);
    const args = ['--import', TELL_MEMORY, 'src/cli/main.ts', 'import', register, '--out', join(at, 'out'), input];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
    const [message = '', memory, ...rest] = stderr.split('\n');
    assert.equal(status, 1, stderr);
    assert.match(message, want);
    assert.deepEqual(rest, ['']);
    assert.ok(Number(memory) < MEMORY_MAX_KB, `${memory} KB`);
  });
}
