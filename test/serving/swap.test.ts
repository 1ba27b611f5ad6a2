import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import {
  BackendError,
  openBackend,
  openSnapshotsMemory,
  type Backend,
  type Refreshable,
  type SwapEvent,
  type SwapOptions,
} from '../../src/backend/index.ts';
import { readSignature, type OpenFile } from '../../src/files/index.ts';
import {
  MILLS,
  buildLines,
  mill,
  millId,
  millName,
  mills,
  ofVersion,
  pointTo,
  put,
  putBytes,
} from '../searching/generations.ts';
import { TestService, type Answer } from '../fixtures/service.ts';

const COMPANIES = 100;

async function readGeneration(backend: Backend): Promise<string | undefined> {
  return (await backend.facts()).generation;
}

interface Page {
  readonly data: readonly { readonly id: string; readonly name: string }[];
  readonly next_cursor: string | null;
}

suite('a swap', () => {
  let directory = '';
  let number = 0;
  /** The first data, and later data, each with other companies. */
  const files = { first: '', second: '', third: '' };
  const open: { readonly backend: Refreshable; readonly service: TestService }[] = [];

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-swap-'));
    files.first = await buildLines(directory, 'first', mills(0, COMPANIES));
    // Ten other mills replace the last ten.
    files.second = await buildLines(directory, 'second', mills(0, 90).concat(mills(1000, 1010)), {
      previous: files.first,
    });
    files.third = await buildLines(
      directory,
      'third',
      [...mills(0, COMPANIES), restricted(7), restricted(8), redirect(9, 7), ...mills(2000, 2020)],
      { previous: files.second },
    );
  });
  after(async () => {
    for (const { backend, service } of open) {
      await service.app.close();
      await backend.close();
    }
    rmSync(directory, { recursive: true });
  });

  const restricted = (n: number): ReturnType<typeof mill> => mill(n, { lifecycle: { status: 'restricted' } });
  const redirect = (n: number, to: number): ReturnType<typeof mill> =>
    mill(n, { lifecycle: { status: 'redirected', canonical_id: millId(to) } });

  /** Creates a service over a path of its own, at which the first data is. */
  function serve(options: Partial<SwapOptions> = {}, file = files.first, isWritable = false) {
    const path = join(directory, `served-${number++}`);
    put(file, path);
    // While a program has the file open for writing, the service has no lease on it, as on a network file system.
    const writer = isWritable ? openSync(path, 'r+') : undefined;
    const overwrite = (bytes: Buffer, at = 0): void => {
      assert.ok(writer !== undefined);
      writeSync(writer, bytes, 0, bytes.length, at);
      ftruncateSync(writer, at + bytes.length);
      closeSync(writer);
    };
    const events: SwapEvent[] = [];
    const backend = openBackend(`snapshot:${path}`, { ...options, onSwap: (event) => events.push(event) });
    const service = new TestService(backend);
    open.push({ backend, service });
    const ask = async (cursor?: string | null, limit = 10): Promise<Answer> =>
      await service.ask(`/v1/search?q=${MILLS}&limit=${limit}${typeof cursor === 'string' ? `&cursor=${cursor}` : ''}`);
    const page = async (cursor?: string | null, limit = 10): Promise<Page> => {
      const answer = await ask(cursor, limit);
      assert.equal(answer.status, 200, answer.body);
      return answer.json() as Page;
    };
    /** Walks to the end; calls `between` before each page except the first. */
    const walk = async (between: (page: number) => void | Promise<void>): Promise<string[]> => {
      const names: string[] = [];
      let cursor: string | null | undefined;
      for (let n = 0; cursor !== null; n++) {
        if (n > 0) await between(n);
        const { data, next_cursor: next } = await page(cursor);
        names.push(...data.map(({ name }) => name));
        cursor = next;
      }
      return names;
    };
    const swapTo = async (next: string): Promise<void> => {
      put(next, path);
      await backend.refresh();
    };
    return { path, overwrite, events, backend, service, ask, page, walk, swapTo };
  }

  const listNames = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, i) => millName(from + i));
  const findReason = (event: SwapEvent | undefined): string =>
    event?.kind === 'refused' ? event.reason : 'not refused';

  /** Returns the file that another worker would report as served. */
  const linkFile = (path: string): OpenFile => {
    const kept = join(directory, `kept-${number++}`);
    linkSync(path, kept);
    return { path: kept, signature: readSignature(kept) };
  };

  test('begins with the file that others serve, and refuses what took its place at the path', async () => {
    const { path, backend } = serve();
    const served = linkFile(path);
    const damaged = Buffer.from(readFileSync(files.second));
    damaged.writeUInt8(damaged.readUInt8(5000) ^ 1, 5000);
    putBytes(damaged, path);
    const events: SwapEvent[] = [];
    const reported: OpenFile[] = [];
    const options = { served, onSwap: (event: SwapEvent) => events.push(event), onFile: (file: OpenFile) => reported.push(file) }; // prettier-ignore
    const other = openBackend(`snapshot:${path}`, options);
    assert.equal(await readGeneration(other), await readGeneration(backend));
    await other.refresh();
    assert.match(findReason(events[0]), /its checksum differs/);
    put(files.second, path);
    await other.refresh();
    assert.deepEqual(reported.map(({ signature }) => signature), [served.signature, readSignature(path)]); // prettier-ignore
    await other.close();
  });

  for (const [claim, isOneProcess, want] of [
    ['a worker that skipped a generation continues the cursors of another worker in it', true, 200],
    ['another process that skipped a generation refuses its cursors', false, 400],
  ] as const)
    test(claim, async () => {
      const openSnapshots = isOneProcess ? openSnapshotsMemory() : undefined;
      const [one, other] = [serve({ openSnapshots }), serve({ openSnapshots })];
      await one.swapTo(files.second);
      const { next_cursor: cursor } = await one.page();
      await one.swapTo(files.third);
      await other.swapTo(files.third);
      const answers = await Promise.all([other.ask(cursor), other.ask(cursor)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [want, want],
      );
      if (want === 400) return;
      // A cursor from this service keeps the generation open, whatever the other worker closes.
      const page = answers[0].json() as Page;
      assert.equal(page.data[0]?.name, millName(10));
      await one.backend.close();
      assert.equal((await other.ask(page.next_cursor)).status, 200);
    });

  test('a worker opens nothing of another one whose file was written over', async () => {
    const openSnapshots = openSnapshotsMemory();
    const [one, other] = [serve({ openSnapshots }), serve({ openSnapshots })];
    await one.swapTo(files.second);
    const { next_cursor: cursor } = await one.page();
    utimesSync(one.path, 1, 1);
    assert.equal((await other.ask(cursor)).status, 400);
  });

  test('does not begin where the file that others serve was written over', () => {
    const { path, overwrite } = serve({}, files.first, true);
    const served = linkFile(path);
    put(files.second, path);
    overwrite(Buffer.from('x'));
    assert.throws(() => openBackend(`snapshot:${path}`, { served }), /the file that is served was written over/);
  });
  const listKinds = (events: readonly SwapEvent[]): string[] => events.map(({ kind }) => kind);

  test('is reported once, and new requests are answered from the new data', async () => {
    const { backend, service, events, swapTo, page } = serve();
    const generation = await readGeneration(backend);
    const tag = (await service.ask(`/v1/companies/${millId(1)}`)).headers['etag'];
    await swapTo(files.second);
    await backend.refresh();
    assert.notEqual(await readGeneration(backend), generation);
    assert.deepEqual(
      events.map((event) => (event.kind === 'swapped' ? [event.from, event.to] : event)),
      [[generation, await readGeneration(backend)]],
    );
    assert.equal((await page(undefined, 25)).data.length, 25);
    const gone = await service.ask(`/v1/companies/${millId(95)}`);
    assert.deepEqual((gone.json() as { data: object }).data, {
      id: millId(95),
      object: 'company',
      lifecycle: { status: 'tombstoned' },
    });
    assert.equal((await service.ask(`/v1/companies/${millId(1005)}`)).status, 200);
    const again = await service.ask(`/v1/companies/${millId(1)}`, { headers: { 'if-none-match': tag } });
    assert.equal(again.status, 200);
    assert.notEqual(again.headers['etag'], tag);
  });

  test('leaves walks that are under way in the data they began in, over several swaps', async () => {
    const { swapTo, walk } = serve();
    const names = await walk(async (n) => {
      if (n === 2) await swapTo(files.second);
    });
    assert.deepEqual(names, listNames(0, COMPANIES));
    const inSecond = await walk(async (n) => {
      if (n % 2 === 1) await swapTo(n % 4 === 1 ? files.first : files.second);
    });
    assert.deepEqual(inSecond, [...listNames(0, 90), ...listNames(1000, 1010)]);
  });

  test('takes restricted companies out of walks at once, and those redirected to them', async () => {
    const { swapTo, service, page, ask } = serve();
    const first = await page(undefined, 5);
    const shown = await ask(first.next_cursor, 5);
    assert.deepEqual(
      (shown.json() as Page).data.map(({ name }) => name),
      listNames(5, 10),
    );
    await swapTo(files.third);
    const target = `/v1/search?q=${MILLS}&limit=5&cursor=${first.next_cursor}`;
    const later = await service.ask(target, { headers: { 'if-none-match': shown.headers['etag'] } });
    assert.equal(later.status, 200, 'a page with a company that has been restricted is not current');
    const { data, next_cursor: next } = later.json() as Page;
    assert.deepEqual(
      data.map(({ name }) => name),
      [millName(5), millName(6), ...listNames(10, 13)],
      'filled up with those that follow',
    );
    assert.deepEqual(
      (await page(next, 25)).data.map(({ name }) => name),
      listNames(13, 38),
    );
    for (const n of [7, 8, 9]) assert.ok(!later.body.includes(millName(n)));
    const one = await service.ask(`/v1/companies/${millId(7)}`);
    assert.deepEqual((one.json() as { data: { lifecycle: object } }).data.lifecycle, { status: 'restricted' });
  });

  test('ends the pages of earlier data in order where every company left is restricted', async () => {
    const few = await buildLines(directory, 'few', mills(0, 30));
    const none = await buildLines(
      directory,
      'none',
      [...mills(0, 5), ...Array.from({ length: 25 }, (_, i) => restricted(5 + i))],
      {
        previous: few,
      },
    );
    const { swapTo, page } = serve({}, few);
    const { next_cursor: cursor } = await page(undefined, 5);
    await swapTo(none);
    assert.deepEqual(await page(cursor, 25).then(({ data, next_cursor: next }) => ({ data, next })), {
      data: [],
      next: null,
    });
    // One company a page: after a number of attempts the service returns an empty page with a cursor.
    let next: string | null | undefined = cursor;
    let pages = 0;
    for (; next !== null && pages < 100; pages++) {
      const empty: Page = await page(next, 1);
      assert.deepEqual(empty.data, []);
      next = empty.next_cursor;
    }
    assert.ok(pages > 1 && next === null, `${pages} pages`);
  });

  test('keeps earlier data until its last cursor has expired, and not longer', async () => {
    let nowMs = 0;
    const { backend, events, swapTo, page, ask } = serve({ cursorTtlSeconds: 60, nowMs: () => nowMs });
    const { next_cursor: cursor } = await page();
    await swapTo(files.second);
    nowMs = 50_000;
    const { next_cursor: second } = await page(cursor);
    nowMs = 110_000;
    await backend.refresh();
    await page(second, 25);
    nowMs = 172_000;
    await backend.refresh();
    assert.deepEqual(listKinds(events), ['swapped', 'closed']);
    assert.deepEqual(events[1], {
      kind: 'closed',
      generation: events[0]?.kind === 'swapped' ? events[0].from : '',
      hasExpired: true,
    });
    const answer = await ask(second);
    assert.equal(answer.status, 400);
    assert.match((answer.json() as { detail: string }).detail, /replaced: start again from the first page/);
  });

  test('keeps a number of earlier generations and closes the one that expires first', async () => {
    let nowMs = 0;
    const { events, swapTo, page, ask } = serve({ generationsMax: 2, nowMs: () => nowMs++ });
    const cursors: (string | null)[] = [];
    for (const file of [files.second, files.third]) {
      cursors.push((await page()).next_cursor);
      await swapTo(file);
    }
    const fourth = await buildLines(directory, 'fourth', mills(0, 60));
    cursors.push((await page()).next_cursor);
    // The first generation is used again, so the cursors of the second expire first.
    await page(cursors[0]);
    await swapTo(fourth);
    assert.deepEqual(listKinds(events), ['swapped', 'swapped', 'closed', 'swapped']);
    const statuses = [];
    for (const cursor of cursors) statuses.push((await ask(cursor)).status);
    assert.deepEqual(statuses, [200, 400, 200]);
  });

  test('of none keeps nothing: cursors end with their data', async () => {
    const { swapTo, page, ask } = serve({ generationsMax: 0 });
    const { next_cursor: cursor } = await page();
    await swapTo(files.second);
    assert.equal((await ask(cursor)).status, 400);
  });

  const bad: readonly (readonly [claim: string, bytes: () => Buffer, reason: RegExp])[] = [
    ['a copy that was cut', () => readFileSync(files.second).subarray(0, -5000), /it is another kind of file/],
    ['an empty file', () => Buffer.alloc(0), /it is another kind of file/],
    ['an older format', () => ofVersion(files.second, 1), /has format version 1, this program reads \d/],
    ['a damaged trailer', () => flipped(files.second, -40), /last 64 bytes are damaged/],
    ['tables with invalid content', () => zeroed(files.second), /is damaged/],
  ];
  function flipped(file: string, at: number): Buffer {
    const bytes = Buffer.from(readFileSync(file));
    const place = bytes.length + at;
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    return bytes;
  }
  function zeroed(file: string): Buffer {
    const bytes = Buffer.from(readFileSync(file));
    return bytes.fill(0, 0, bytes.length / 2);
  }
  for (const [claim, bytes, reason] of bad) {
    test(`refuses ${claim} once, and the previous data stays`, async () => {
      const { path, backend, events, swapTo, page } = serve();
      const { next_cursor: cursor } = await page();
      const generation = await readGeneration(backend);
      putBytes(bytes(), path);
      for (let n = 0; n < 3; n++) await backend.refresh();
      assert.deepEqual(listKinds(events), ['refused']);
      assert.match(findReason(events[0]), reason);
      assert.equal(await readGeneration(backend), generation);
      assert.equal((await page(cursor)).data.length, 10);
      await backend.refresh(true);
      assert.deepEqual(listKinds(events), ['refused', 'refused'], 'who asks is answered again');
      await swapTo(files.second);
      assert.deepEqual(listKinds(events), ['refused', 'refused', 'swapped']);
    });
  }

  test('refuses a file with one wrong byte anywhere', async () => {
    const { path, backend, events } = serve();
    for (let at = 1; at < 10; at++) {
      putBytes(flipped(files.second, -64 - at * 1000), path);
      await backend.refresh();
      assert.match(findReason(events.at(-1)), /its checksum differs/);
    }
  });

  /** Ways to write into a served file without a lease, and the expected events, before a valid file is renamed to its path. */
  const writtenOver: readonly (readonly [claim: string, bytes: () => Buffer, at: () => number])[] = [
    ['by a damaged copy', () => flipped(files.first, -64 - 3000), () => 0],
    ['at its end', () => Buffer.from('more'), () => statSync(files.first).size],
  ];
  for (const [claim, bytes, at] of writtenOver) {
    test(`finds a file that is written over ${claim}, answers 503, and recovers with a sound file`, async () => {
      const { overwrite, backend, service, events, ask, swapTo, page } = serve({}, files.first, true);
      const { next_cursor: cursor } = await page();
      await ask();
      overwrite(bytes(), at());
      for (let n = 0; n < 2; n++) await backend.refresh();
      assert.deepEqual(listKinds(events), ['changed', 'refused']);
      const targets = [`/v1/companies/${millId(1)}`, `/v1/companies/${millId(1)}/officers`];
      const answers = [await ask(), await ask(cursor)];
      for (const target of targets) answers.push(await service.ask(target));
      for (const { status, headers, body } of answers) {
        assert.equal(status, 503, body);
        assert.ok(Number(headers['retry-after']) >= 1);
        assert.match(body, /upstream_unavailable/);
      }
      assert.throws(() => backend.facts(), BackendError, 'it is not ready');
      await swapTo(files.second);
      assert.deepEqual(listKinds(events), ['changed', 'refused', 'swapped']);
      assert.equal((await page()).data.length, 10);
      assert.equal((await ask(cursor)).status, 400, 'what was written over is not kept for cursors');
    });
  }

  test('serves other data that was written over the file, once it is whole', async () => {
    const { overwrite, backend, events, page } = serve({}, files.first, true);
    const { next_cursor: cursor } = await page();
    overwrite(readFileSync(files.second));
    await backend.refresh();
    assert.deepEqual(listKinds(events), ['changed', 'swapped']);
    assert.equal((await page()).data.length, 10);
    await assert.rejects(page(cursor), /belongs to data that has been replaced/);
  });

  test('keeps serving a file that was touched, once its checksum is verified', async () => {
    const { path, backend, events, page } = serve();
    const { next_cursor: cursor } = await page();
    const generation = await readGeneration(backend);
    utimesSync(path, 1, 1);
    await backend.refresh();
    assert.deepEqual(events, [
      { kind: 'changed', generation, isCurrent: true, isCopied: false },
      { kind: 'recovered', generation },
    ]);
    assert.equal((await page(cursor)).data.length, 10);
  });

  test('recovers with the same data in another file, and then swaps as ever', async () => {
    const { overwrite, backend, events, page, swapTo } = serve({}, files.first, true);
    const { next_cursor: cursor } = await page();
    overwrite(Buffer.alloc(100));
    await backend.refresh();
    await swapTo(files.first);
    assert.deepEqual(listKinds(events), ['changed', 'refused', 'recovered']);
    assert.equal((await page(cursor)).data.length, 10);
    await swapTo(files.second);
    assert.equal((await page(cursor)).data.length, 10);
  });

  test('closes earlier data whose file is written over', async () => {
    const { overwrite, backend, events, ask, page, swapTo } = serve({}, files.first, true);
    const { next_cursor: cursor } = await page();
    await swapTo(files.second);
    overwrite(Buffer.alloc(100));
    await backend.refresh();
    assert.deepEqual(listKinds(events), ['swapped', 'changed']);
    assert.equal((await ask(cursor)).status, 400);
    assert.equal((await page()).data.length, 10);
  });

  test('refuses anything but a file without opening it', { skip: process.platform === 'win32' }, async () => {
    const { path, backend, events, page } = serve();
    const waiting = `${path}.fifo`;
    assert.equal(spawnSync('mkfifo', [waiting]).status, 0);
    renameSync(waiting, path);
    await backend.refresh();
    assert.match(findReason(events[0]), /it is a named pipe \(FIFO\), not a file/);
    assert.equal((await page()).data.length, 10);
  });

  test('waits for a missing file, and continues when it is back', async () => {
    const { path, backend, events, page } = serve();
    renameSync(path, `${path}.away`);
    for (let n = 0; n < 3; n++) await backend.refresh();
    assert.match(findReason(events[0]), /no such file/);
    assert.equal((await page()).data.length, 10);
    renameSync(`${path}.away`, path);
    await backend.refresh();
    assert.deepEqual(listKinds(events), ['refused']);
  });

  test('follows a link that is moved', async () => {
    const link = join(directory, 'current');
    pointTo(files.first, link);
    const backend = openBackend(`snapshot:${link}`);
    const generation = await readGeneration(backend);
    pointTo(files.second, link);
    await backend.refresh();
    assert.notEqual(await readGeneration(backend), generation);
    pointTo(files.first, link);
    await backend.refresh();
    assert.equal(await readGeneration(backend), generation);
    await backend.close();
  });

  test('to the same content in another file is not a swap, and the previous file is closed', async () => {
    const { path, backend, events, swapTo, page } = serve();
    const { next_cursor: cursor } = await page();
    await swapTo(files.first);
    put(files.first, path);
    await backend.refresh();
    assert.deepEqual(events, []);
    assert.equal((await page(cursor)).data.length, 10);
  });

  test('back to data that is kept open brings its cursors with it', async () => {
    const { path, backend, swapTo, page, walk } = serve();
    linkSync(path, `${path}.kept`);
    const { next_cursor: cursor } = await page();
    await swapTo(files.second);
    const { next_cursor: inSecond } = await page(undefined, 25);
    renameSync(`${path}.kept`, path);
    await backend.refresh();
    assert.deepEqual(
      (await page(cursor)).data.map(({ name }) => name),
      listNames(10, 20),
    );
    assert.deepEqual(
      (await page(inSecond)).data.map(({ name }) => name),
      listNames(25, 35),
    );
    assert.deepEqual(await walk(() => undefined), listNames(0, COMPANIES));
  });

  test('is noticed at once by a cursor of the new data, which another process has issued', async () => {
    const { path, page } = serve();
    put(files.second, path);
    const other = new TestService(openBackend(`snapshot:${path}`));
    const first = (await other.ask(`/v1/search?q=${MILLS}&limit=10`)).json() as Page;
    assert.deepEqual(
      (await page(first.next_cursor)).data.map(({ name }) => name),
      listNames(10, 20),
    );
    await other.app.close();
  });

  test('never answers a cursor from a damaged file, be it the new one or the one that a build has kept', async () => {
    const elsewhere = serve({}, files.second);
    const { next_cursor: cursor } = await elsewhere.page();
    for (const place of ['', '.previous']) {
      const { path, events, ask, backend } = serve();
      const generation = await readGeneration(backend);
      putBytes(flipped(files.second, -64 - 3000), path + place);
      const answer = await ask(cursor);
      assert.equal(answer.status, 400, answer.body);
      assert.match(answer.body, /belongs to data that has been replaced/);
      assert.equal(await readGeneration(backend), generation);
      await backend.refresh();
      assert.deepEqual(listKinds(events), place === '' ? ['refused'] : []);
    }
  });

  test('leaves cursors of the data before to a process that never had it open, where a build has kept it', async () => {
    const { path, page, swapTo } = serve();
    const { next_cursor: cursor } = await page();
    linkSync(path, `${path}.previous`);
    await swapTo(files.second);
    const backend = openBackend(`snapshot:${path}`);
    const other = new TestService(backend);
    open.push({ backend, service: other });
    for (let n = 0; n < 2; n++) {
      const answer = await other.ask(`/v1/search?q=${MILLS}&limit=10&cursor=${cursor}`);
      assert.equal(answer.status, 200, answer.body);
      assert.deepEqual(
        (answer.json() as Page).data.map(({ name }) => name),
        listNames(10, 20),
      );
    }
  });
});
