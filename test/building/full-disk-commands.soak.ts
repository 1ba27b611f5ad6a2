/**
 * Commands on a full disk: one line that says so, a nonzero status, and no loss. full-disk.soak.ts tests build and curate, and
 * disturbed-refreshes.soak.ts refresh, which write most.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildLines, millId, mills } from '../searching/generations.ts';
import { COMMAND, environment } from '../fixtures/serving.ts';
import { smallDisks, type SmallDisk } from './small-disk.ts';

const GLEIF = resolve('src/registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json');
const SNAPSHOT = 'mills.snapshot';

suite('on a full disk', () => {
  let directory = '';
  let holding = '';
  /** Used space at the beginning, in kB. */
  let used = 0;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-full-'));
    holding = join(directory, 'holding');
    mkdirSync(holding);
    const first = await buildLines(directory, 'first', mills(0, 20));
    const second = await buildLines(directory, 'second', mills(1, 21), { previous: first });
    cpSync(second, join(holding, SNAPSHOT));
    cpSync(first, join(holding, `${SNAPSHOT}.previous`));
    const bytes = readdirSync(holding).map((name) => statSync(join(holding, name)).size);
    used = bytes.reduce((sum, size) => sum + Math.ceil(size / 4096) * 4, 0);
  });
  after(() => rmSync(directory, { recursive: true }));

  /** A disk without free space, and a disk without room for another file: its three entries are the disk itself and the two snapshots. */
  const NO_ROOM = { kilobytes: 0 };
  const NO_NAME = { kilobytes: 10_000, inodes: 3 };
  const cases: readonly (readonly [claim: string, args: readonly string[], disk: Partial<SmallDisk>])[] = [
    ['import', ['import', 'gleif', '--out', 'lines.ndjson.zst', GLEIF], NO_ROOM],
    ['import, no name', ['import', 'gleif', '--out', 'lines.ndjson', GLEIF], NO_NAME],
    ['rollback', ['rollback', '--snapshot', SNAPSHOT], NO_NAME],
    ['serve --sample', ['serve', '--sample'], NO_ROOM],
    ['export', ['export', '--format', 'csv,parquet', '--into', 'exports', SNAPSHOT], NO_ROOM],
    ['export, a little room', ['export', '--format', 'csv,parquet', '--into', 'exports', SNAPSHOT], { kilobytes: 40 }],
  ];
  for (const [claim, args, { kilobytes = 0, inodes }] of cases) {
    test(`${claim}: is one line, and all files are as before`, (t) => {
      const run = smallDisks(t);
      if (run === undefined) return;
      const outcome = run(
        {
          kilobytes: used + kilobytes,
          holding,
          ...(inodes !== undefined && { inodes, temporary: directory }),
          env: environment({ DATA_DIR: '.' }),
        },
        args,
      );
      assert.equal(outcome.status, 1, outcome.said);
      assert.match(outcome.said, /^openfirma: Cannot .*the disk is full/);
      assert.equal(outcome.faults, 1, outcome.said);
      // The next start continues an unfinished sample.
      const names = outcome.names.filter((name) => name !== 'sample');
      assert.deepEqual(names, readdirSync(holding).toSorted());
      for (const name of names)
        assert.ok(readFileSync(join(outcome.folder, name)).equals(readFileSync(join(holding, name))), name);
    });
  }

  for (const args of [
    ['inspect', SNAPSHOT],
    ['verify', SNAPSHOT],
    ['search', SNAPSHOT, 'kvarn'],
    ['get', SNAPSHOT, millId(2)],
    ['coverage', SNAPSHOT],
  ]) {
    test(`${args[0]} reads a snapshot without writing anything`, (t) => {
      const run = smallDisks(t);
      if (run === undefined) return;
      const outcome = run({ kilobytes: used, holding, env: environment({ DATA_DIR: '.' }) }, args);
      assert.equal(outcome.status, 0, outcome.said);
      assert.deepEqual(outcome.names, readdirSync(holding).toSorted());
    });
  }

  for (const kilobytes of [4, 40]) {
    test(`fetch with ${kilobytes} kB left is one line, and the old file stays`, (t) => {
      const run = smallDisks(t);
      if (run === undefined) return;
      const old = join(directory, `downloads-${kilobytes}`);
      mkdirSync(old);
      writeFileSync(join(old, 'all.csv'), 'the old file');
      const program = join(import.meta.dirname, '..', 'fetching', 'fetching-from-itself.ts');
      const outcome = run({ kilobytes: 4 + kilobytes, holding: old, program, temporary: directory }, []);
      assert.equal(outcome.status, 1, outcome.said);
      assert.match(outcome.said, /^openfirma: Cannot .*the disk is full/);
      assert.equal(outcome.faults, 1, outcome.said);
      assert.equal(readFileSync(join(outcome.folder, 'all.csv'), 'utf8'), 'the old file');
    });
  }

  for (const [claim, ...args] of [
    ['the help', '--help'],
    ['registers', 'registers'],
    ['coverage', 'coverage'],
    ['inspect', 'inspect', SNAPSHOT],
    ['verify', 'verify', SNAPSHOT],
    ['search', 'search', SNAPSHOT, 'kvarn'],
    ['get', 'get', SNAPSHOT, millId(2)],
    ['import', 'import', 'gleif', '--out', '-', GLEIF],
  ] as const) {
    test(
      `${claim}: what is printed into a file on a full disk ends with one line`,
      { skip: !existsSync('/dev/full') },
      () => {
        const { status, stderr } = spawnSync('sh', ['-c', '"$0" "$@" > /dev/full', COMMAND, ...args], {
          cwd: holding,
          encoding: 'utf8',
          env: environment({}),
        });
        assert.equal(status, 1, stderr);
        assert.match(stderr, /openfirma: Cannot write (?:to standard output|"-"): the disk is full\n$/);
        assert.equal(stderr.split('openfirma:').length, 2, stderr);
      },
    );
  }
});
