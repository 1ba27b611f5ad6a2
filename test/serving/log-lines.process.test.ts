import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buildSnapshot } from '../../src/build/index.ts';
import { COMMAND, environment, startService, stopService, type Running } from '../fixtures/serving.ts';
import { buildSample } from './unread-clients.ts';
import { WAIT_MS_MAX, until } from '../fixtures/until.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CLIENTS = ['203.0.113.77', '2001:db8:5a5a:c3c3::77'];

type Line = Readonly<Record<string, unknown>> & { readonly msg: string };

/** The manual page, with tables of the fields and of the fields of each message. */
const PAGE = readFileSync(join(ROOT, 'docs', 'operating', 'log.md'), 'utf8');
const ROWS = [...PAGE.matchAll(/^\| (`.*?`) \|(.*)\|$/gm)].map(
  ([, first = '', second = '']) => [names(first), second] as const,
);
const FIELDS = new Set(ROWS.flatMap(([fields, text]) => (isMessage(text) ? [] : fields)));
const MESSAGES = new Map(ROWS.flatMap(([[msg = ''], text]) => (isMessage(text) ? [[msg, names(text)] as const] : [])));
const OF_EVERY_LINE = ['level', 'time', 'msg'];
const OPTIONAL = new Set(['worker', 'client_address']);

suite('lines of the log', () => {
  let directory = '';
  const children: ChildProcess[] = [];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-log-lines-'));
    mkdirSync(join(directory, 'tmp'));
    await buildSample(join(directory, 'a.snapshot'));
    await buildSnapshot({ inputs: [], out: join(directory, 'b.snapshot') });
  });
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  async function serve(settings: Readonly<Record<string, string>>): Promise<Running> {
    const running = await startService(directory, ['--snapshot', 'served'], {
      DATA_DIR: 'data',
      SNAPSHOT_CHECK_SECONDS: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      TMPDIR: join(directory, 'tmp'),
      ...settings,
    });
    children.push(running.child);
    return running;
  }

  /** Sends requests of both clients, and bytes that are not a request. */
  async function visit({ address, port }: Running): Promise<void> {
    for (const path of ['/v1/search?q=nordlys', '/v1/companies/co_1', '/search?q=nordlys', '/absent']) {
      for (const client of CLIENTS) await fetch(address + path, { headers: { 'X-Forwarded-For': client } });
    }
    const socket = connect(port, '127.0.0.1').resume();
    socket.end('garbage\r\n\r\n');
    await new Promise((resolve) => socket.on('close', resolve));
  }

  test('every field and message of the page is in the lines, and every field of a line on the page', async () => {
    copyFileSync(join(directory, 'a.snapshot'), join(directory, 'served'));
    const running = await serve({ WORKERS: '2', METRICS_PORT: '0', LOG_CLIENT_ADDRESS: 'on' });
    await visit(running);
    copyFileSync(join(directory, 'b.snapshot'), join(directory, 'next'));
    renameSync(join(directory, 'next'), join(directory, 'served'));
    running.child.kill('SIGHUP');
    await until('new data is served', () => running.stdout().includes('serving new data'));
    writeFileSync(join(directory, 'next'), 'no snapshot');
    renameSync(join(directory, 'next'), join(directory, 'served'));
    running.child.kill('SIGHUP');
    await until('new data is refused', () => running.stdout().includes('refused new data'));
    await stopService(running);
    const lines = readLines(running);
    for (const line of lines) {
      const fields = MESSAGES.get(line.msg);
      assert.ok(fields !== undefined, `the page lacks the message "${line.msg}"`);
      const want = [...OF_EVERY_LINE, ...fields].filter((name) => !OPTIONAL.has(name));
      const got = Object.keys(line).filter((name) => !OPTIONAL.has(name));
      assert.deepEqual(got.toSorted(), want.toSorted(), JSON.stringify(line));
      assert.match(String(line['time']), /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.match(String(line['level']), /^(info|warn|error)$/);
    }
    const logged = new Set(lines.map(({ msg }) => msg));
    for (const msg of ['answered', 'answered unreadable bytes', 'listening', 'metrics', 'serving new data', 'stopped'])
      assert.ok(logged.has(msg), msg);
    const answered = lines.filter(({ msg }) => msg === 'answered');
    assert.deepEqual(new Set(answered.map((line) => line['client_address'])), new Set(CLIENTS));
    assert.ok(
      lines.every((line) => line.msg !== 'answered unreadable bytes' || line['client_address'] === '127.0.0.1'),
    );
  });

  test('every message in the sources is on the page, and its fields have a meaning there', () => {
    const sources = globSync(['src/{server,cli}/**/*.ts', 'extras/**/*.ts'], { cwd: ROOT });
    const source = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const calls = [...source.matchAll(/\blog(?:\?\.|\.|\[)(?:info|warn|error|fatal|level\])\(([^;]*?)\)[;,]/g)];
    const messages = calls.flatMap(([, call = '']) =>
      [...call.matchAll(/'([^']+)'|`([^`]+)`/g)].map(([, a, b]) => a ?? b ?? ''),
    );
    assert.ok(messages.length >= 20, messages.join('\n'));
    const missing = messages.filter((msg) => !/^(?:http|\$\{lines\}|none$)/.test(msg) && !MESSAGES.has(msg));
    assert.deepEqual(missing, []);
    assert.deepEqual(
      [...MESSAGES.values()].flat().filter((name) => !FIELDS.has(name)),
      [],
    );
  });

  /** Runs a service in a terminal; `stdout` of the result reads its other side. */
  async function serveInTerminal(
    settings: Readonly<Record<string, string>>,
  ): Promise<{ terminal: ChildProcess; pid: () => number; said: () => string }> {
    copyFileSync(join(directory, 'a.snapshot'), join(directory, 'served'));
    const command = `echo $$ > pid; exec '${COMMAND}' serve --snapshot served`;
    const terminal = spawn('script', ['-qfec', command, '/dev/null'], {
      cwd: directory,
      env: environment({ DATA_DIR: 'data', SHELL: '/bin/sh', SHUTDOWN_SECONDS: '1', ...settings }),
    });
    children.push(terminal);
    let said = '';
    terminal.stdout?.on('data', (bytes: Buffer) => (said += bytes.toString()));
    await until('it listens', () => said.includes('listening'));
    return { terminal, pid: () => Number(readFileSync(join(directory, 'pid'), 'utf8')), said: () => said };
  }
  const findAddress = (said: string): string => /address=(\S+)/.exec(said)?.[1] ?? '';
  /** Returns whether a process runs; a zombie does not. */
  const runs = (pid: number): boolean => {
    try {
      return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  };

  test('on a terminal lines are text, one for each request', async () => {
    const { terminal, pid, said } = await serveInTerminal({ LOG_CLIENT_ADDRESS: 'on' });
    assert.equal((await fetch(`${findAddress(said())}/v1/companies/co_1`)).status, 400);
    await until('the request is logged', () => said().includes('answered'));
    assert.match(
      said(),
      /^20\d\d-\d\d-\d\dT[\d:.]{12}Z INFO {2}answered worker=\d+ request_id=req_\w{26} method=GET route=getCompany status=400 ms=[\d.]+ client_address=127\.0\.0\.1\r$/m,
    );
    process.kill(pid(), 'SIGTERM');
    await new Promise((resolve) => terminal.on('close', resolve));
    assert.match(said(), /INFO {2}stopped\r\n$/);
  });

  for (const workers of ['1', '2']) {
    test(`a stopped terminal delays neither responses nor the end: WORKERS=${workers}`, async () => {
      const { terminal, pid, said } = await serveInTerminal({ WORKERS: workers });
      terminal.stdout?.pause();
      const address = findAddress(said());
      for (let i = 0; i < 10; i++) {
        const statuses = await Promise.all(
          Array.from({ length: 100 }, async () => {
            const answer = await fetch(`${address}/v1/companies/co_1`, { signal: AbortSignal.timeout(WAIT_MS_MAX) });
            await answer.arrayBuffer();
            return answer.status;
          }),
        );
        assert.equal(statuses.length, 100);
      }
      const service = pid();
      process.kill(service, 'SIGTERM');
      await until('SIGTERM ends it', () => !runs(service));
      terminal.kill('SIGKILL');
    });
  }
});

/** Returns the names in code, separated by commas. */
function names(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Returns whether a cell is of a row of messages, which has names only in its second column. */
function isMessage(cell: string): boolean {
  return cell.replaceAll(/`[^`]+`|[ ,]/g, '') === '';
}

function readLines(running: Running): Line[] {
  return running
    .stdout()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
