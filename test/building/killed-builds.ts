/** Builds that replace a snapshot and are killed, and checks of the files that they leave, for tests. */
import { changeRecorder } from '../../extras/changes/recorder.ts';
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../src/build/index.ts';
import { computeRecipe } from '../../src/cli/reuse/made.ts';
import { readLineIndex } from '../../src/build/lines/line-index.ts';
import { chainTo, listChangeFiles } from '../../extras/changes/feed/index.ts';
import { SnapshotReader, verifySnapshot } from '../../src/snapshot/index.ts';
import { buildLines, mill, millId, mills } from '../searching/generations.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const DISTURBED_AT = join(import.meta.dirname, 'disturbed-at.ts');

/** Mills that the killed build restricts. */
const RESTRICTED = [50, 51, 52].map(millId);

/** The version of the program that the killed builds run. */
const { program } = await computeRecipe([], {});

/** The names of all files on the disk before and after a complete build. */
const NAMES_BEFORE = [
  'mills.snapshot',
  'mills.snapshot.lines',
  'mills.snapshot.previous',
  'mills.snapshot.rejects.ndjson',
];
const NAMES_AFTER = [...NAMES_BEFORE, 'changes', 'mills.snapshot.made.json', 'restriction.key'].toSorted();

/**
 * A folder with a snapshot of invented mills, the previous snapshot, and the inputs of the next build: other mills, an unusable line, and
 * decisions that restrict some mills, so that the build creates a restriction key.
 */
export class KilledBuilds {
  readonly #inputs: string;
  readonly #start: string;
  readonly #world: string;
  readonly #temporary: string;
  readonly #snapshot: string;
  #oldest = '';
  #old = '';

  private constructor(folder: string) {
    [this.#inputs, this.#start, this.#world, this.#temporary] = ['inputs', 'start', 'world', 'temporary'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    this.#snapshot = join(this.#world, 'mills.snapshot');
  }

  /** Prepares everything in an empty folder. @param count the number of mills */
  static async prepare(folder: string, count: number): Promise<KilledBuilds> {
    const builds = new KilledBuilds(folder);
    for (const name of [builds.#inputs, builds.#start, builds.#temporary]) mkdirSync(name);
    const first = await buildLines(builds.#inputs, 'first', mills(0, count));
    const options = { previous: first, program };
    const second = await buildLines(builds.#inputs, 'second', mills(10, count + 10), options);
    cpSync(second, join(builds.#start, 'mills.snapshot'));
    cpSync(`${second}.lines`, join(builds.#start, 'mills.snapshot.lines'));
    cpSync(first, join(builds.#start, 'mills.snapshot.previous'));
    writeFileSync(join(builds.#start, 'mills.snapshot.rejects.ndjson'), 'of the build before\n');
    [builds.#oldest, builds.#old] = [await readDigest(first), await readDigest(second)];
    const decisions = RESTRICTED.map((id) => ({ id, lifecycle: { status: 'restricted' } }));
    const lines = [...mills(20, count + 20), mill(30, { name: 'Kvarn 30 anew' })];
    for (const [name, values] of Object.entries({ decisions, lines })) {
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
      writeFileSync(join(builds.#inputs, `${name}.ndjson`), `${text}${name === 'lines' ? 'no line\n' : ''}`);
    }
    return builds;
  }

  /** Restores all files to their state before the killed build. */
  reset(): void {
    rmSync(this.#world, { recursive: true, force: true });
    cpSync(this.#start, this.#world, { recursive: true });
  }

  /** Returns the names of the calls before which a build can be sent a signal, in order. */
  calls(): string[] {
    const list = join(this.#inputs, 'calls');
    this.#run({ DISTURB_CALLS: list });
    const calls = readFileSync(list, 'utf8').trim().split('\n');
    return calls.map((call) => call.split(' ')[0] ?? '');
  }

  /** Runs the build and sends it a signal just before its nth call; the first call is 1. */
  signalAt(call: number, signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM'): SpawnSyncReturns<string> {
    return this.#run({ DISTURB_AT: String(call), DISTURB_BY: signal });
  }

  #run(env: Record<string, string> = {}): SpawnSyncReturns<string> {
    const args = ['--import', DISTURBED_AT, PROGRAM, ...this.#args()];
    return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...this.#env(), ...env } });
  }

  /** Checks the files after a killed build. Returns whether the snapshot is the previous or the new one. */
  async examine(): Promise<'old' | 'new'> {
    await verifySnapshot(this.#snapshot);
    const digest = await readDigest(this.#snapshot);
    const key = join(this.#world, 'restriction.key');
    if (existsSync(key)) assert.match(readFileSync(key, 'utf8'), /^[0-9a-f]{64}\n$/);
    await verifySnapshot(`${this.#snapshot}.previous`);
    const previous = await readDigest(`${this.#snapshot}.previous`);
    assert.ok(previous === this.#oldest || previous === this.#old);
    if (digest === this.#old) return 'old';
    assert.equal(digest, await this.#digestUndisturbed());
    assert.equal(previous, this.#old);
    await this.#checkRestricted();
    return 'new';
  }

  /** Builds again, and checks that the result equals that of an undisturbed build and that no other files are left. */
  async recover(): Promise<void> {
    const keyBefore = this.#key();
    // The line index is replaced just before the snapshot: without its own, a build resolves all lines.
    const full = typeof readLineIndex(this.#snapshot, await generationOf(this.#snapshot), program) === 'string';
    const { status, stderr } = this.#run();
    assert.equal(status, 0, stderr);
    assert.ok(keyBefore === undefined || keyBefore === this.#key(), 'the key stays');
    await verifySnapshot(this.#snapshot);
    assert.equal(await readDigest(this.#snapshot), await this.#digestUndisturbed(full));
    assert.equal(await readDigest(`${this.#snapshot}.previous`), this.#old);
    await this.#checkRestricted();
    assert.deepEqual(readdirSync(this.#world).toSorted(), NAMES_AFTER);
    assert.match(readFileSync(`${this.#snapshot}.rejects.ndjson`, 'utf8'), /no line/);
    await this.#checkChanges();
    assert.deepEqual(readdirSync(this.#temporary), []);
  }

  /** Checks that change files lead from the previous snapshot to the new one, and that no temporary file is left. */
  async #checkChanges(): Promise<void> {
    const changes = join(this.#world, 'changes');
    assert.ok(readdirSync(changes).every((file) => file.endsWith('.ndjson.gz') && !file.startsWith('.')));
    const chain = chainTo(await generationOf(this.#snapshot), await listChangeFiles(changes));
    assert.equal(chain[0]?.header.from, await generationOf(join(this.#start, 'mills.snapshot')));
  }

  /** Checks that the build has changed nothing. */
  async checkUntouched(): Promise<void> {
    assert.deepEqual(readdirSync(this.#world).toSorted(), NAMES_BEFORE);
    for (const name of NAMES_BEFORE) {
      assert.ok(readFileSync(join(this.#world, name)).equals(readFileSync(join(this.#start, name))), name);
    }
    assert.deepEqual(readdirSync(this.#temporary), []);
  }

  #args(): string[] {
    const flags = ['--previous', this.#snapshot, '--out', this.#snapshot, '--max-rejects', '1'];
    return ['build', ...flags, ...this.#files()];
  }

  #files(): string[] {
    return ['decisions', 'lines'].map((name) => join(this.#inputs, `${name}.ndjson`));
  }

  #env(): NodeJS.ProcessEnv {
    return { ...process.env, TMPDIR: this.#temporary };
  }

  #key(): string | undefined {
    const path = join(this.#world, 'restriction.key');
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  }

  /** Returns the digest of an undisturbed build with the same key. @param full whether it resolves all lines */
  async #digestUndisturbed(full = false): Promise<string> {
    const key = this.#key();
    assert.ok(key !== undefined, 'there is a key where something is sealed');
    const elsewhere = join(this.#inputs, 'elsewhere');
    rmSync(elsewhere, { recursive: true, force: true });
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'restriction.key'), key);
    const out = join(elsewhere, 'mills.snapshot');
    const previous = join(this.#start, 'mills.snapshot');
    const { metadata } = await buildSnapshot({
      program,
      changes: changeRecorder(),
      inputs: this.#files(),
      out,
      previous,
      maxRejects: 1,
      full,
    });
    return metadata.digest;
  }

  async #checkRestricted(): Promise<void> {
    const reader = SnapshotReader.open(this.#snapshot);
    try {
      for (const id of RESTRICTED) assert.ok(reader.isRestricted(id), `${id} is restricted`);
      assert.equal(reader.metadata.records.restricted, RESTRICTED.length);
    } finally {
      await reader.close();
    }
  }
}

async function readDigest(path: string): Promise<string> {
  return (await metadataOf(path)).digest;
}

async function generationOf(path: string): Promise<string> {
  return (await metadataOf(path)).generation;
}

async function metadataOf(path: string) {
  const reader = SnapshotReader.open(path);
  await reader.close();
  return reader.metadata;
}
