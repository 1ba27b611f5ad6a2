/** Kills builds, and fills their disk, at each possible moment. The figures go to bench/results/build-faults.txt. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { after, suite, test, type TestContext } from 'node:test';
import { folder } from '../fixtures/folder.ts';
import { buildLines, millId, mills } from '../searching/generations.ts';
import { KilledBuilds } from './killed-builds.ts';
import { smallDisks, type RunOnSmallDisk } from './small-disk.ts';

const MILLS_FEW = 300;

const RUNS: readonly (readonly [claim: string, run: (t: TestContext) => Promise<string>])[] = [
  ['killed before each call that opens, names, renames, removes or syncs a file', killedAtEachCall],
  ['signalled before every second call', signalledAtCalls],
  ['the disk gets full before each call', fullAtEachCall],
  ['the disk gets full when sorts spill', fullWhenSortsSpill],
];

suite('Builds under faults', () => {
  const figures: string[] = [];
  for (const [claim, run] of RUNS) {
    test(claim, async (t) => {
      figures.push(`${claim}:\n  ${await run(t)}`);
    });
  }
  after(() => {
    const head = [
      `builds under faults, ${new Date().toISOString().slice(0, 10)}`,
      `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`,
      'a build continues the snapshot that it replaces, restricts companies and makes the restriction key;',
      'after each kill snapshot and FILE.previous are verified, and the next build must give what an undisturbed one gives',
      '',
    ];
    const report = [...head, ...figures, ''].join('\n');
    process.stdout.write(report);
    writeFileSync(join(import.meta.dirname, '..', '..', 'bench', 'results', 'build-faults.txt'), report);
  });
});

async function killedAtEachCall(t: TestContext): Promise<string> {
  const builds = await KilledBuilds.prepare(folder(t), MILLS_FEW);
  builds.reset();
  const calls = builds.calls();
  const counts = { old: 0, new: 0 };
  for (const call of calls.keys()) {
    builds.reset();
    assert.equal(builds.signalAt(call + 1, 'SIGKILL').signal, 'SIGKILL');
    counts[await builds.examine()]++;
    await builds.recover();
  }
  assert.ok(counts.old > 0 && counts.new > 0);
  return `${calls.length} kills, ${counts.old} left the old snapshot, ${counts.new} the new one; all recovered`;
}

async function signalledAtCalls(t: TestContext): Promise<string> {
  const builds = await KilledBuilds.prepare(folder(t), MILLS_FEW);
  builds.reset();
  const calls = builds.calls();
  // The restriction key is the first file that is written as a whole; from then on files get their names.
  const keyIsWritten = calls.indexOf('writeFile') - 1;
  const counts = { stopped: 0, late: 0 };
  for (let call = 0; call < calls.length; call += 2) {
    builds.reset();
    const { status, stderr } = builds.signalAt(call + 1, call % 4 === 0 ? 'SIGINT' : 'SIGTERM');
    assert.equal(status, call < keyIsWritten ? 1 : 0);
    if (status === 1) {
      assert.match(
        stderr,
        /^(?:compare lines .+\n)?openfirma: Cannot build "[^"]+": interrupted; nothing was replaced\n$/,
      );
      await builds.checkUntouched();
    } else assert.equal(await builds.examine(), 'new');
    counts[status === 1 ? 'stopped' : 'late']++;
  }
  return `${counts.stopped} signals stopped it in order and nothing had changed, ${counts.late} came when names were given, and it ended well`;
}

async function fullAtEachCall(t: TestContext): Promise<string> {
  const run = smallDisks(t);
  if (run === undefined) return NO_DISK;
  const disk = await fullDisk(t, run, mills(1, MILLS_FEW + 1));
  const counts = { refused: 0, built: 0 };
  const calls = disk.countCalls();
  for (let call = 1; call <= calls; call++) counts[disk.fillAt(call)]++;
  return `${counts.refused} of ${calls} refused with one line and nothing had changed, ${counts.built} needed no more room`;
}

async function fullWhenSortsSpill(t: TestContext): Promise<string> {
  const run = smallDisks(t);
  if (run === undefined) return NO_DISK;
  const disk = await fullDisk(t, run, largeMills());
  for (const kind of SPILLED) assert.equal(disk.fillAt(kind), 'refused', kind);
  return `${SPILLED.join(', ')}: refused with one line and nothing had changed`;
}

const NO_DISK = 'not tried: a small disk takes root, or user namespaces';
/** A second thread sorts the numbers. */
const SPILLED = ['match-keys-1.run', 'names-0.run', 'numbers-0.run', 'number-rows'];

/** Returns mills of which 3,200 exceed the memory of most sorts. */
function largeMills(): object[] {
  return Array.from({ length: 3200 }, (_, n) => ({
    name: `Kvarn ${n} AB`,
    key: `se-test:${String(n).padStart(400, '0')}`,
    identifiers: Array.from({ length: 100 }, (__, i) => ({
      scheme: 'national_registry_number',
      value: `${n}/${i}`.padStart(200, '9'),
      country_scope: 'SE',
    })),
  }));
}

interface FullDisk {
  /** Returns the number of calls of a build. */
  countCalls(): number;
  /** Builds on a disk that becomes full before the nth call, or the first one about a file of that name. If the build refuses, checks that nothing has changed. */
  fillAt(call: number | string): 'refused' | 'built';
}

/** Prepares a snapshot on a disk of its own, and the input of the next build: a decision, these lines and an unusable line. */
async function fullDisk(t: TestContext, run: RunOnSmallDisk, lines: readonly object[]): Promise<FullDisk> {
  const at = folder(t);
  const holding = join(at, 'before');
  mkdirSync(holding);
  cpSync(await buildLines(at, 'first', mills(0, MILLS_FEW)), join(holding, 'mills.snapshot'));
  const input = join(at, 'next.ndjson');
  const decision = { id: millId(7), lifecycle: { status: 'restricted' } };
  writeFileSync(input, [decision, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('') + 'no line\n');
  const args = [
    'build',
    '--previous',
    'mills.snapshot',
    '--out',
    'mills.snapshot',
    '--max-rejects',
    '1',
    '--accept-loss',
    'SE',
    input,
  ];
  const kilobytes = 30_000 + Math.ceil((statSync(input).size * 10) / 1024);
  const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'disturbed-at.ts')}`;
  return {
    countCalls() {
      const list = join(at, 'calls');
      const { status, said } = run({ kilobytes, holding, env: { NODE_OPTIONS, DISTURB_CALLS: list } }, args);
      assert.equal(status, 0, said);
      return readFileSync(list, 'utf8').trim().split('\n').length;
    },
    fillAt(call) {
      const env = { NODE_OPTIONS, DISTURB_AT: String(call), DISTURB_BY: 'filler' };
      const { status, said, faults, folder: left, names } = run({ kilobytes, holding, env }, args);
      const snapshot = readFileSync(join(left, 'mills.snapshot'));
      rmSync(left, { recursive: true });
      if (status === 0) return 'built';
      assert.equal(status, 1, said);
      assert.match(said, /openfirma: Cannot .*the disk is full/);
      assert.equal(faults, 1);
      assert.ok(snapshot.equals(readFileSync(join(holding, 'mills.snapshot'))));
      const more = names.filter((name) => name !== 'restriction.key' && name !== 'filler');
      assert.deepEqual(more, readdirSync(holding));
      return 'refused';
    },
  };
}
