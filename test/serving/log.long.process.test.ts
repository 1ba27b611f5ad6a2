import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { COMMAND, environment } from '../fixtures/serving.ts';
import { buildSample } from './unread-clients.ts';
import { WAIT_MS_MAX, until } from '../fixtures/until.ts';

/** Number of lines that exceeds the buffers of a worker and a pipe. */
const STALLED_LINES = 7_200;
/** Number of lines that exceeds the buffer of a pipe. */
const PIPED_LINES = 1_000;

/** The reader of a service's standard output. */
interface Reader {
  /** Returns the text that it has read. It reads only on request. */
  readonly read: () => string;
  readonly close: () => void;
  /** Opens another reader of the same pipe. */
  readonly open: () => Reader;
}

/** A running service, and its ports. */
interface Service {
  readonly child: ChildProcess;
  readonly port: number;
  readonly metricsPort: number;
}

const DROPPED = /"lines":(\d+),"msg":"log lines were dropped"/g;

suite('whatever the log does, the service answers and ends', () => {
  let directory = '';
  let pipes = 0;
  const children: ChildProcess[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-log-'));
    mkdirSync(join(directory, 'tmp'));
    await buildSample(join(directory, 'a.snapshot'));
  });
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  /** Starts a service that writes its log to `stdout`, and waits until it responds. */
  async function serve(workers: number, stdout: number | 'pipe'): Promise<Service> {
    const [port, metricsPort] = await freePorts();
    const settings = {
      PORT: String(port),
      WORKERS: String(workers),
      SHUTDOWN_SECONDS: '1',
      DATA_DIR: 'data',
      METRICS_PORT: String(metricsPort),
    };
    const child = spawn(COMMAND, ['serve', '--snapshot', 'a.snapshot'], {
      cwd: directory,
      env: environment({ ...settings, TMPDIR: join(directory, 'tmp') }),
      stdio: ['ignore', stdout, stdout === 'pipe' ? 'pipe' : stdout],
    });
    children.push(child);
    if (typeof stdout === 'number') closeSync(stdout);
    await until('the service starts', async () => {
      assert.equal(child.exitCode, null);
      const ready = fetch(`http://127.0.0.1:${port}/readyz`);
      return await ready.then(({ ok }) => ok).catch(() => false);
    });
    return { child, port, metricsPort };
  }

  /** Makes a pipe as a shell does: the end for the service, and its reader. */
  function pipe(): readonly [writeFd: number, reader: Reader] {
    const path = join(directory, `pipe-${pipes++}`);
    assert.equal(spawnSync('mkfifo', [path]).status, 0);
    const reader = openReader(path);
    return [openSync(path, constants.O_WRONLY), reader];
  }

  function openReader(path: string): Reader {
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const buffer = Buffer.alloc(1024 * 1024);
    let text = '';
    const read = (): string => {
      for (;;) {
        try {
          const length = readSync(fd, buffer);
          if (length === 0) return text;
          text += buffer.toString('utf8', 0, length);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return text;
          throw error;
        }
      }
    };
    return { read, close: () => closeSync(fd), open: () => openReader(path) };
  }

  /** Stops a service by SIGTERM. A service that does not end in time has another exit code, or is killed. */
  async function stop(child: ChildProcess): Promise<void> {
    child.kill('SIGTERM');
    await until('SIGTERM ends the service', () => child.exitCode !== null || child.signalCode !== null);
    assert.deepEqual([child.exitCode, child.signalCode], [0, null]);
  }

  for (const workers of [1, 2]) {
    test(`a reader that stalls loses lines and stops nothing: WORKERS=${workers}`, async () => {
      const [stdout, reader] = pipe();
      const { child, port, metricsPort } = await serve(workers, stdout);
      const counted = (part: RegExp): number => [...reader.read().matchAll(part)].length;
      await until('all workers listen', () => counted(/"listening"/g) === workers);
      const notices = (): string[] => [...reader.read().matchAll(DROPPED)].map(([, lines = '']) => lines);
      const dropped = (): number => notices().reduce((sum, lines) => sum + Number(lines), 0);
      const accounted = (): number => counted(/"route":"getCompany"/g) + dropped();
      const asked = STALLED_LINES * workers;
      await ask(port, asked);
      await until('every line is written or said to be lost', () => accounted() >= asked);
      assert.ok(dropped() > 0 && notices().length <= workers, `${notices().length} lines say it`);
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      assert.equal(Number(/^openfirma_dropped_log_lines_total (\d+)$/m.exec(metrics)?.[1]), dropped());
      await ask(port, 16);
      await until('lines are written as before', () => accounted() >= asked + 16);
      assert.equal(accounted(), asked + 16);
      const lines = reader.read().split('\n').slice(0, -1);
      for (const line of lines) assert.equal(typeof JSON.parse(line), 'object', line);
      // The reader stalls again, and then the service must end.
      await ask(port, 2 * PIPED_LINES);
      await stop(child);
      reader.close();
    });

    test(`a reader that goes away, over a socket, is survived: WORKERS=${workers}`, async () => {
      const { child, port } = await serve(workers, 'pipe');
      await ask(port, 2 * PIPED_LINES);
      child.stdout?.destroy();
      child.stderr?.destroy();
      await ask(port, PIPED_LINES);
      await stop(child);
    });

    test(`a reader that was not there is survived, and may come back: WORKERS=${workers}`, async () => {
      const [stdout, reader] = pipe();
      reader.close();
      const { child, port } = await serve(workers, stdout);
      await ask(port, PIPED_LINES);
      const returned = reader.open();
      await until('lines are written again', () => returned.read().includes('"answered"'));
      returned.close();
      await stop(child);
    });

    test(`a full disk is survived: WORKERS=${workers}`, async () => {
      const { child, port } = await serve(workers, openSync('/dev/full', 'w'));
      await ask(port, PIPED_LINES);
      await stop(child);
    });
  }
});

/** Returns two free ports. */
async function freePorts(): Promise<readonly [number, number]> {
  const probes = [createServer(), createServer()] as const;
  await Promise.all(probes.map((probe) => new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))));
  const [one, other] = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return [one ?? 0, other ?? 0];
}

/** Sends pipelined requests over eight connections, and expects a response to each. */
async function ask(port: number, count: number): Promise<void> {
  const connections = 8;
  const requests = count / connections;
  const request = 'GET /v1/companies/co_1 HTTP/1.1\r\nHost: a\r\n\r\n';
  const answered = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.setTimeout(WAIT_MS_MAX, () => socket.destroy());
      socket.write(request.repeat(requests - 1) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
      let answers = 0;
      let rest = '';
      for await (const bytes of socket) {
        const parts = (rest + String(bytes)).split('HTTP/1.1 ');
        answers += parts.length - 1;
        rest = parts.at(-1)?.slice(-'HTTP/1.1'.length) ?? '';
      }
      return answers;
    }),
  );
  assert.equal(
    answered.reduce((sum, n) => sum + n, 0),
    count,
    'every request is answered',
  );
}
