/** Three snapshots, two keys, and for each test a store, its server and a follower. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { buildLines, mills } from '../../test/searching/generations.ts';
import { folder } from '../../test/fixtures/folder.ts';
import { createKey, type SigningKey } from './keys.ts';
import { Follower, type FollowerOptions } from './follow.ts';
import { publish } from './write-folder.ts';
import { folderServer, type FolderServer } from './store-fixture.ts';

export const LIMITS = { firstWaitMs: 1, attemptsInARow: 3, progressBytes: 1024 } as const;

export interface World {
  readonly store: string;
  readonly server: FolderServer;
  readonly at: string;
  readonly path: string;
  readonly follow: (options?: Partial<FollowerOptions>) => Follower;
}

/** The state that the tests of one suite share, created before its first test. */
export class Following {
  #directory = '';
  #files: string[] = [];
  #keys: SigningKey[] = [];

  /** Call it within a suite: it makes snapshots and keys before the tests, and removes them afterwards. */
  constructor() {
    before(async () => {
      this.#directory = mkdtempSync(join(tmpdir(), 'openfirma-following-'));
      const build = (n: number): Promise<string> => buildLines(this.#directory, `${n}.snapshot`, mills(n, 300 + n));
      this.#files = await Promise.all([0, 1, 2].map(build));
      for (const name of ['key', 'other']) this.#keys.push(await createKey(join(this.#directory, name)));
    });
    after(() => rmSync(this.#directory, { recursive: true }));
  }

  /** The key that followers know. */
  get key(): SigningKey {
    return this.#keys[0] ?? assert.fail();
  }

  get other(): SigningKey {
    return this.#keys[1] ?? assert.fail();
  }

  /** Publishes the snapshot with number `n`. */
  async put(n: number, to: string, key = this.key, validDays?: number): Promise<void> {
    const snapshot = this.#files[n] ?? assert.fail();
    await publish({ snapshot, to: to, key, validDays, signal: new AbortController().signal });
  }

  /** Whether a file is equal to the snapshot with number `n`. */
  holds(path: string, n: number): boolean {
    return readFileSync(path).equals(readFileSync(this.#files[n] ?? assert.fail()));
  }

  /** Makes a store with the first snapshot, and a folder for its follower. */
  async world(t: TestContext): Promise<World> {
    const store = folder(t);
    await this.put(0, store);
    const server = await folderServer(t, store);
    const at = join(folder(t), 'followed');
    const path = join(at, 'openfirma.snapshot');
    const follow = (options: Partial<FollowerOptions> = {}): Follower => {
      const follower = new Follower({
        address: server.address,
        keys: new Map([[this.key.id, this.key]]),
        path,
        previousMs: 60_000,
        signal: new AbortController().signal,
        limits: LIMITS,
        ...options,
      });
      t.after(() => follower[Symbol.asyncDispose]());
      return follower;
    };
    return { store, server, at, path, follow };
  }

  /** Polls and expects a refusal. The first snapshot must stay; of the second, only a download to resume may exist. */
  async refuses(
    { path, at }: World,
    follower: Follower,
    fault: string,
    reason: RegExp,
    isRetrying = false,
  ): Promise<void> {
    const followed = await follower.poll(isRetrying);
    assert.ok(followed.kind === 'refused', followed.kind);
    assert.deepEqual([followed.fault, followed.counter], [fault, 1], followed.reason);
    assert.match(followed.reason, reason);
    assert.ok(!followed.reason.includes('\n'));
    assert.ok(this.holds(path, 0));
    const names = readdirSync(at, { recursive: true }).map(String);
    const incoming = names.filter((name) => name.startsWith('incoming') && /snapshot|partial$/.test(name));
    assert.ok(incoming.length <= 1, incoming.join());
  }
}

/** Returns the number of requests to a server for URLs that contain a text. */
export function asked({ requests }: FolderServer, what: string): number {
  return requests.filter(({ url }) => url?.includes(what)).length;
}
