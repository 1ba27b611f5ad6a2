import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildLines, mills } from '../searching/generations.ts';
import { isRefused, openHalfway } from '../building/halfway.ts';
import { parseResponses } from './raw-http.ts';
import { ResidentCommand } from '../fixtures/resident-command.ts';
import {
  COMMAND,
  environment,
  failToStart,
  startService,
  stopService,
  usedPort,
  type Environment,
  type Running,
} from '../fixtures/serving.ts';
import { buildSample, get, largestDocument } from './unread-clients.ts';
import { WAIT_MS_MAX, until, untilSteady } from '../fixtures/until.ts';

const COMMAND_OF_PACKAGE = `${COMMAND}.cjs`;

suite('openfirma serve', () => {
  let directory = '';
  const children: ChildProcess[] = [];
  /** Runs services that do not start. */
  const resident = new ResidentCommand(environment({}));
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-serve-'));
    await buildSample(join(directory, 'a.snapshot'));
    const bytes = readFileSync(join(directory, 'a.snapshot'));
    writeFileSync(join(directory, 'cut'), bytes.subarray(0, bytes.length - 4096));
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
    writeFileSync(join(directory, 'damaged'), bytes);
    mkdirSync(join(directory, 'short'));
    writeFileSync(join(directory, 'short', 'cursor-secret'), 'abc');
  });
  after(() => {
    resident.close();
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  async function serve(args: readonly string[], settings: Environment = {}, command = COMMAND): Promise<Running> {
    const running = await startService(directory, args, settings, command);
    children.push(running.child);
    return running;
  }
  const stop = stopService;

  interface Client {
    readonly socket: Socket;
    readonly received: () => string;
    readonly closed: Promise<void>;
  }
  async function client(port: number, sent = ''): Promise<Client> {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (bytes) => chunks.push(bytes));
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.on('connect', resolve));
    if (sent !== '') socket.write(sent);
    return { socket, received: () => Buffer.concat(chunks).toString('latin1'), closed };
  }

  test('a door without what it needs says so: at the start, on its page and where it is asked', async () => {
    const settings = { DATA_DIR: 'd1', DOORS: 'data,reconcile', EXPORTS_DIR: 'later' };
    await buildLines(directory, 'unmatched.snapshot', mills(0, 3));
    const running = await serve(['--snapshot', 'unmatched.snapshot'], settings);
    assert.match(running.stdout(), /"level":"warn".*DOORS names reconcile, but the snapshot has no match index/);
    assert.match(running.stdout(), /"level":"warn".*has no export yet: openfirma export --into writes one/);
    const page = async (): Promise<string> => await (await fetch(`${running.address}/developers/data`)).text();
    assert.match(await page(), /There is no export yet.*openfirma export --format/s);
    const { status, headers } = await fetch(`${running.address}/reconcile/v1?queries={"a":{"query":"Kvarn"}}`);
    assert.deepEqual([status, headers.get('retry-after')], [503, '60']);
    // The page shows a new export at once, although data and day are unchanged.
    mkdirSync(join(directory, 'later', 'latest'), { recursive: true });
    assert.doesNotMatch(await page(), /There is no export yet/);
    await stop(running);
  });

  const HAS_NO_PROC = !existsSync('/proc/self') && 'reads /proc';
  async function ignoresDebugging({ child, address, stderr }: Running): Promise<void> {
    child.kill('SIGUSR1');
    for (let i = 0; i < 20; i++) assert.equal((await fetch(`${address}/readyz`)).status, 200);
    // When its debugger starts, Node writes a line with the address.
    assert.equal(stderr(), '');
  }

  const HALF = 'GET /v1/search?q=nordlys HTTP/1.1\r\nHost: a\r\n';

  suite('two servers of one DATA_DIR, one of the package and with two workers', () => {
    let one: Running;
    let two: Running;
    before(async () => {
      const start = (WORKERS: string, command: string): Promise<Running> =>
        serve(['--snapshot', 'a.snapshot'], { DATA_DIR: 'd3', SHUTDOWN_SECONDS: '600', WORKERS }, command);
      [one, two] = await Promise.all([start('1', COMMAND), start('2', COMMAND_OF_PACKAGE)]);
    });

    test('serve a snapshot, say where, and log a line of JSON for every request', async () => {
      const answer = await fetch(`${one.address}/v1/search?q=nordlys`);
      assert.equal(answer.status, 200);
      assert.equal(((await answer.json()) as { object: string }).object, 'list');
      const missing = await fetch(`${one.address}/v1/companies/co_1`);
      assert.equal(((await missing.json()) as { instance: string }).instance, `${one.address}/v1/companies/co_1`);
      const answered = (): Record<string, unknown>[] =>
        one
          .stdout()
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Record<string, unknown>)
          .filter((line) => 'status' in line);
      await until('both requests are logged', () => answered().length === 2);
      assert.deepEqual(
        answered().map(({ method, route, status, request_id: id, ms }) => [method, route, status, id, typeof ms]),
        [
          ['GET', 'searchCompanies', 200, answer.headers.get('x-request-id'), 'number'],
          ['GET', 'getCompany', 400, missing.headers.get('x-request-id'), 'number'],
        ],
      );
    });

    test('open no debugger at SIGUSR1', { skip: HAS_NO_PROC }, async () => {
      for (const running of [one, two]) await ignoresDebugging(running);
    });

    test('have no metrics without METRICS_PORT', async () => {
      assert.equal((await fetch(`${two.address}/metrics`)).status, 404);
      assert.doesNotMatch(two.stdout(), /"msg":"metrics"/);
    });

    test('understand the cursors of each other', async () => {
      const first = (await (await fetch(`${one.address}/v1/search?q=nor&limit=1`)).json()) as { next_cursor: string };
      const next = await fetch(`${two.address}/v1/search?q=nor&limit=1&cursor=${first.next_cursor}`);
      assert.equal(next.status, 200);
    });

    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      test(`${signal} lets a request under way finish, closes idle and unused connections, and takes no new ones`, async () => {
        const running = signal === 'SIGTERM' ? one : two;
        const idle = await client(running.port, `${HALF}\r\n`);
        const unused = await client(running.port);
        const halfway = await openHalfway(running.port, HALF);
        await until('the first is answered', () => /^HTTP\/1\.1 200 [\s\S]*keep-alive/.test(idle.received()));
        const started = Date.now();
        running.child.kill(signal);
        await Promise.all([idle.closed, unused.closed]);
        await until('new connections are refused', () => isRefused(running.port));
        assert.equal(running.child.exitCode, null);
        halfway.socket.write('\r\n');
        await halfway.closed;
        const [answer] = parseResponses(Buffer.from(halfway.received(), 'latin1'));
        assert.deepEqual([answer?.status, answer?.headers.get('connection')], [200, ['close']]);
        assert.equal(await running.exit, 0);
        assert.ok(Date.now() - started < WAIT_MS_MAX);
        assert.match(running.stdout(), /"stopped"/);
        assert.equal(running.stderr(), '');
      });
    }
  });

  test('SIGTERM lets an answer finish that a slow reader has begun to read', async () => {
    const running = await serve(['--snapshot', 'a.snapshot'], { DATA_DIR: 'd1', SHUTDOWN_SECONDS: '600' });
    const reader = await client(running.port);
    reader.socket.pause();
    // A hundred megabytes: more than the system buffers between two programs, in fewer requests than the rate limit of the site.
    const { target, bytes } = await largestDocument(running.address);
    reader.socket.write(get(target).repeat(60));
    await until('an answer comes', () => reader.socket.bytesRead > 0);
    // Until the buffers are full, responses could end although the reader does not read.
    const answered = (): number => running.stdout().split('"answered"').length;
    await untilSteady('no more requests are answered', answered);
    running.child.kill('SIGTERM');
    await until('the signal is handled', () => running.stdout().includes('"stopping'));
    assert.equal(running.child.exitCode, null);
    const started = Date.now();
    reader.socket.resume();
    await reader.closed;
    // Throws if the text is cut within a response.
    const answers = parseResponses(Buffer.from(reader.received(), 'latin1'));
    assert.ok(answers.length > 0);
    assert.ok(answers.every(({ status, body }) => status === 200 && Buffer.byteLength(body) === bytes));
    assert.equal(await running.exit, 0);
    assert.ok(Date.now() - started < WAIT_MS_MAX, 'the connection is closed when the answer has been read');
  });

  test('after SHUTDOWN_SECONDS what is still under way is cut off, and the exit code is 0', async () => {
    const running = await serve(['--snapshot', 'a.snapshot'], { DATA_DIR: 'd1', SHUTDOWN_SECONDS: '1' });
    const stuck = await Promise.all(
      [HALF, 'G', `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`].map((sent) => openHalfway(running.port, sent)),
    );
    const started = Date.now();
    // A service that does not end by itself in time has another exit code.
    await stop(running);
    const took = Date.now() - started;
    assert.ok(took >= 900, `${took} ms`);
    await Promise.all(stuck.map(({ closed }) => closed));
  });

  test('a second signal ends the process at once', async () => {
    const running = await serve(['--snapshot', 'a.snapshot'], { DATA_DIR: 'd1' });
    await openHalfway(running.port, HALF);
    running.child.kill('SIGTERM');
    await until('the first signal is handled', () => running.stdout().includes('"stopping'));
    running.child.kill('SIGTERM');
    assert.equal(await running.exit, 'SIGTERM');
  });

  const failures: readonly (readonly [claim: string, args: string[], settings: Environment, message: RegExp])[] = [
    [
      'a missing snapshot',
      ['--snapshot', 'absent'],
      {},
      /Cannot open the snapshot "absent": no such file; "openfirma refresh" builds one, "serve --sample" serves invented companies$/m,
    ],
    ...(existsSync('/proc/1')
      ? [
          [
            'a folder of data in a file system that takes none',
            ['--snapshot', 'a.snapshot'],
            { DATA_DIR: '/proc/1/nope' },
            /Cannot create the cursor secret "\/proc\/1\/nope\/cursor-secret": .*set CURSOR_SECRET or a DATA_DIR that can be written/,
          ] satisfies (typeof failures)[number],
        ]
      : []),
    ['no snapshot where the settings say', [], { SNAPSHOT: 'x/y' }, /Cannot open the snapshot "x\/y"/],
    ['a file of another kind', ['--snapshot', COMMAND], {}, /it is another kind of file/],
    ['a folder', ['--snapshot', '.'], {}, /it is a folder, not a file/],
    ['a damaged trailer', ['--snapshot', 'damaged'], {}, /its last 64 bytes are damaged/],
    ['a snapshot that was cut', ['--snapshot', 'cut'], {}, /it is another kind of file/],
    [
      'a port that is not a number',
      ['--snapshot', 'a.snapshot'],
      { PORT: 'abc' },
      /PORT must be a whole number from 0 to 65535, got "abc"/,
    ],
    ['a port beyond the last', ['--snapshot', 'a.snapshot'], { PORT: '65536' }, /PORT must be/],
    [
      'a host that does not exist',
      ['--snapshot', 'a.snapshot'],
      { HOST: '192.0.2.1' },
      /Cannot listen on 192\.0\.2\.1.*no such address/,
    ],
    [
      'an unknown setting',
      ['--snapshot', 'a.snapshot'],
      { OPENFIRMA_X: '1' },
      /"OPENFIRMA_X" is not a setting; must be one of HOST, PORT/,
    ],
    ['a mistyped setting', ['--snapshot', 'a.snapshot'], { TRUSTED_PROXY: '::1' }, /did you mean TRUSTED_PROXIES\?/],
    [
      'an unknown level of the log',
      ['--snapshot', 'a.snapshot'],
      { LOG_LEVEL: 'loud' },
      /LOG_LEVEL must be one of fatal/,
    ],
    [
      'a short secret',
      ['--snapshot', 'a.snapshot'],
      { CURSOR_SECRET: 'hush' },
      /CURSOR_SECRET must be .*got 4 characters/,
    ],
    ['a damaged cursor secret', ['--snapshot', 'a.snapshot'], { DATA_DIR: 'short' }, /it must hold 32 bytes, got 3/],
    [
      'a DATA_DIR that is a file',
      ['--snapshot', 'a.snapshot'],
      { DATA_DIR: 'cut' },
      /Cannot (read|create) the cursor secret/,
    ],
    [
      'metrics and requests on one port',
      ['--snapshot', 'a.snapshot'],
      { METRICS_PORT: '18433', PORT: '18433', WORKERS: '2' },
      /^openfirma: Cannot start: PORT and METRICS_PORT are both 18433; they must differ$/m,
    ],
    ['a malformed number of workers', [], { WORKERS: 'all' }, /WORKERS must be a whole number from 1 to 256/],
    ['a sample that cannot be written', ['--sample'], { DATA_DIR: 'cut', SNAPSHOT: 'absent' }, /Cannot /],
  ];
  for (const [claim, args, settings, message] of failures) {
    test(`${claim} is one line and exit code 1`, async () => {
      const { status, stderr, stdout } = await resident.run(['serve', ...args], directory, { settings });
      assert.equal(status, 1, stderr);
      assert.match(stderr, message);
      assert.match(stderr, /^openfirma: [^\n]+\n$/);
      assert.equal(stdout, '');
    });
  }

  // One failure of the data, one of the settings and one of the system.
  const ofThread = new Set(['a folder', 'a port beyond the last', 'a host that does not exist']);
  for (const [claim, args, settings, message] of failures.filter(([one]) => ofThread.has(one))) {
    test(`${claim} is one line and exit code 1 of several workers as well`, () => {
      const { status, stderr, stdout } = failToStart(directory, args, { WORKERS: '3', ...settings });
      assert.equal(status, 1, stderr);
      assert.match(stderr, message);
      assert.match(stderr, /^openfirma: [^\n]+\n$/);
      assert.equal(stdout, '');
    });
  }

  for (const name of ['PORT', 'METRICS_PORT'])
    for (const WORKERS of ['1', '2'])
      test(`a ${name} in use is one line and exit code 1 with WORKERS=${WORKERS}`, async (t) => {
        const port = await usedPort(t);
        const settings = { DATA_DIR: 'd1', WORKERS, METRICS_HOST: '127.0.0.1', [name]: String(port) };
        const args = ['--snapshot', 'a.snapshot'];
        const { status, stderr } =
          WORKERS === '1'
            ? await resident.run(['serve', ...args], directory, { settings })
            : failToStart(directory, args, settings);
        assert.equal(status, 1);
        assert.equal(
          stderr,
          `openfirma: Cannot listen on 127.0.0.1, port ${port}: another program listens there; set ${name} to a free one\n`,
        );
      });

  test('a port in use is reported before a sample is made', async (t) => {
    const port = await usedPort(t);
    const settings = { PORT: String(port), DATA_DIR: 'no-sample' };
    const { status, stderr } = await resident.run(['serve', '--sample'], directory, { settings });
    assert.equal(status, 1);
    assert.match(stderr, /port \d+: another program listens there; set PORT to a free one\n$/);
    assert.ok(!existsSync(join(directory, 'no-sample')));
  });

  test('a folder for the sample that cannot be made is one line that names DATA_DIR', async () => {
    const settings = { PORT: '0', DATA_DIR: 'a.snapshot/data' };
    const { status, stderr } = await resident.run(['serve', '--sample'], directory, { settings });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^openfirma: Cannot make the folder "[^"]+": [^\n]+; set DATA_DIR to a folder that can be written\n$/,
    );
  });

  for (const args of [
    ['--port', '80'],
    ['a.snapshot'],
    ['--snapshot'],
    ['--workers', '0'],
    ['--workers', 'all'],
    ['--workers'],
  ]) {
    test(`"serve ${args.join(' ')}" is misuse: one line and exit code 2`, async () => {
      const { status, stderr } = await resident.run(['serve', ...args], directory);
      assert.equal(status, 2);
      assert.match(stderr, /^openfirma: [^\n]+\n$/);
    });
  }
});
