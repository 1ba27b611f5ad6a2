import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { closedTar, createTarMember } from '../../src/importer/formats/tar-fixture.ts';
import { createZip } from '../../src/importer/formats/zip-fixture.ts';
import { folder } from '../fixtures/folder.ts';
import { COMMAND, environment } from '../fixtures/serving.ts';
import { WAIT_MS_MAX } from '../fixtures/until.ts';

/** Maximum memory of an import of a bomb; an empty process takes 60 MB of it. */
const MEMORY_MAX_KB = 300 * 1024;

/** Reports the peak memory of the process when it ends. */
const TELL_MEMORY = `process.on('exit', () => process.stderr.write(process.resourceUsage().maxRSS + '\\n'))`;
const ENVIRONMENT = environment({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL_MEMORY)}` });

const MEBI = 1024 * 1024;
const nested = '['.repeat(20 * MEBI);
const wide = Array.from({ length: 1_000_000 }, (_, i) => `c${i}`).join(',');

/** Returns gzip members: a text, then a piece that repeats for hundreds of megabytes. */
function createGzip(start: string, repeated: string, mebibytes = 256): Buffer {
  const piece = gzipSync(repeated.repeat((8 * MEBI) / repeated.length));
  return Buffer.concat([gzipSync(start), ...Array.from({ length: mebibytes / 8 }, () => piece)]);
}

/** The output of bzip2 1.0.8 for one block of 45,899,235 spaces and nothing else. */
const BZIP2_SPACES = '425a6839314159265359b52265bf015f8e1000c0000008200030804d4642a025a90a8097177245385090b52265bf';
const BZIP2_NOTHING = '425a683917724538509000000000';
const ZSTD_NOTHING = '28b52ffd2000010000';

const FIELD = '<LEIData><LEIRecords><LEIRecord><LEI>';
const TOO_LONG = /record 1: not valid XML: a text or tag is longer than the allowed 1048576 characters$/;
const CSV = 'company_num,company_name,company_status,company_type_code,company_type\n';
const RESPONSE = '{"question":"a:b","asked_at":"2026-01-01T00:00:00.000Z","url":"u","status":200,"body":"';

/** Returns a tar with a file whose size is in an extended header. */
function sizedInTar(size: string): Buffer {
  const said = ` size=${size}\n`;
  return closedTar(createTarMember('pax', `${said.length + 2}${said}`, 'x'), createTarMember('a.xml', '<a/>'));
}

/** Returns a tar with a file whose header declares a size of 95 bits. */
function longInTar(): Buffer {
  const tar = closedTar(createTarMember('a.xml', '<a/>'));
  tar.fill(0xff, 124, 136).writeUInt8(0x80, 124);
  return tar;
}

/** Returns a workbook whose parts contain these XML elements. */
function workbook(parts: { sheets?: string; relations?: string; strings?: string }): Buffer {
  const { sheets = '<sheet name="S" r:id="r1"/>', relations = '', strings = '' } = parts;
  const own =
    '<Relationship Id="r1" Type="/worksheet" Target="1.xml"/><Relationship Id="r2" Type="/sharedStrings" Target="2.xml"/>';
  return createZip({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${own}${relations}</Relationships>`,
    'xl/1.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    'xl/2.xml': `<sst>${strings}</sst>`,
  });
}

const BOMBS: [claim: string, register: string, bytes: () => Buffer, want: RegExp][] = [
  [
    '20 MiB of brackets in a zip of 20 KB',
    'fi-prh',
    () => createZip({ 'a.json': nested }),
    /more than 64 levels deep$/,
  ],
  ['a million columns', 'ie-cro', () => Buffer.from(`${wide}\n`), /line 1: the record has more than 4096 cells$/],
  [
    'empty objects in zstd',
    'fi-prh',
    () => zstdCompressSync(`[{"a":[${'{},'.repeat(8 * MEBI)}`),
    /1000000 names and values$/,
  ],
  [
    'elements that never end',
    'gleif',
    () => gzipSync(`<LEIData>${'<a>'.repeat(20 * MEBI)}`),
    /elements are more than 64 deep$/,
  ],
  [
    '46 bytes of bzip2 that are 46 MB of spaces, many times',
    'fi-prh',
    () => Buffer.from(BZIP2_SPACES.repeat(46), 'hex'),
    /it has only white space$/,
  ],
  [
    'a million streams of bzip2 without content',
    'fi-prh',
    () => Buffer.from(BZIP2_NOTHING.repeat(1_000_000), 'hex'),
    /it is empty$/,
  ],
  [
    'a million frames of zstd without content',
    'fi-prh',
    () => Buffer.from(ZSTD_NOTHING.repeat(1_000_000), 'hex'),
    /more than 1000 empty frames in a row$/,
  ],
  [
    'a frame of zstd that asks for a window of 2 GiB',
    'fi-prh',
    () => Buffer.from('28b52ffd00a8', 'hex'),
    /Cannot read ".*": Frame requires too much memory for decoding$/,
  ],
  ['a CDATA section that never ends', 'gleif', () => createGzip(`${FIELD}<![CDATA[`, ']x'), TOO_LONG],
  ['a comment that never ends', 'gleif', () => createGzip(`${FIELD}<!--`, '-x'), TOO_LONG],
  ['an attribute that never ends', 'gleif', () => createGzip('<LEIData a="', '&amp;   '), TOO_LONG],
  ['a document type that never ends', 'gleif', () => createGzip('<!DOCTYPE a [', '<!ENTITY a "bc">'), TOO_LONG],
  ['a text that never ends', 'gleif', () => createGzip(FIELD, '&lt;'), TOO_LONG],
  [
    'an endless number instead of a record',
    'fi-prh',
    () => createGzip('[', '1'),
    /record 1: a text is longer than the allowed 1048576 characters$/,
  ],
  [
    'a text of JSON that never ends',
    'fi-prh',
    () => createGzip('[{"a":"', 'x', 1024),
    /record 1: longer than the allowed 16777216 bytes$/,
  ],
  [
    'a quote that is never closed',
    'ie-cro',
    () => createGzip(`${CSV}"`, 'x\n'),
    /line 2: a cell is longer than the allowed 1048576 characters$/,
  ],
  [
    'a line of CSV that never ends',
    'ie-cro',
    () => createGzip(CSV, ','),
    /line 2: the record has more than 4096 cells$/,
  ],
  [
    'the response of a crawl that never ends',
    'pl-krs',
    () => createGzip(RESPONSE, 'x'),
    /record 1: the line is longer than the allowed \d+ characters$/,
  ],
  [
    'a file in a tar of more bytes than can be counted',
    'gleif',
    longInTar,
    /member 1, "": its header is damaged; download it again$/,
  ],
  [
    'a file in a tar of one byte and a half',
    'gleif',
    () => sizedInTar('1.5'),
    /member 2, "a\.xml": its header is damaged; download it again$/,
  ],
  [
    'a zip of names of 60 kB each',
    'fi-prh',
    () => createZip(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}${'n'.repeat(60_000)}`, '']))),
    /Cannot read ".*": its directory has more than 16777216 bytes$/,
  ],
  [
    'a workbook of a million sheets',
    'md-asp',
    () => workbook({ sheets: '<sheet name="S" r:id="r1"/>'.repeat(1_000_000) }),
    /workbook\.xml": it has more than 100 sheets$/,
  ],
  [
    'a workbook of a million relations',
    'md-asp',
    () => workbook({ relations: Array.from({ length: 1_000_000 }, (_, i) => `<Relationship Id="x${i}"/>`).join('') }),
    /rels": it has more than 1000 relations$/,
  ],
  [
    'a workbook of four million shared strings',
    'md-asp',
    () => workbook({ strings: '<si/>'.repeat(4_000_001) }),
    /xl\/2\.xml": there are more than the allowed 4000000 shared strings$/,
  ],
  [
    'a workbook of shared strings of 128 MB',
    'md-asp',
    () => workbook({ strings: `<si><t>${'x'.repeat(1000)}</t></si>`.repeat(135_000) }),
    /xl\/2\.xml": the shared strings have more than the allowed 134217728 bytes$/,
  ],
];
for (const [claim, register, bytes, want] of BOMBS) {
  test(`import refuses ${claim} with one line and little memory`, (t) => {
    const at = folder(t);
    const input = join(at, 'input');
    writeFileSync(input, bytes());
    const args = ['import', register, '--out', join(at, 'out'), input];
    const options = { env: ENVIRONMENT, encoding: 'utf8', timeout: WAIT_MS_MAX } as const;
    const { status, stderr } = spawnSync(COMMAND, args, options);
    const [message = '', memory, ...rest] = stderr.split('\n');
    assert.equal(status, 1, stderr);
    assert.match(message, want);
    assert.ok(message.includes(input), message);
    assert.deepEqual(rest, ['']);
    assert.ok(Number(memory) < MEMORY_MAX_KB, `${memory} KB`);
  });
}
