import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { deriveCompanyId } from '../../src/model/index.ts';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { ResidentCommand, type Ended } from '../fixtures/resident-command.ts';
import { COMMAND } from '../fixtures/serving.ts';

const line = (n: number, fields: object = {}): string =>
  JSON.stringify({
    name: `Kvarn ${n} AB`,
    identifiers: [{ scheme: 'national_registry_number', value: `55${n}`, country_scope: 'SE' }],
    ...fields,
  });
const LINES = `${Array.from({ length: 40 }, (_, n) => line(n)).join('\n')}\n`;

suite('openfirma build', () => {
  let directory = '';
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-build-'));
    writeFileSync(join(directory, 'good.ndjson'), LINES);
  });
  after(() => {
    resident.close();
    rmSync(directory, { recursive: true });
  });

  /** Runs the cases of tables; other tests start a process for each command. */
  const resident = new ResidentCommand();
  const runHere = async (args: readonly string[]): Promise<Ended> => await resident.run(args, directory);
  const run = (args: string[], input?: string | Buffer): SpawnSyncReturns<string> =>
    spawnSync(COMMAND, args, { cwd: directory, encoding: 'utf8', ...(input === undefined ? {} : { input }) });
  const digest = async (file: string): Promise<string> => {
    const reader = SnapshotReader.open(join(directory, file));
    await reader.close();
    return reader.metadata.digest;
  };
  const leftovers = (): string[] => readdirSync(directory).filter((name) => name.startsWith('.'));

  test('makes a snapshot that verify, inspect, search and get read', async () => {
    const built = run(['build', '--out', 'a.snapshot', 'good.ndjson']);
    assert.equal(built.status, 0, built.stderr);
    assert.match(built.stderr, /40 lines, 40 companies, 40 with a current record/);
    assert.match((await runHere(['verify', 'a.snapshot'])).stdout, /is sound: \d+ bytes, 40 records/);
    assert.match((await runHere(['inspect', 'a.snapshot'])).stdout, /SE Sweden +40 /);
    const found = (await runHere(['search', 'a.snapshot', 'KVÄRN  7'])).stdout;
    assert.match(found, /"name":"Kvarn 7 AB"/);
    const id = /co_\w{26}/.exec(found)?.[0] ?? '';
    assert.match((await runHere(['get', 'a.snapshot', id])).stdout, /"value": "557"/);
    assert.equal((await runHere(['get', '--officers', 'a.snapshot', id])).stdout, '[]\n');
    assert.deepEqual(leftovers(), []);
  });

  const inputs: [claim: string, name: string, bytes: string | Buffer][] = [
    ['gzip', 'good.ndjson.gz', gzipSync(LINES)],
    ['zstd', 'good.ndjson.zst', zstdCompressSync(LINES)],
    ['gzip under another name', 'named-wrong.ndjson', gzipSync(LINES)],
    [
      'several gzip members, as concatenated files are',
      'members.gz',
      Buffer.concat([gzipSync(LINES.slice(0, 500)), gzipSync(LINES.slice(500))]),
    ],
    [
      'a byte order mark, blank lines, CR LF and no line end at the end',
      'odd.ndjson',
      `\ufeff${LINES.trim().replaceAll('\n', '\r\n\r\n')}`,
    ],
  ];
  for (const [claim, name, bytes] of inputs) {
    test(`reads ${claim}, to the same content`, async () => {
      writeFileSync(join(directory, name), bytes);
      const built = await runHere(['build', '--out', 'b.snapshot', name]);
      assert.equal(built.status, 0, built.stderr);
      assert.equal(await digest('b.snapshot'), await digest('a.snapshot'));
    });
  }

  test('reads standard input', async () => {
    assert.equal(run(['build', '--out', 'b.snapshot', '-'], LINES).status, 0);
    assert.equal(await digest('b.snapshot'), await digest('a.snapshot'));
  });

  test('says how many companies are as before, or why all are resolved again', async () => {
    const again = ['build', '--force', '--previous', 'c.snapshot', '--out', 'c.snapshot'];
    const said: string[] = [];
    await runHere(['build', '--out', 'c.snapshot', 'good.ndjson']);
    said.push((await runHere([...again, 'good.ndjson'])).stderr, run([...again, '-'], LINES).stderr);
    rmSync(join(directory, 'c.snapshot.lines'));
    said.push((await runHere([...again, 'good.ndjson'])).stderr);
    const lines = said.map((one) => /^.*(?:as before|resolved again:).*$/m.exec(one)?.[0]);
    assert.match(lines[0] ?? '', /^\d+ companies as before, 0 resolved again$/);
    assert.deepEqual(lines.slice(1), [
      'all companies resolved again: standard input cannot be read twice',
      `all companies resolved again: "${join(directory, 'c.snapshot.lines')}" is missing`,
    ]);
  });

  const gzipped = gzipSync(LINES);
  const zstd = zstdCompressSync(LINES);
  const refusals: [claim: string, bytes: string | Buffer, message: RegExp][] = [
    ['a line that is not JSON', `${line(1)}\n{"name":\n`, /line 2 of "bad": the line is not JSON/],
    ['an unknown field', line(1, { nmae: 'x' }), /line 1 of "bad": the field "nmae" is not a field/],
    ['a null', line(1, { name: null }), /the field "name" must be a string, got null/],
    [
      'a wrong scheme',
      line(1, { identifiers: [{ scheme: 'vat', value: '1' }] }),
      /"identifiers\[0\].scheme" must be one of/,
    ],
    [
      'an impossible date',
      line(1, { as_of_date: '2026-02-30' }),
      /"as_of_date" must be a calendar day such as 2026-11-20, got "2026-02-30"/,
    ],
    ['a line without identity', '{"name":"x"}', /needs an id, a key or at least one identifier/],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /line 1 of "bad": the line is not UTF-8/],
    ['UTF-16', Buffer.from(`\ufeff${line(1)}`, 'utf16le'), /line 1 of "bad": the line is not UTF-8/],
    ['a gzip file that was cut', gzipped.subarray(0, gzipped.length - 9), /Cannot read "bad".*cut short/],
    ['a zstd file that was cut', zstd.subarray(0, zstd.length - 9), /Cannot read "bad"/],
    [
      'damaged gzip',
      Buffer.concat([gzipped.subarray(0, 30), Buffer.alloc(40, 7), gzipped.subarray(70)]),
      /Cannot read "bad"/,
    ],
    [
      'a redirect to nowhere',
      line(1, { lifecycle: { status: 'redirected', canonical_id: 'co_00000000000000000000000009' } }),
      /co_00000000000000000000000009/,
    ],
    ['a file of another kind', Buffer.alloc(9_000_000, 'x'), /line 1 is longer than|is not JSON/],
  ];
  for (const [claim, bytes, message] of refusals) {
    test(`refuses ${claim} with one clear line, and leaves everything as it was`, async () => {
      writeFileSync(join(directory, 'bad'), bytes);
      const digestBefore = await digest('a.snapshot');
      const built = await runHere(['build', '--out', 'a.snapshot', 'good.ndjson', 'bad']);
      assert.equal(built.status, 1);
      assert.match(built.stderr, message);
      assert.equal(built.stderr.trim().split('\n').length, 1, built.stderr);
      assert.equal(await digest('a.snapshot'), digestBefore);
      assert.deepEqual(leftovers(), []);
    });
  }

  test('a refused build leaves no file at its output', async () => {
    for (const bytes of [`${line(1)}\n{"name":\n`, gzipped.subarray(0, gzipped.length - 9)]) {
      writeFileSync(join(directory, 'bad'), bytes);
      assert.equal((await runHere(['build', '--out', 'new.snapshot', 'bad'])).status, 1);
      assert.equal(existsSync(join(directory, 'new.snapshot')), false);
      assert.deepEqual(leftovers(), []);
    }
  });

  test('lets --max-rejects lines through to a file beside the output, each with its reason', async () => {
    writeFileSync(join(directory, 'bad'), `${line(1)}\nnonsense\n${line(2, { nmae: 1 })}\n${line(3)}\n`);
    assert.match(
      (await runHere(['build', '--out', 'r.snapshot', '--max-rejects', '1', 'bad'])).stderr,
      /line 3 of "bad"/,
    );
    const built = await runHere(['build', '--out', 'r.snapshot', '--max-rejects', '2', 'bad']);
    assert.equal(built.status, 0, built.stderr);
    assert.match(built.stderr, /lines skipped, listed in "r.snapshot.rejects.ndjson": 2/);
    const rejects = readFileSync(join(directory, 'r.snapshot.rejects.ndjson'), 'utf8').trim().split('\n');
    assert.deepEqual(
      rejects
        .map((text) => JSON.parse(text) as { lineNumber: number; field: string })
        .map((r) => [r.lineNumber, r.field]),
      [
        [2, ''],
        [3, 'nmae'],
      ],
    );
    assert.equal((await runHere(['build', '--out', 'r.snapshot', 'good.ndjson'])).status, 0);
    assert.equal(existsSync(join(directory, 'r.snapshot.rejects.ndjson')), false, 'the list of an older build is gone');
  });

  const misuses: [claim: string, args: string[]][] = [
    ['no command that exists', ['bulid']],
    ['a missing option', ['build', 'good.ndjson']],
    ['a missing argument', ['verify']],
    ['an option of another command', ['inspect', '--out', 'x', 'a.snapshot']],
    ['a malformed id', ['get', 'a.snapshot', 'co_1']],
    ['an invalid country', ['search', '--country', 'Finland', 'a.snapshot', 'abc']],
    ['a prefix that the API would refuse', ['search', 'a.snapshot', 'ab']],
    ['two ways to print at once', ['inspect', '--json', '--digest', 'a.snapshot']],
    ['an invalid number', ['build', '--out', 'x', '--max-rejects', 'many', 'good.ndjson']],
  ];
  for (const [claim, args] of misuses) {
    test(`${claim} is misuse: one line and exit code 2`, async () => {
      const { status, stderr, stdout } = await runHere(args);
      assert.equal(status, 2);
      assert.match(stderr, /^openfirma: [^\n]+\n$/);
      assert.equal(stdout, '');
    });
  }

  const failures: [claim: string, args: string[], message: RegExp][] = [
    ['a missing input', ['build', '--out', 'x.snapshot', 'absent.ndjson'], /Cannot read "absent.ndjson": no such file/],
    ['a folder as input', ['build', '--out', 'x.snapshot', '.'], /Cannot read "."/],
    ['a missing snapshot', ['verify', 'absent.snapshot'], /Cannot open the snapshot "absent.snapshot": no such file/],
    ['a file that is not a snapshot', ['inspect', 'good.ndjson'], /it is another kind of file/],
    [
      'an id that was never given',
      ['get', 'a.snapshot', deriveCompanyId({ kind: 'key', key: 'x:1' })],
      /no company has this id/,
    ],
  ];
  for (const [claim, args, message] of failures) {
    test(`${claim} is one line and exit code 1`, async () => {
      const { status, stderr } = await runHere(args);
      assert.equal(status, 1);
      assert.match(stderr, message);
      assert.match(stderr, /^openfirma: [^\n]+\n$/);
    });
  }

  test('every command explains itself', async () => {
    for (const command of [[], ['import'], ['build'], ['inspect'], ['verify'], ['search'], ['get'], ['serve']]) {
      const { status, stdout } = await runHere([...command, '--help']);
      assert.equal(status, 0);
      assert.match(stdout, /^Usage: openfirma/);
    }
  });

  test('an input without a line never replaces a snapshot: a failed download leaves such a file', async () => {
    const digestBefore = await digest('a.snapshot');
    writeFileSync(join(directory, 'empty.ndjson'), '\n');
    for (const [files, input] of [
      [['-'], ''],
      [['good.ndjson', 'empty.ndjson'], undefined],
    ] as const) {
      const { status, stderr } = run(['build', '--out', 'a.snapshot', ...files], input);
      assert.equal(status, 1);
      assert.match(stderr, /^openfirma: Cannot use "[^"]+": it holds no register line\n$/);
    }
    assert.equal(await digest('a.snapshot'), digestBefore);
  });

  test('an export of a search without a server with officers is refused: it has none', async () => {
    const args = ['export', '--format', 'static', '--officers', '--into', 'searched', 'a.snapshot'];
    const { status, stderr } = await runHere(args);
    assert.deepEqual([status, existsSync(join(directory, 'searched'))], [1, false]);
    assert.match(
      stderr,
      /^openfirma: Cannot export "a.snapshot": --format static has no officers; remove --officers\n$/,
    );
  });

  test('an output that would destroy something is refused before any work', async () => {
    writeFileSync(join(directory, 'lines.ndjson'), LINES);
    symlinkSync('lines.ndjson', join(directory, 'linked.ndjson'));
    for (const name of ['fi.lines', 'fi.previous', 'fi.rejects.ndjson']) writeFileSync(join(directory, name), LINES);
    mkdirSync(join(directory, 'beside.lines'));
    const refused: [out: string, input: string, reason: RegExp][] = [
      ['lines.ndjson', 'lines.ndjson', /it is one of the inputs/],
      ['lines.ndjson', 'linked.ndjson', /it is one of the inputs/],
      ['linked.ndjson', 'lines.ndjson', /it is one of the inputs/],
      ['fi', 'fi.lines', /it would replace the input "fi\.lines"/],
      ['fi', 'fi.previous', /it would replace the input "fi\.previous"/],
      ['fi', 'fi.rejects.ndjson', /it would replace the input "fi\.rejects\.ndjson"/],
      ['beside', 'good.ndjson', /"beside\.lines" would be replaced, but it is a folder, not a file/],
      ['-', 'good.ndjson', /cannot go to standard output/],
      ['', 'good.ndjson', /must name a file/],
      ['there/', 'good.ndjson', /must name a file/],
      ['/dev/null', 'good.ndjson', /it exists but is not a regular file/],
    ];
    for (const [out, input, reason] of refused) {
      const { status, stderr } = await runHere(['build', '--out', out, input]);
      assert.equal(status, 1, out);
      assert.match(stderr, reason);
    }
    assert.equal(readFileSync(join(directory, 'lines.ndjson'), 'utf8'), LINES);
  });

  test('a link still leads to the snapshot', async () => {
    symlinkSync('a.snapshot', join(directory, 'current'));
    assert.equal((await runHere(['build', '--out', 'current', 'good.ndjson'])).status, 0);
    assert.equal(readlinkSync(join(directory, 'current')), 'a.snapshot');
  });

  test('an output that cannot be written is one clear line', async () => {
    writeFileSync(join(directory, 'file'), '');
    mkdirSync(join(directory, 'folder.snapshot', 'inside'), { recursive: true });
    for (const out of ['file/x.snapshot', 'folder.snapshot']) {
      const { status, stderr } = await runHere(['build', '--out', out, 'good.ndjson']);
      assert.equal(status, 1);
      assert.match(stderr, /^openfirma: Cannot [^\n]+\n$/);
    }
    assert.deepEqual(leftovers(), []);
  });
});
