import assert from 'node:assert/strict';
import { spawnSync, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildSnapshot } from '../../src/build/index.ts';
import { put, putBytes } from '../searching/generations.ts';
import { openHalfway } from '../building/halfway.ts';
import { startService, stopService, type Running } from '../fixtures/serving.ts';
import { buildSample } from './unread-clients.ts';
import { WAIT_MS_MAX, until } from '../fixtures/until.ts';

const SEARCH = '/v1/search?q=nordlys&limit=1';

/** The fields of a log line that these tests need. */
interface Line {
  readonly msg: string;
  readonly worker?: number;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly status: number;
  /** Number of requests left, from the field `RateLimit`. */
  readonly left: number;
}

/**
 * Runs in each thread before anything else. The name of a file that appears selects a fault and the worker that it happens in. While there
 * is a file `held`, workers after the first do not load.
 */
const FAULTS = `
  const { existsSync, openSync, rmSync } = require('node:fs');
  const { isMainThread, workerData } = require('node:worker_threads');
  const faults = {
    end() { throw new Error('a fault of the test'); },
    fill() { for (const kept = [];;) kept.push(new Array(8000).fill(kept.length + 0.5)); },
    // Without a writer, only the end of the process ends the wait.
    wait() { openSync('pipe'); },
  };
  const check = () => {
    for (const [name, fault] of Object.entries(faults)) {
      const file = name + '-' + workerData.worker;
      if (!existsSync(file)) continue;
      rmSync(file);
      fault();
    }
  };
  if (!isMainThread) setInterval(check, 5);
  while (workerData?.found !== undefined && existsSync('held')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
`;

suite('openfirma serve --workers', () => {
  let directory = '';
  const children: ChildProcess[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-workers-'));
    mkdirSync(join(directory, 'tmp'));
    writeFileSync(join(directory, 'faults.cjs'), FAULTS);
    await buildSample(join(directory, 'a.snapshot'));
    await buildSnapshot({ inputs: [], out: join(directory, 'b.snapshot') });
  });
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  const readLines = (running: Running): Line[] =>
    running
      .stdout()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text) as Line);
  /** Returns how many workers have started to listen, including those that replaced another worker. */
  const listening = (running: Running): number => readLines(running).filter(({ msg }) => msg === 'listening').length;

  /** Starts a service of two workers and waits for the first. */
  async function begin(settings: Readonly<Record<string, string>>, snapshot: string): Promise<Running> {
    const running = await startService(directory, ['--snapshot', snapshot, '--workers', '2'], {
      TRUSTED_PROXIES: '127.0.0.1',
      TMPDIR: join(directory, 'tmp'),
      ...settings,
    });
    children.push(running.child);
    return running;
  }

  /** Starts a service of two workers and waits for both. */
  async function serve(settings: Readonly<Record<string, string>> = {}, snapshot = 'a.snapshot'): Promise<Running> {
    const running = await begin(settings, snapshot);
    await until('both workers listen', () => listening(running) === 2);
    return running;
  }

  /** Sends requests of one client at once, over a limited number of connections. */
  async function ask(running: Running, times: number, client: string, connections = 20): Promise<Answer[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const one = (): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const headers = { 'X-Forwarded-For': client };
        get(running.address + SEARCH, { agent, headers }, (response) => {
          const left = Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1]);
          response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, left }));
        }).on('error', reject);
      });
    const answers = await Promise.all(Array.from({ length: times }, one));
    agent.destroy();
    return answers;
  }
  const passed = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;
  const answered = (running: Running): Line[] => readLines(running).filter(({ msg }) => msg === 'answered');

  suite('of one service', () => {
    let running: Running;
    /** Number of responses for which earlier tests have waited. */
    let awaited = 0;
    before(async () => {
      running = await serve({ DATA_DIR: 'new' });
    });

    /** Returns the workers that answered the last requests, when all these requests are logged. */
    async function answeredBy(requests: number): Promise<Set<number | undefined>> {
      const earlier = awaited;
      awaited += requests;
      await until('all answers are logged', () => answered(running).length >= awaited);
      return new Set(
        answered(running)
          .slice(earlier)
          .map(({ worker }) => worker),
      );
    }

    test('a cursor of one worker is understood by the other, in a directory without a secret', async () => {
      const page = async (cursor?: string): Promise<{ next_cursor: string; status: number }> => {
        const query = `?q=nor&limit=1${cursor === undefined ? '' : `&cursor=${cursor}`}`;
        const response = await fetch(`${running.address}/v1/search${query}`, { headers: { Connection: 'close' } });
        return { ...((await response.json()) as { next_cursor: string }), status: response.status };
      };
      const { next_cursor: cursor } = await page();
      for (let i = 0; i < 20; i++) assert.equal((await page(cursor)).status, 200);
      assert.deepEqual(await answeredBy(21), new Set([1, 2]));
    });

    test('of one client over 20 connections 60 pass, the rest is refused, and every answer says how many are left', async () => {
      // A token is refilled every second: a burst longer than a second may let as many more requests pass.
      const started = performance.now();
      const answers = await ask(running, 100, '192.0.2.1');
      const back = Math.floor((performance.now() - started) / 1000);
      const count = passed(answers);
      assert.ok(count >= 60 && count <= 60 + back, `${count} passed, ${back} may have come back`);
      assert.ok(answers.every(({ status }) => status === 200 || status === 429));
      if (back === 0) {
        const left = answers.flatMap((answer) => (answer.status === 200 ? [answer.left] : []));
        assert.deepEqual(
          left.toSorted((a, b) => b - a),
          Array.from({ length: 60 }, (_, i) => 59 - i),
          'no two requests were given the same place',
        );
      }
      assert.ok(answers.every(({ status, left }) => status === 200 || left === 0));
      assert.deepEqual(await answeredBy(100), new Set([1, 2]), 'both workers answered');
    });

    test('several clients at once have an allowance each, and a fresh one has the whole', async () => {
      const started = performance.now();
      const counts = await Promise.all(
        ['192.0.2.2', '192.0.2.3', '2001:db8::1'].map(async (client) => passed(await ask(running, 80, client))),
      );
      const back = Math.floor((performance.now() - started) / 1000);
      for (const count of counts) assert.ok(count >= 60 && count <= 60 + back, `${counts.join(', ')}; ${back}`);
      const [sameNetwork] = await ask(running, 1, '2001:db8::2');
      assert.ok(sameNetwork !== undefined && sameNetwork.left < 20);
      assert.deepEqual(await ask(running, 1, '192.0.2.4'), [{ status: 200, left: 59 }]);
    });

    test('SIGTERM ends all in order, and nothing is left behind', async () => {
      await endsInOrder(running, 'SIGTERM');
      const left = readdirSync(join(directory, 'tmp')).filter((name) => name.startsWith('openfirma'));
      assert.deepEqual(left, []);
    });
  });

  /** Ends a service by a signal. */
  async function endsInOrder(running: Running, signal: NodeJS.Signals): Promise<void> {
    running.child.kill(signal);
    assert.equal(await running.exit, 0);
    assert.match(running.stdout(), /"stopping: requests under way may finish"[\s\S]*"stopped"/);
    assert.equal(running.stderr(), '');
  }

  const faulty = { NODE_OPTIONS: '--require ./faults.cjs' };
  const makeFault = (fault: 'end' | 'fill' | 'wait', worker: number): void =>
    writeFileSync(join(directory, `${fault}-${worker}`), '');
  const ends = (running: Running): Line[] =>
    readLines(running).filter(({ msg }) => msg === 'a worker ended and is replaced');

  suite('whose workers have faults', () => {
    let running: Running;
    before(async () => {
      running = await serve(faulty);
    });
    after(() => stopService(running));

    test('a worker that throws is replaced with one line, and what it counted stays counted', async () => {
      const started = performance.now();
      const count = passed(await ask(running, 50, '192.0.2.1'));
      assert.equal(count, 50);
      makeFault('end', 1);
      await until('another worker 1 listens', () => listening(running) === 3);
      const rest = passed(await ask(running, 100, '192.0.2.1'));
      const back = Math.floor((performance.now() - started) / 1000);
      assert.ok(rest >= 10 && rest <= 10 + back, `${rest} more passed, ${back} may have come back`);
      assert.deepEqual(
        ends(running).map(({ worker, code, level }) => [worker, code, level]),
        [[1, 1, 'error']],
      );
      assert.match(JSON.stringify(ends(running)), /a fault of the test/);
    });

    test('the last worker left answers while the other ends, amid its own requests too', async () => {
      let failed = 0;
      let succeeded = 0;
      const asking = Array.from({ length: 8 }, async (_, n) => {
        for (let i = 0; i < 60; i++) {
          await ask(running, 1, `198.51.100.${n}`, 1).then(
            ([answer]) => (answer?.status === 200 ? succeeded++ : 0),
            () => failed++,
          );
        }
      });
      await until('the first requests succeed', () => succeeded > 0);
      makeFault('end', 2);
      await Promise.all(asking);
      assert.ok(failed <= 8, `${failed} requests failed`);
      assert.equal(succeeded + failed, 480);
      await until('another worker 2 listens', () => listening(running) === 4);
      assert.equal(ends(running).length, 2);
    });

    test('only the worker that fills its heap ends, and is replaced, and the other answers', async () => {
      makeFault('fill', 2);
      await until('another worker 2 listens', () => listening(running) === 5);
      assert.match(JSON.stringify(ends(running).slice(2)), /"worker":2,.*ERR_WORKER_OUT_OF_MEMORY/);
      assert.equal(ends(running).length, 3);
      assert.equal(passed(await ask(running, 50, '203.0.113.1')), 50);
    });
  });

  test('a worker that waits in the system for ever does not keep the service from ending', async () => {
    assert.equal(spawnSync('mkfifo', [join(directory, 'pipe')]).status, 0);
    const running = await serve({ ...faulty, SHUTDOWN_SECONDS: '0' });
    makeFault('wait', 2);
    await until('the worker has begun to wait', () => !existsSync(join(directory, 'wait-2')));
    running.child.kill('SIGTERM');
    assert.equal(await running.exit, 'SIGKILL');
    assert.match(running.stdout(), /"workers":1,.*"workers do not end: ending at once"/);
  });

  const HALF = 'GET /v1/search?q=nordlys HTTP/1.1\r\nHost: a\r\n';
  const halfRequests = async (running: Running, count: number) =>
    await Promise.all(Array.from({ length: count }, () => openHalfway(running.port, HALF)));

  test('SIGTERM waits for requests that are under way at any worker', async () => {
    const running = await serve({ SHUTDOWN_SECONDS: '20' });
    const connections = await halfRequests(running, 16);
    running.child.kill('SIGTERM');
    await until('no worker listens', async () => await fetch(running.address).then(() => false, () => true)); // prettier-ignore
    for (const { socket } of connections) socket.write('\r\n');
    await Promise.all(connections.map(({ closed }) => closed));
    assert.deepEqual(new Set(connections.map(({ received }) => received().slice(0, 12))), new Set(['HTTP/1.1 200']));
    assert.equal(await running.exit, 0);
    assert.deepEqual(new Set(answered(running).map(({ worker }) => worker)), new Set([1, 2]));
  });

  test('workers that end early again and again end the service, with one line for each and a last one', async () => {
    const file = join(directory, 'dying.ts');
    const supervisor = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'cli', 'supervisor.ts')).href;
    writeFileSync(
      file,
      `import { Worker, isMainThread, parentPort } from 'node:worker_threads';
       import { Supervisor } from '${supervisor}';
       const found = { port: 1, snapshot: '', logLevel: 'info', shutdownSeconds: 1 };
       if (isMainThread) new Supervisor(2, (options) => new Worker(new URL(import.meta.url), options), 1).start();
       else {
         parentPort.postMessage({ found });
         setTimeout(() => process.exit(3), 20);
       }`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: WAIT_MS_MAX });
    const lines = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Line);
    assert.equal(status, 1, stderr);
    const ended = lines.filter(({ msg }) => msg === 'a worker ended and is replaced');
    assert.ok(ended.length >= 10 && ended.length <= 20, `${ended.length} ends`);
    const pauses = ended.map((line) => Number(line['pause_ms']));
    assert.deepEqual([ended[0]?.['code'], pauses[0], Math.max(...pauses)], [3, 0, 256]);
    assert.equal(lines.filter(({ level }) => level === 'fatal').length, 1);
  });

  for (const count of [1, 2])
    test(`a worker whose event loop does not turn is ended and replaced, as the last of ${count}`, () => {
      const cwd = mkdtempSync(join(directory, 'hanging-'));
      const file = join(cwd, 'hanging.ts');
      const serving = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'cli', 'serving')).href;
      writeFileSync(
        file,
        `import { existsSync, writeFileSync } from 'node:fs';
       import { Worker, isMainThread, workerData } from 'node:worker_threads';
       import { Supervisor } from '${serving}/../supervisor.ts';
       import { onOrder, report } from '${serving}/worker.ts';
       if (isMainThread) new Supervisor(${count}, (options) => new Worker(new URL(import.meta.url), options), 1, 100).start();
       else {
         onOrder((order) => order === 'stop' && process.exit());
         report({ found: { port: 1, snapshot: '', logLevel: 'info', shutdownSeconds: 1 } });
         // The last worker hangs; the one in its place ends the service.
         if (workerData.worker === ${count}) {
           if (existsSync('hung')) setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1000);
           else {
             writeFileSync('hung', '');
             for (;;);
           }
         }
       }`,
      );
      const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
        cwd,
        encoding: 'utf8',
        timeout: WAIT_MS_MAX,
      });
      assert.equal(status, 0, stderr + stdout);
      const lines = stdout.trim().split('\n').map((text) => JSON.parse(text) as Line); // prettier-ignore
      assert.deepEqual(
        lines.map(({ msg, worker }) => [msg, worker]),
        [
          ['a worker does not answer and is ended', count],
          ['a worker ended and is replaced', count],
          ['stopping: requests under way may finish', undefined],
          ['stopped', undefined],
        ],
      );
    });

  for (const count of [1, 2])
    test(`SIGTERM ends ${count} blocked workers in the promised time`, () => {
      const cwd = mkdtempSync(join(directory, 'blocked-'));
      const file = join(cwd, 'blocked.ts');
      const serving = pathToFileURL(join(import.meta.dirname, '..', '..', 'src', 'cli', 'serving')).href;
      writeFileSync(
        file,
        `import { Worker, isMainThread } from 'node:worker_threads';
       import { Supervisor } from '${serving}/../supervisor.ts';
       import { report } from '${serving}/worker.ts';
       if (isMainThread) {
         // The supervisor logs once this is loaded and a worker serves.
         await import('${serving}/../log.ts');
         let starting = ${count};
         new Supervisor(${count}, (options) => {
           const worker = new Worker(new URL(import.meta.url), options);
           worker.on('message', ({ found }) => {
             if (found !== undefined && --starting === 0) setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1000);
           });
           return worker;
         }).start();
       } else {
         report({ found: { port: 1, snapshot: '', logLevel: 'info', shutdownSeconds: 1 } });
         setTimeout(() => { for (;;); }, 100);
       }`,
      );
      const { status, stdout } = spawnSync(process.execPath, [file], {
        cwd,
        encoding: 'utf8',
        timeout: WAIT_MS_MAX,
      });
      assert.equal(status, 0, stdout);
      assert.match(stdout, /stopping: requests under way[^]*"stopped"/);
    });

  test('a worker that is replaced while a damaged file lies at the path serves what the other serves, and the damaged one is refused', async () => {
    const path = join(directory, 'd.snapshot');
    copyFileSync(join(directory, 'a.snapshot'), path);
    const running = await serve({ ...faulty, SNAPSHOT_CHECK_SECONDS: '1' }, 'd.snapshot');
    const said = (wanted: string): Line[] => readLines(running).filter(({ msg }) => msg.startsWith(wanted));
    put(join(directory, 'b.snapshot'), path);
    await until('both workers serve the new data', () => said('serving new data').length === 2);
    // Only the checksum reveals the damage.
    const damaged = readFileSync(join(directory, 'a.snapshot'));
    damaged.writeUInt8(damaged.readUInt8(200_000) ^ 1, 200_000);
    putBytes(damaged, path);
    await until('both workers refuse the damaged file', () => said('refused new data').length === 2);
    makeFault('end', 1);
    await until('another worker 1 listens', () => said('listening').length === 3);
    await until('it refuses the damaged file', () => said('refused new data').length === 3);
    const served = said('serving new data')
      .slice(1)
      .map(({ to }) => to);
    const opened = said('listening').slice(2);
    assert.deepEqual(
      opened.map(({ generation }) => generation),
      served,
    );
    assert.equal(passed(await ask(running, 20, '192.0.2.1')), 20);
    await stopService(running);
  });

  test('a worker that loads its code while the data are replaced serves what the other serves then, and none ends', async () => {
    const path = join(directory, 'e.snapshot');
    copyFileSync(join(directory, 'a.snapshot'), path);
    writeFileSync(join(directory, 'held'), '');
    const running = await begin({ ...faulty, SNAPSHOT_CHECK_SECONDS: '0' }, 'e.snapshot');
    put(join(directory, 'b.snapshot'), path);
    running.child.kill('SIGHUP');
    await until('the first serves the new data', () => running.stdout().includes('serving new data'));
    putBytes(Buffer.from('no snapshot'), path);
    rmSync(join(directory, 'held'));
    await until('both workers listen', () => listening(running) === 2);
    const generations = readLines(running).flatMap(({ msg, to, generation, worker }) =>
      msg === 'serving new data' ? [to] : msg === 'listening' && worker === 2 ? [generation] : [],
    );
    assert.equal(new Set(generations).size, 1, generations.join());
    assert.deepEqual(ends(running), []);
    await stopService(running);
  });

  test('SIGHUP reaches all workers and ends none: each serves the new data; SIGINT ends all in order', async () => {
    copyFileSync(join(directory, 'a.snapshot'), join(directory, 'c.snapshot'));
    const running = await serve({ SNAPSHOT_CHECK_SECONDS: '0' }, 'c.snapshot');
    const swaps = (): (number | undefined)[] =>
      readLines(running).flatMap(({ msg, worker }) => (msg === 'serving new data' ? [worker] : []));
    copyFileSync(join(directory, 'b.snapshot'), join(directory, 'next'));
    renameSync(join(directory, 'next'), join(directory, 'c.snapshot'));
    running.child.kill('SIGHUP');
    await until('both workers serve the new data', () => swaps().length === 2);
    assert.deepEqual(new Set(swaps()), new Set([1, 2]));
    assert.equal(passed(await ask(running, 10, '192.0.2.1')), 10);
    assert.equal(listening(running), 2);
    await endsInOrder(running, 'SIGINT');
  });
});
