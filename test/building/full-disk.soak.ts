import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../fixtures/folder.ts';
import { buildLines, millId, mills } from '../searching/generations.ts';
import { smallDisks, type OnSmallDisk } from './small-disk.ts';

/** Asserts that two folders have the same files with the same bytes. */
function assertSame(after: string, before: string): void {
  const names = readdirSync(before).toSorted();
  assert.deepEqual(readdirSync(after).toSorted(), names);
  for (const name of names) {
    if (statSync(join(before, name)).isDirectory()) assertSame(join(after, name), join(before, name));
    else assert.ok(readFileSync(join(after, name)).equals(readFileSync(join(before, name))), name);
  }
}

/** Asserts one line that gives the reason, status 1, and no changes. */
function assertRefused({ status, said, faults, folder: after }: OnSmallDisk, before: string, claim: string): void {
  assert.equal(status, 1, `${claim}: ${said}`);
  assert.match(said, /^openfirma: Cannot .*the disk is full/, claim);
  assert.equal(faults, 1, `${claim}: ${said}`);
  assertSame(after, before);
}

/** Prepares a folder with a snapshot of mills, and beside it the inputs of the next build: lines, and a decision that needs a key. */
async function snapshotAndInputs(at: string, count: number): Promise<{ holding: string; args: string[] }> {
  const holding = join(at, 'disk-before');
  mkdirSync(holding);
  const first = await buildLines(at, 'first', mills(0, count));
  cpSync(first, join(holding, 'mills.snapshot'));
  const inputs = join(at, 'next.ndjson');
  const lines = [{ id: millId(7), lifecycle: { status: 'restricted' } }, ...mills(1, count + 1)];
  writeFileSync(inputs, lines.map((line) => `${JSON.stringify(line)}\n`).join('') + 'no line\n');
  const args = ['build', '--previous', 'mills.snapshot', '--out', 'mills.snapshot', '--max-rejects', '1', inputs];
  return { holding, args };
}

test('a build on a disk that holds no further file is one clear line and changes nothing', async (t) => {
  const run = smallDisks(t);
  if (run === undefined) return;
  const at = folder(t);
  const { holding, args } = await snapshotAndInputs(at, 300);
  // The disk itself and the snapshot take two entries. The build needs more: its folder, lines, rejects, and the names at its end.
  for (let inodes = 2; ; inodes++) {
    const outcome = run({ kilobytes: 20_000, inodes, holding, temporary: at }, args);
    if (outcome.status === 0) {
      assert.ok(inodes > 6, `${inodes} files are enough`);
      break;
    }
    // A key is kept once it is made: the next build uses it.
    const isKeyKept = outcome.names.includes('restriction.key');
    if (isKeyKept) cpSync(join(outcome.folder, 'restriction.key'), join(holding, 'restriction.key'));
    assertRefused(outcome, holding, `${inodes} files`);
  }
});

test('a build whose key does not fit in its folder is one clear line and changes nothing', async (t) => {
  const run = smallDisks(t);
  if (run === undefined) return;
  const at = folder(t);
  const { args } = await snapshotAndInputs(at, 300);
  const empty = join(at, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'else'), Buffer.alloc(4096));
  const outcome = run({ kilobytes: 4, holding: empty, temporary: at }, [
    'build',
    '--restriction-key',
    'key',
    '--out',
    join(at, 'new.snapshot'),
    ...args.slice(-3),
  ]);
  assertRefused(outcome, empty, 'the key');
  assert.deepEqual(
    readdirSync(at).filter((name) => name.includes('new.snapshot')),
    [],
  );
});

test('curate on a full disk is one clear line, and no part of a decision is in the file', async (t) => {
  const run = smallDisks(t);
  if (run === undefined) return;
  const at = folder(t);
  const decide = (file: string): string[] => [
    'curate',
    'restrict',
    millId(1),
    '--file',
    file,
    '--decided-by',
    'A. Clerk',
    '--why',
    'a test',
  ];
  for (const [claim, bytes, kilobytes] of [
    ['the lock does not fit', 4090, 4],
    ['six bytes of the decision fit', 4090, 8],
    ['nothing of the decision fits', 4096, 8],
  ] as const) {
    const holding = join(at, claim);
    mkdirSync(holding);
    const decisions = `# ${'x'.repeat(bytes - 3)}\n`;
    writeFileSync(join(holding, 'decisions.ndjson'), decisions);
    assertRefused(run({ kilobytes, holding }, decide('decisions.ndjson')), holding, claim);
    assertRefused(run({ kilobytes: 8, holding }, decide('others.ndjson')), holding, 'a new file');
  }
});
