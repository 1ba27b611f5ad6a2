/**
 * `openfirma refresh` on a disk that becomes full at a moment of any of its stages: downloads, paged lists, imports, the build with a match
 * index, its checks, the change file, the names and the record.
 */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { smallDisks, type OnSmallDisk } from '../building/small-disk.ts';
import { folder } from '../fixtures/folder.ts';

/** Number of moments at which the disk becomes full. */
const MOMENTS = 30;
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

/** The files of a folder; the pages of a paged list are kept, because the next run continues them. */
function filesIn(path: string): string[] {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => !name.includes('.crawl') && !/^(downloads|lines|data)(\/[\w-]+)?$/.test(name))
    .toSorted();
}

async function digestIn(path: string): Promise<string> {
  const reader = SnapshotReader.open(join(path, SNAPSHOT));
  await reader.close();
  return reader.metadata.digest;
}

test('a refresh on a full disk says what it could not write, changes nothing, and the next one succeeds', async (t) => {
  const run = smallDisks(t);
  if (run === undefined) return;
  const at = folder(t);
  const empty = join(at, 'empty');
  const temporary = join(at, 'temporary');
  for (const path of [empty, temporary]) mkdirSync(path);
  writeFileSync(join(empty, 'refresh.json'), JSON.stringify(CONFIG));
  const refresh = (holding: string, env: NodeJS.ProcessEnv = {}): OnSmallDisk =>
    run({ kilobytes: 8000, holding, temporary, env: { NODE_OPTIONS, ...env } }, ['refresh', 'refresh.json']);
  const before = refresh(empty);
  assert.equal(before.status, 0, before.said);
  appendFileSync(join(before.folder, 'mine.ndjson'), MINE);
  // Lines of another version of the program are imported again.
  for (const register of REGISTERS) {
    const record = join(before.folder, 'lines', `${register}.ndjson.zst.made.json`);
    writeFileSync(record, readFileSync(record, 'utf8').replace('"program": "', '"program": "0'));
  }
  const list = join(at, 'calls');
  const undisturbed = refresh(before.folder, { DISTURB_CALLS: list });
  assert.equal(undisturbed.status, 0, undisturbed.said);
  const calls = readFileSync(list, 'utf8').trim().split('\n');
  const own = [...calls.entries()].filter(([, call]) => /\/disk\b/.test(call) || /^(?:writeFile|sync)\b/.test(call));
  const digests = [await digestIn(before.folder), await digestIn(undisturbed.folder)];
  assert.notEqual(digests[0], digests[1]);
  for (let moment = 0; moment < MOMENTS; moment++) {
    const [place = 0, call] = own[Math.floor((moment * own.length) / MOMENTS)] ?? [];
    const claim = `full at call ${place + 1}, ${call}`;
    const outcome = refresh(before.folder, { DISTURB_AT: String(place + 1), DISTURB_BY: 'filler' });
    const filler = join(outcome.folder, 'filler');
    assert.ok(existsSync(filler), claim);
    rmSync(filler);
    if (outcome.status !== 0) assert.match(outcome.said, /^openfirma: Cannot .*"[^"]+.*the disk is full/, claim);
    assert.ok(digests.includes(await digestIn(outcome.folder)), claim);
    const known = new Set([...filesIn(before.folder), ...filesIn(undisturbed.folder)]);
    assert.deepEqual(filesIn(outcome.folder).filter((name) => !known.has(name)), [], claim); // prettier-ignore
    const next = refresh(outcome.folder);
    assert.equal(next.status, 0, `${claim}: ${next.said}`);
    assert.equal(await digestIn(next.folder), digests[1], claim);
    assert.deepEqual(filesIn(next.folder), filesIn(undisturbed.folder), claim);
    for (const { folder: done } of [outcome, next]) rmSync(done, { recursive: true });
  }
});
