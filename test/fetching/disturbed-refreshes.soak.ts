/**
 * `openfirma refresh` that is killed, or whose disk becomes full, at moments of all its stages: downloads, paged lists, imports, the build
 * with a match index, its checks, the change file, the names and the record.
 */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { smallDisks, type OnSmallDisk, type RunOnSmallDisk } from '../building/small-disk.ts';
import { folder } from '../fixtures/folder.ts';

/** Number of moments of each kind. */
const MOMENTS = 25;
const SNAPSHOT = 'data/openfirma.snapshot';
const REGISTERS = ['fi-prh', 'no-brreg', 'ch-zefix', 'gleif'];
const CONFIG = {
  downloads: 'downloads',
  lines: 'lines',
  snapshot: SNAPSHOT,
  match: true,
  also: ['mine.ndjson'],
  registers: REGISTERS.map((register) => ({ register })),
};
const MINE = '{"name":"Ours Oy","identifiers":[{"scheme":"lei","value":"984500FIXTURE0000179"}]}\n';
const IMPORTS = ['publishers.ts', '../building/disturbed-at.ts'].map((file) => join(import.meta.dirname, file));
const NODE_OPTIONS = IMPORTS.map((path) => `--import=${path}`).join(' ');

/** The files of a folder. A build that changes nothing may write a change file, from a generation to itself. */
function listFiles(path: string): string[] {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => relative(path, join(parentPath, name)));
  return names.filter((name) => !/^data\/changes\/(\w+)-\1\./.test(name)).toSorted();
}

async function readDigest(path: string): Promise<string> {
  const reader = SnapshotReader.open(join(path, SNAPSHOT));
  await reader.close();
  return reader.metadata.digest;
}

/** Refreshes before and without a disturbance, and the calls at which one can come. */
interface Prepared {
  readonly refresh: (holding: string, env?: NodeJS.ProcessEnv) => OnSmallDisk;
  readonly before: string;
  readonly undisturbed: string;
  readonly calls: readonly (readonly [place: number, call: string])[];
}

function prepare(run: RunOnSmallDisk, at: string): Prepared {
  const empty = join(at, 'empty');
  const temporary = join(at, 'temporary');
  for (const path of [empty, temporary]) mkdirSync(path);
  writeFileSync(join(empty, 'refresh.json'), JSON.stringify(CONFIG));
  const refresh = (holding: string, env: NodeJS.ProcessEnv = {}): OnSmallDisk =>
    run({ kilobytes: 8000, holding, temporary, env: { NODE_OPTIONS, ...env } }, ['refresh', 'refresh.json']);
  const succeed = (...args: Parameters<typeof refresh>): string => {
    const { status, said, folder: after } = refresh(...args);
    assert.equal(status, 0, said);
    return after;
  };
  const before = succeed(empty);
  appendFileSync(join(before, 'mine.ndjson'), MINE);
  // Lines of another version of the program are imported again.
  for (const register of REGISTERS) {
    const record = join(before, 'lines', `${register}.ndjson.zst.made.json`);
    writeFileSync(record, readFileSync(record, 'utf8').replace('"program": "', '"program": "0'));
  }
  const list = join(at, 'calls');
  const undisturbed = succeed(before, { DISTURB_CALLS: list });
  const calls = [...readFileSync(list, 'utf8').trim().split('\n').entries()];
  return {
    refresh,
    before,
    undisturbed,
    calls: calls.filter(([, call]) => /\/disk\b|^(?:writeFile|sync)\b/.test(call)),
  };
}

for (const [what, by] of [
  ['whose disk becomes full says what it could not write', 'filler'],
  ['that is killed', 'SIGKILL'],
] as const) {
  test(`a refresh ${what} leaves a whole snapshot, and the next one is as an undisturbed one`, async (t) => {
    const run = smallDisks(t);
    if (run === undefined) return;
    const { refresh, before, undisturbed, calls } = prepare(run, folder(t));
    const digests = [await readDigest(before), await readDigest(undisturbed)];
    assert.notEqual(digests[0], digests[1]);
    const known = new Set([...listFiles(before), ...listFiles(undisturbed)]);
    for (let moment = 0; moment < MOMENTS; moment++) {
      const [place = 0, call] = calls[Math.floor((moment * calls.length) / MOMENTS)] ?? [];
      const claim = `at call ${place + 1}, ${call}`;
      const outcome = refresh(before, { DISTURB_AT: String(place + 1), DISTURB_BY: by });
      assert.ok(digests.includes(await readDigest(outcome.folder)), claim);
      if (by === 'filler') {
        rmSync(join(outcome.folder, by));
        if (outcome.status !== 0) assert.match(outcome.said, /^openfirma: Cannot .*"[^"]+.*the disk is full/, claim);
        // The pages of a paged list stay for the next run.
        const left = listFiles(outcome.folder).filter((name) => !known.has(name) && !name.includes('.crawl'));
        assert.deepEqual(left, [], claim);
      } else assert.notEqual(outcome.status, 0, claim);
      const next = refresh(outcome.folder);
      assert.equal(next.status, 0, `${claim}: ${next.said}`);
      assert.equal(await readDigest(next.folder), digests[1], claim);
      // A build that is killed when its change file has a name leaves it: the next one writes the same step a second time.
      const names = listFiles(undisturbed);
      const again = new Set(names.map((name) => name.replace(/\.ndjson\.gz$/, '.2.ndjson.gz')));
      const left = listFiles(next.folder).filter((name) => names.includes(name) || !again.has(name));
      assert.deepEqual(left, names, claim);
      for (const { folder: done } of [outcome, next]) rmSync(done, { recursive: true });
    }
  });
}
