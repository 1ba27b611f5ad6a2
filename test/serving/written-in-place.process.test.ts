/** Programs write into the file that a service has mapped, by the commands that operators use. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { SnapshotReader } from '../../src/snapshot/index.ts';
import { MILLS, buildLines, millId, mills, pointTo, put } from '../searching/generations.ts';
import { startService, stopService, type Environment, type Running } from '../fixtures/serving.ts';
import { until } from '../fixtures/until.ts';

const COMPANIES = 2000;
const isLinux = process.platform === 'linux';
const withoutRsync = spawnSync('rsync', ['--version']).error && 'there is no rsync';

suite('A program that writes into the served file', { skip: !isLinux && 'only Linux has leases' }, () => {
  let directory = '';
  const files = { first: '', second: '' };
  const running: Running[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-in-place-'));
    files.first = await buildLines(directory, 'first', mills(0, COMPANIES));
    files.second = await buildLines(directory, 'second', mills(0, COMPANIES + 500), { previous: files.first });
  });
  after(() => {
    for (const { child } of running) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  const readGeneration = (file: string): string => {
    const reader = SnapshotReader.open(file);
    void reader.close();
    return reader.metadata.generation;
  };

  async function serve(snapshot: string, settings: Environment = {}) {
    const service = await startService(directory, ['--snapshot', snapshot], {
      RATE_LIMIT_EXEMPT: '127.0.0.1',
      SNAPSHOT_CHECK_SECONDS: '1',
      METRICS_PORT: '0',
      ...settings,
    });
    running.push(service);
    const { address, stdout } = service;
    const metricsAddress = /"address":"([^"]+)\/metrics"/.exec(stdout())?.[1] ?? '';
    const ready = async (): Promise<Record<string, unknown>> =>
      (await (await fetch(`${metricsAddress}/readyz`)).json()) as Record<string, unknown>;
    /** Sends requests for companies and pages all the time until `work` ends. Returns their statuses. */
    const askDuring = async (work: () => Promise<void>): Promise<Set<number>> => {
      const statuses = new Set<number>();
      const over = new AbortController();
      const asking = Array.from({ length: 2 }, async (_, client) => {
        for (let n = client; !over.signal.aborted; n += 7) {
          const target = n % 2 === 0 ? `companies/${millId(n % COMPANIES)}` : `search?q=${MILLS}%20${n % COMPANIES}`;
          const answer = await fetch(`${address}/v1/${target}`);
          await answer.arrayBuffer();
          statuses.add(answer.status);
        }
      });
      await Promise.race([work(), ...asking]).finally(() => over.abort());
      await Promise.all(asking);
      return statuses;
    };
    const serves = async (file: string): Promise<void> => {
      const wanted = readGeneration(file);
      await until(() => `it serves ${file}: ${stdout()}`, async () => (await ready())['generation'] === wanted); // prettier-ignore
    };
    const metrics = async (): Promise<string> => await (await fetch(`${metricsAddress}/metrics`)).text();
    return { ...service, ready, askDuring, serves, metrics };
  }

  /** Runs a command of the shell to its end. */
  const run = async (command: string): Promise<{ readonly code: number | null; readonly stderr: string }> => {
    const child = spawn('sh', ['-c', command], { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, stderr };
  };

  suite('waits, if it writes in place, until the workers answer from a copy', () => {
    let service: Awaited<ReturnType<typeof serve>>;
    before(async () => {
      put(files.first, join(directory, 'served'));
      service = await serve('served', { WORKERS: '2' });
    });
    after(() => stopService(service));

    /** Waits until both workers have the lease on the file (proc_locks(5)). */
    const leased = async (): Promise<void> => {
      const { ino } = statSync(join(directory, 'served'));
      const ofFile = new RegExp(`LEASE +ACTIVE +READ +${service.child.pid} .*:${ino} `, 'g');
      const leases = (): number => [...readFileSync('/proc/locks', 'utf8').matchAll(ofFile)].length;
      await until(() => `both workers have the lease: ${readFileSync('/proc/locks', 'utf8')}`, () => leases() === 2); // prettier-ignore
    };

    for (const [command, file, isInPlace, skip] of [
      ['cp second arriving && mv arriving served', 'second', false, undefined],
      ['rsync --ignore-times first served', 'first', false, withoutRsync],
      ['cat second > served', 'second', true, undefined],
      ['cp first served', 'first', true, undefined],
      ['rsync --inplace --ignore-times second served', 'second', true, withoutRsync],
    ] as const)
      test(`${command}: every request is answered, then from the new file`, { skip: skip ?? false }, async () => {
        const start = service.stdout().length;
        const copies = (): boolean =>
          service.stdout().includes('a program writes into a file of the data: serving a copy', start);
        const statuses = await service.askDuring(async () => {
          await leased();
          assert.equal((await run(command)).code, 0);
          await service.serves(join(directory, file));
          // Lines of the log wait a fifth of a second for others.
          if (isInPlace) await until(() => `it says that it serves a copy: ${service.stdout()}`, copies);
        });
        assert.deepEqual(statuses, new Set([200]));
        assert.equal(copies(), isInPlace);
      });

    test('truncate does not wait: it is refused, and the file stays', async () => {
      const bytes = readFileSync(join(directory, 'served'));
      const statuses = await service.askDuring(async () => {
        await leased();
        const { code, stderr } = await run('truncate -s 0 served');
        assert.deepEqual([code, /Resource temporarily unavailable/.test(stderr)], [1, true], stderr);
      });
      assert.deepEqual(statuses, new Set([200]));
      assert.ok(readFileSync(join(directory, 'served')).equals(bytes));
    });

    test('leaves half a file: the copy is served until a whole one is there', async () => {
      const refused = 'refused new data: the previous data stays';
      const statuses = await service.askDuring(async () => {
        await leased();
        await run('head -c 50000 second > served');
        await until('both workers refuse the file', () => service.stdout().split(refused).length === 3);
        await run('cp second served');
        await service.serves(files.second);
      });
      assert.deepEqual(statuses, new Set([200]));
      assert.equal(service.stdout().split(refused).length, 3, 'once for each worker');
    });
  });

  test('where there can be no copy, makes the service unready with the reason, until the file is whole', async () => {
    // The file lies in two folders. The one from which it was opened goes away, so that no copy can be made beside it.
    for (const folder of ['gone', 'other']) mkdirSync(join(directory, folder));
    put(files.first, join(directory, 'gone', 'file'));
    linkSync(join(directory, 'gone', 'file'), join(directory, 'other', 'file'));
    pointTo('gone/file', join(directory, 'link'));
    const service = await serve('link');
    pointTo('other/file', join(directory, 'link'));
    rmSync(join(directory, 'gone'), { recursive: true });
    const bytes = readFileSync(files.second);
    const statuses = await service.askDuring(async () => {
      const writer = spawn('sh', ['-c', 'cat > other/file'], { cwd: directory, stdio: ['pipe', 'ignore', 'inherit'] });
      writer.stdin.write(bytes.subarray(0, 100_000));
      await until('the service is not ready', async () => (await service.ready())['status'] === 'without_data');
      assert.equal((await service.ready())['reason'], 'the file of the data was written over');
      assert.match(await service.metrics(), /^openfirma_damaged_files_total 1$/m);
      assert.match(service.stdout(), /the file of the data was written over: answering 503/);
      writer.stdin.end(bytes.subarray(100_000));
      await service.serves(files.second);
    });
    assert.deepEqual(statuses, new Set([200, 503]));
    assert.doesNotMatch(service.stdout(), /refused new data/, 'a file is not checked while it is written');
    await stopService(service);
  });
});
