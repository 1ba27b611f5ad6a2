/** A folder that `openfirma refresh` keeps current under a running service, while refreshes are killed, for tests. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { SnapshotReader, verifySnapshot } from '../../src/snapshot/index.ts';
import { MILLS, millId, mills } from '../searching/generations.ts';
import { startService, type Running } from '../fixtures/serving.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const DISTURBED_AT = join(import.meta.dirname, '..', 'building', 'disturbed-at.ts');
const GLEIF = resolve('src/registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json');

/** Number of mills that disappear, and of mills that appear, from one refresh to the next: less than a twentieth. */
const CHANGED = 5;
const ASKED_EVERY_MS = 20;

/** The files in the folders `lines` and `data` between refreshes. */
const LINES = ['gleif.ndjson.zst', 'gleif.ndjson.zst.made.json', 'gleif.ndjson.zst.report.json'];
const DATA = ['changes', 'openfirma.snapshot', 'openfirma.snapshot.made.json', 'openfirma.snapshot.previous'];

export class KilledRefreshes {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #snapshot: string;
  readonly #count: number;
  #round = 0;
  /** The duration of the last refresh that was not killed. */
  #lengthMs = 0;
  #service: Running | undefined;
  #isOver = false;
  #asking: Promise<void> = Promise.resolve();
  /** Number of requests, and all responses other than the mills of one refresh. */
  asked = 0;
  readonly failures: string[] = [];

  private constructor(folder: string, count: number) {
    this.#folder = folder;
    this.#count = count;
    this.#temporary = join(folder, 'temporary');
    this.#snapshot = join(folder, 'data', 'openfirma.snapshot');
  }

  /** Refreshes in an empty folder with `count` mills, and starts a service over the snapshot, which receives requests all the time. */
  static async prepare(folder: string, count: number): Promise<KilledRefreshes> {
    const refreshes = new KilledRefreshes(folder, count);
    mkdirSync(refreshes.#temporary);
    const settings = {
      downloads: 'downloads',
      lines: 'lines',
      snapshot: 'data/openfirma.snapshot',
      registers: [{ register: 'gleif', files: [GLEIF] }],
      also: ['mills.ndjson'],
    };
    writeFileSync(join(folder, 'refresh.json'), JSON.stringify(settings));
    refreshes.#next();
    refreshes.#refresh();
    refreshes.#service = await startService(folder, ['--snapshot', 'data/openfirma.snapshot'], {
      SNAPSHOT_CHECK_SECONDS: '1',
      CURSOR_SECRET: 'the secret of this test',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    refreshes.#asking = refreshes.#ask(refreshes.#service.address);
    return refreshes;
  }

  /** Returns the calls before which a refresh can be killed, in order, each with its path. */
  calls(): string[] {
    const list = join(this.#folder, 'calls');
    this.#next();
    this.#refresh({ DISTURB_CALLS: list });
    return readFileSync(list, 'utf8').trim().split('\n');
  }

  /** Kills a refresh just before its nth call, the first being 1. Checks the files that it left, and that the next refresh succeeds. */
  async killAt(call: number): Promise<'old' | 'new'> {
    this.#next();
    const { signal } = this.#run({ DISTURB_AT: String(call), DISTURB_BY: 'SIGKILL' });
    assert.equal(signal, 'SIGKILL');
    return await this.#examine();
  }

  /** Kills a refresh after this fraction of the time that the last one took. Returns `undefined` if the refresh had ended before. */
  async killAfter(part: number): Promise<'old' | 'new' | undefined> {
    this.#next();
    const child = spawn(process.execPath, [PROGRAM, 'refresh', 'refresh.json'], {
      cwd: this.#folder,
      stdio: 'ignore',
      env: this.#env(),
    });
    const exit = once(child, 'exit');
    await pause(this.#lengthMs * part);
    child.kill('SIGKILL');
    const [, signal] = (await exit) as [number | null, NodeJS.Signals | null];
    const left = await this.#examine();
    return signal === null ? undefined : left;
  }

  /** Kills the service, whatever has failed. */
  kill(): void {
    this.#isOver = true;
    this.#service?.child.kill('SIGKILL');
  }

  /** Stops the service by SIGTERM, and checks that it answered every request with the mills of one refresh. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
    this.#service?.child.kill('SIGTERM');
    assert.equal(await this.#service?.exit, 0);
    assert.equal(this.#service?.stdout().includes('refused'), false, this.#service?.stdout());
    assert.deepEqual(this.failures.slice(0, 3), []);
  }

  /** Writes the lines of the mills for the next refresh. */
  #next(): void {
    this.#round++;
    const lines = mills(this.#first, this.#first + this.#count).map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(join(this.#folder, 'mills.ndjson'), lines.join(''));
  }

  /** The number of the first mill. */
  get #first(): number {
    return this.#round * CHANGED;
  }

  /**
   * Checks that the files of a killed refresh are valid and from one refresh, and that the next refresh succeeds and leaves no other files.
   */
  async #examine(): Promise<'old' | 'new'> {
    await verifySnapshot(this.#snapshot);
    await verifySnapshot(`${this.#snapshot}.previous`);
    const left = (await this.#millsAreFrom(this.#first - CHANGED)) ? 'old' : 'new';
    if (left === 'new') assert.ok(await this.#millsAreFrom(this.#first), 'the mills are those of one refresh');
    const lines = join(this.#folder, 'lines', 'gleif.ndjson.zst');
    assert.ok(zstdDecompressSync(readFileSync(lines)).toString().endsWith('}\n'), 'the lines are whole');
    this.#refresh();
    return left;
  }

  /** Refreshes, and checks that the result is the same as without a killed refresh before. */
  #refresh(env: Readonly<Record<string, string>> = {}): void {
    const started = performance.now();
    const { status, stderr } = this.#run(env);
    this.#lengthMs = performance.now() - started;
    assert.equal(status, 0, stderr);
    assert.deepEqual(readdirSync(join(this.#folder, 'lines')).toSorted(), LINES);
    assert.deepEqual(
      readdirSync(join(this.#folder, 'data')).toSorted(),
      DATA.filter((name) => existsSync(join(this.#folder, 'data', name))),
    );
    assert.deepEqual(
      readdirSync(this.#temporary).filter((name) => name !== 'node-compile-cache'),
      [],
    );
  }

  async #millsAreFrom(first: number): Promise<boolean> {
    const reader = SnapshotReader.open(this.#snapshot);
    try {
      const isActive = (n: number): boolean =>
        reader.company(millId(n))?.includes('"lifecycle":{"status":"active"}') === true;
      return (
        isActive(first) && isActive(first + this.#count - 1) && !isActive(first - 1) && !isActive(first + this.#count)
      );
    } finally {
      await reader.close();
    }
  }

  /** Requests the first mills repeatedly, each time as another client. */
  async #ask(address: string): Promise<void> {
    while (!this.#isOver) {
      const client = `10.${(this.asked >> 16) & 255}.${(this.asked >> 8) & 255}.${this.asked & 255}`;
      this.asked++;
      try {
        const response = await fetch(`${address}/v1/search?q=${MILLS}&limit=25`, {
          headers: { 'x-forwarded-for': client },
        });
        const text = await response.text();
        const names = response.status === 200 ? (JSON.parse(text) as { data: { name: string }[] }).data : [];
        const numbers = names.map(({ name }) => Number(/\d+/.exec(name)?.[0]));
        const isOne = numbers.length === 25 && numbers.every((n, i) => n === (numbers[0] ?? 0) + i);
        if (!isOne || (numbers[0] ?? 0) % CHANGED !== 0) this.failures.push(`${response.status} ${text}`);
      } catch (error) {
        this.failures.push(String(error));
      }
      await pause(ASKED_EVERY_MS);
    }
  }

  #run(env: Readonly<Record<string, string>>): SpawnSyncReturns<string> {
    const args = ['--import', DISTURBED_AT, PROGRAM, 'refresh', 'refresh.json'];
    return spawnSync(process.execPath, args, { cwd: this.#folder, encoding: 'utf8', env: { ...this.#env(), ...env } });
  }

  #env(): NodeJS.ProcessEnv {
    return { ...process.env, TMPDIR: this.#temporary };
  }
}
