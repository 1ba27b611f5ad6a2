import assert from 'node:assert/strict';
import { globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildSnapshot } from '../../src/build/index.ts';
import { errorCode } from '../../src/files/index.ts';
import { startService, stopService } from '../fixtures/serving.ts';

/** Addresses of clients, and the byte sequences that would reveal one of them: as text, and as numbers. */
const CLIENTS = ['203.0.113.77', '2001:db8:5a5a:c3c3::77', '198.51.100.201'];
const TRACES: readonly Buffer[] = [
  ...['203.0.113.77', '2001:db8:5a5a:c3c3', '5a5a:c3c3', '198.51.100.201'].map((text) => Buffer.from(text)),
  ...['203.0.113.77', '198.51.100.201'].map((text) => Buffer.from(text, 'utf16le')),
  Buffer.from([203, 0, 113, 77]),
  Buffer.from([77, 113, 0, 203]),
  Buffer.from('20010db85a5ac3c3', 'hex'),
];

test('no address of a client is in a file or in the log, of one worker and of two', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-visitor-'));
  t.after(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'tmp'));
  const inputs = globSync(join(import.meta.dirname, '..', '..', 'tools', 'sample', '*.ndjson')).toSorted();
  await buildSnapshot({ inputs, out: join(directory, 'a.snapshot') });
  for (const workers of ['1', '2']) {
    const running = await startService(directory, ['--snapshot', 'a.snapshot'], {
      WORKERS: workers,
      DATA_DIR: 'data',
      TMPDIR: join(directory, 'tmp'),
      NODE_COMPILE_CACHE: join(directory, 'tmp', 'compiled'),
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'trace',
    });
    t.after(() => running.child.kill('SIGKILL'));
    for (const client of CLIENTS) {
      for (const path of ['/v1/search?q=nordlys', '/search?q=nordlys', '/v1/companies/co_1', '/']) {
        for (let i = 0; i < 3; i++) {
          const answer = await fetch(running.address + path, { headers: { 'X-Forwarded-For': client } });
          assert.ok(answer.ok || answer.status === 400, `${path}: ${answer.status}`);
          await answer.arrayBuffer();
        }
      }
    }
    const { open, mapped } = openFiles(running.child.pid ?? 0, directory);
    // A file without a name remains visible as long as it is open.
    assert.deepEqual(
      mapped.filter((path) => !open.has(path)),
      [],
    );
    assert.ok([...open.keys()].some((path) => path.endsWith('a.snapshot')));
    for (const [path, link] of open) assertNoTrace(readFileSync(link), path);
    assertWithoutTrace(directory);
    await stopService(running);
    assertWithoutTrace(directory);
    assertNoTrace(Buffer.from(running.stdout() + running.stderr()), 'the log');
    assert.ok(running.stdout().includes('"answered"'));
  }
});

/** Returns the files of a directory that a process has open, as readable links by path, and the files that it has mapped. */
function openFiles(pid: number, directory: string): { open: ReadonlyMap<string, string>; mapped: readonly string[] } {
  const open = new Map<string, string>();
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    const link = `/proc/${pid}/fd/${fd}`;
    try {
      open.set(readlinkSync(link), link);
    } catch (error) {
      // The file has been closed since.
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOENT');
    }
  }
  for (const path of open.keys()) if (!path.startsWith(directory)) open.delete(path);
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  const mapped = [...maps.matchAll(/ (\/.*)$/gm)].map(([, path = '']) => path);
  return { open, mapped: mapped.filter((path) => path.startsWith(directory)) };
}

function assertWithoutTrace(directory: string): void {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(directory, name);
    try {
      return lstatSync(path).isFile() ? [{ path, bytes: readFileSync(path) }] : [];
    } catch (error) {
      // A worker that has opened a file removes its lock file.
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  });
  assert.ok(files.length >= 2, files.map(({ path }) => path).join(', '));
  for (const { path, bytes } of files) assertNoTrace(bytes, path);
}

function assertNoTrace(bytes: Buffer, where: string): void {
  for (const trace of TRACES) assert.equal(bytes.includes(trace), false, `${where} has ${trace.toString('hex')}`);
}
