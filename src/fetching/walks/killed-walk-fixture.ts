import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { folder } from '../../../test/folder.ts';
import { localServer } from '../../../test/local-server.ts';
import { until } from '../../../test/until.ts';
import type { WalkStatus } from '../../importer/index.ts';
import { fetchWalk, HttpClient } from '../index.ts';
import { linesIn, listWalk, serveList } from './walk-fixture.ts';

interface Told {
  readonly ended: string;
  readonly status: WalkStatus;
  readonly rss: number;
}

interface Kills {
  /** How many numbers the walk has, each of which is asked about twice. */
  readonly top: number;
  readonly kills: number;
}

/** Walks a server while processes are killed, and compares with what the server has. */
export async function killedWalk(t: TestContext, { top, kills }: Kills): Promise<Told> {
  let asked = 0;
  const server = await localServer(t, (request, response) => {
    asked++;
    serveList(request.url ?? '', response, asked, request);
  });
  const into = folder(t);
  for (let kill = 1; kill <= kills; kill++) {
    // Killed when it has asked for so much more, wherever it is then.
    const most = Math.max(2, Math.floor((2 * top) / (kills + 1)));
    const target = asked + 1 + Math.floor(Math.random() * most);
    const child = walker(server.base, into, top);
    await until(`${target} requests have come`, () => asked >= target || child.exitCode !== null);
    child.kill('SIGKILL');
    await child.ended;
  }
  const last = walker(server.base, into, top);
  const told = JSON.parse(await last.ended) as Told;
  const numbers = Array.from({ length: top }, (_, i) => i + 1);
  const pages = Math.ceil(top / 10);
  const none = 2 * Math.floor(top / 7);
  const { answered, none: counted, asked: all, left } = told.status;
  assert.equal(told.ended, 'whole');
  assert.deepEqual([all, answered, counted, left], [2 * top + pages, 2 * top + pages - none, none, 0]);
  const want = numbers.flatMap((no) => [`company:${no}`, `number:${String(no).padStart(10, '0')}`]).toSorted();
  const lines = linesIn(into);
  assert.deepEqual(lines.map(({ question }) => question).toSorted(), want);
  for (const { question, body, status } of lines) {
    const no = Number(question.split(':')[1]);
    assert.equal(status, no % 7 === 0 ? 404 : 200);
    if (body !== undefined) assert.equal((JSON.parse(body) as { name: string }).name, `Firma ${no}`);
  }
  return told;
}

function walker(base: string, into: string, top: number) {
  const child = spawn(process.execPath, [import.meta.filename, base, into, String(top)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<string>((resolve) => child.on('close', () => resolve(output)));
  return Object.assign(child, { ended });
}

/** In a process of its own, to be killed. */
if (import.meta.main) {
  const [base = '', into = '', top = '0'] = process.argv.slice(2);
  const limits = { walkGatherMs: 20, walkFileBytes: 4_000_000, firstWaitMs: 1 };
  await using client = new HttpClient({ signal: new AbortController().signal, limits });
  client.trust(base);
  const { ended, status } = await fetchWalk(listWalk(base, Number(top)), { into, client });
  process.stdout.write(JSON.stringify({ ended, status, rss: process.resourceUsage().maxRSS }));
}
