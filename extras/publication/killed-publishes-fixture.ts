/** Kills publishers while they publish, and checks the store afterwards. */
import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../../test/fixtures/serving.ts';
import { type SigningKey } from './keys.ts';
import { publish, type Published } from './write-folder.ts';
import { readPublication, verifyPublication, type Publication } from './manifest.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const DISTURBED_AT = join(import.meta.dirname, '..', '..', 'test', 'building', 'disturbed-at.ts');

/** Checks the signature of the publication in a folder, and all its files. Returns it. */
export function readSound(folder: string, key: SigningKey): Publication {
  const read = readPublication(readFileSync(join(folder, 'current.json'), 'utf8'), folder);
  verifyPublication(read, new Map([[key.id, key]]), folder);
  const { publication } = read;
  for (const { path, size, sha256 } of publication.files) {
    const bytes = readFileSync(join(folder, path));
    assert.deepEqual([bytes.length, hash('sha256', bytes)], [size, sha256], path);
  }
  return publication;
}

/** Publishes a second snapshot over a first one again and again, each time killed before a later file operation. */
export class KilledPublishes {
  readonly #directory: string;
  readonly #files: readonly string[];
  readonly #key: SigningKey;
  readonly #to: string;

  /** `directory` must have the folder `key` with the key; `files` has three snapshots. */
  constructor(directory: string, files: readonly string[], key: SigningKey) {
    this.#directory = directory;
    this.#files = files;
    this.#key = key;
    this.#to = join(directory, 'killed');
  }

  /** Kills a publisher before each chosen call. Returns, for each call, whether the old or the new publication was served. */
  async killAt(isChosen: (call: string) => boolean): Promise<('old' | 'new')[]> {
    await this.#put(0);
    const { counter } = readSound(this.#to, this.#key);
    const start = join(this.#directory, 'start');
    cpSync(this.#to, start, { recursive: true });
    const list = join(this.#directory, 'calls');
    const whole = this.#disturbed(start, { DISTURB_CALLS: list });
    assert.equal(whole.status, 0, whole.stderr);
    const calls = readFileSync(list, 'utf8').trim().split('\n');
    const outcomes: ('old' | 'new')[] = [];
    for (const [i, call] of calls.entries()) {
      if (!isChosen(call)) continue;
      assert.equal(this.#disturbed(start, { DISTURB_AT: String(i + 1) }).signal, 'SIGKILL');
      outcomes.push(readSound(this.#to, this.#key).counter === counter ? 'old' : 'new');
      const { publication } = await this.#put(1);
      // If the killed publisher had published the new snapshot already, the next one renews it.
      assert.equal(publication.counter, counter + (outcomes.at(-1) === 'new' ? 2 : 1));
      assert.equal(readSound(this.#to, this.#key).generation, publication.generation);
      await this.#put(2);
      const { files } = readSound(this.#to, this.#key);
      const names = readdirSync(join(this.#to, 'snapshots')).map((name) => `snapshots/${name}`);
      assert.deepEqual(names, [files[0].path], call);
      assert.deepEqual(readdirSync(this.#to).toSorted(), ['current.json', 'snapshots']);
    }
    return outcomes;
  }

  #fileOf(n: number): string {
    return this.#files[n] ?? assert.fail(`There is no snapshot ${n}`);
  }

  #put(n: number): Promise<Published> {
    return publish({
      snapshot: this.#fileOf(n),
      to: this.#to,
      key: this.#key,
      keep: 1,
      signal: new AbortController().signal,
    });
  }

  #disturbed(start: string, env: Record<string, string>): SpawnSyncReturns<string> {
    rmSync(this.#to, { recursive: true, force: true });
    cpSync(start, this.#to, { recursive: true });
    const args = ['--import', DISTURBED_AT, PROGRAM, 'publish', '--to', this.#to, '--keep', '1', this.#fileOf(1)];
    const settings = { PUBLISH_KEY: join(this.#directory, 'key'), ...env };
    return spawnSync(process.execPath, args, { encoding: 'utf8', env: environment(settings) });
  }
}
