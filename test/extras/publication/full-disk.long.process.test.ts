/** A disk that becomes full while `publish` writes: the publication before stays whole, and one line says so. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exportSnapshot } from '../../../extras/exports/export.ts';
import { readSound } from '../../../extras/publication/killed-publishes-fixture.ts';
import { createKey } from '../../../extras/publication/keys.ts';
import { publish } from '../../../extras/publication/write-folder.ts';
import { smallDisks, type OnSmallDisk } from '../../building/small-disk.ts';
import { folder } from '../../fixtures/folder.ts';
import { buildLines, mills } from '../../searching/generations.ts';

/** Room for twice what the disk holds. */
const KILOBYTES = 20_000;

test('a publish whose disk becomes full leaves the publication before as it was, and says so in one line', async (t) => {
  const run = smallDisks(t);
  if (run === undefined) return;
  const at = folder(t);
  const holding = join(at, 'holding');
  mkdirSync(holding);
  const key = await createKey(join(holding, 'key'));
  const into = join(holding, 'exports');
  let snapshot = '';
  const build = async (count: number): Promise<void> => {
    snapshot = await buildLines(holding, 's', mills(0, count), snapshot === '' ? {} : { previous: snapshot });
    await exportSnapshot({ snapshot, into, formats: ['csv'], withOfficers: false, publisher: 'Test', yieldIfDue: () => undefined }); // prettier-ignore
  };
  await build(2000);
  await publish({ snapshot, to: join(holding, 'published'), key, exports: [into], signal: new AbortController().signal }); // prettier-ignore
  await build(2100);
  const before = filesIn(join(holding, 'published'));
  const put = (env: NodeJS.ProcessEnv = {}): OnSmallDisk =>
    run({ kilobytes: KILOBYTES, holding, env: { PUBLISH_KEY: 'key', NODE_OPTIONS: DISTURBED, ...env } }, ['publish', '--to', 'published', '--exports', 'exports', 's']); // prettier-ignore

  const list = join(at, 'calls');
  const whole = put({ DISTURB_CALLS: list });
  assert.equal(whole.status, 0, whole.said);
  const done = readSound(join(whole.folder, 'published'), key);
  assert.deepEqual(new Set(done.files.map(({ path }) => path.split('/', 1)[0])), new Set(['snapshots', 'changes', 'exports'])); // prettier-ignore
  // The disk becomes full before the lock, before each new file, and before `current.json`.
  const calls = readFileSync(list, 'utf8').trim().split('\n');
  const moments = [...calls.keys()].filter(
    (n) => calls.indexOf(calls[n] ?? '') === n && /^(?:mkdirSync published\/|linkSync|writeFile)/.test(calls[n] ?? ''),
  );
  assert.ok(moments.length >= 6, calls.join('\n'));
  for (const moment of moments) {
    const claim = `at call ${moment + 1}, ${calls[moment]}`;
    const outcome = put({ DISTURB_AT: String(moment + 1), DISTURB_BY: 'filler' });
    const published = join(outcome.folder, 'published');
    assert.deepEqual([outcome.status, outcome.said, outcome.faults], [1, 'openfirma: Cannot publish to "published": the disk is full; the publication before stays', 1], claim); // prettier-ignore
    assert.deepEqual(filesIn(published), before, claim);
    readSound(published, key);
  }
});

const DISTURBED = `--import=${join(import.meta.dirname, '..', '..', 'building', 'disturbed-at.ts')}`;

/** Returns all files of a folder with their content. */
function filesIn(at: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path.slice(at.length), readFileSync(path)]),
  );
}
