/** The check of every byte of the file that a start serves at once. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import { BackendError, openBackend, type Refreshable, type SwapEvent } from '../../src/backend/index.ts';
import { readSignature } from '../../src/files/index.ts';
import { buildLines, mill, millName, mills, put, putBytes, quietlyDamaged } from '../searching/generations.ts';
import { until } from '../fixtures/until.ts';

suite('The first file', () => {
  let directory = '';
  let number = 0;
  const files = { before: '', now: '', restricting: '' };
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-first-check-'));
    files.before = await buildLines(directory, 'before', mills(0, 1900));
    files.now = await buildLines(directory, 'now', mills(0, 2000), { previous: files.before });
    const restricted = mill(7, { lifecycle: { status: 'restricted' } });
    files.restricting = await buildLines(directory, 'restricting', [...mills(0, 7), restricted, ...mills(8, 1900)], {
      previous: files.before,
    });
  });
  after(() => rmSync(directory, { recursive: true }));

  /** Opens a file as `serve` does, with the file that a build kept. */
  function start(t: TestContext, bytes: Buffer, kept?: string) {
    const path = join(directory, `served-${number++}`);
    putBytes(bytes, path);
    if (kept !== undefined) put(kept, `${path}.previous`);
    return { path, ...open(t, path) };
  }

  function open(t: TestContext, path: string) {
    const events: SwapEvent[] = [];
    const backend = openBackend(`snapshot:${path}`, { checksFirst: true, onSwap: (event) => events.push(event) });
    t.after(() => backend.close());
    return { backend, events };
  }

  const found = async (backend: Refreshable, n: number): Promise<boolean> =>
    (await backend.search({ query: millName(n), limit: 1 })).json.length > 0;
  const listKinds = (events: readonly SwapEvent[]): string[] => events.map(({ kind }) => kind);

  test('is served at once, and a sound one is noted, so that the next start does not read it again', async (t) => {
    const { path, backend, events } = start(t, readFileSync(files.now));
    assert.equal(await found(backend, 1950), true);
    await until('the file is checked', () => existsSync(`${path}.sound`));
    assert.equal(readFileSync(`${path}.sound`, 'utf8').trim(), readSignature(path));
    const noted = statSync(`${path}.sound`, { bigint: true }).mtimeNs;
    const again = open(t, path);
    assert.equal(await found(again.backend, 1950), true);
    await again.backend.close();
    assert.equal(statSync(`${path}.sound`, { bigint: true }).mtimeNs, noted);
    assert.deepEqual([...events, ...again.events], []);
  });

  test('that is damaged is withdrawn with its reason, and the kept one is served', async (t) => {
    const { path, backend, events } = start(t, await quietlyDamaged(files.now), files.before);
    assert.equal(await found(backend, 5), true, 'it is served until its fault is found');
    await until('the kept file is served', () => listKinds(events).includes('swapped'));
    assert.deepEqual(listKinds(events), ['damaged', 'swapped']);
    assert.match((events[0] as { reason: string }).reason, /is damaged \(its checksum differs/);
    assert.deepEqual([await found(backend, 5), await found(backend, 1950)], [true, false]);
    assert.equal(existsSync(`${path}.sound`), false);
    await backend.refresh();
    put(files.now, path);
    await backend.refresh();
    assert.deepEqual(listKinds(events), ['damaged', 'swapped', 'swapped'], 'the damaged file is not tried again');
    assert.equal(await found(backend, 1950), true);
  });

  for (const [claim, kept] of [
    ['without a kept one', () => undefined],
    ['beside a damaged one', () => quietlyDamaged(files.before)],
    ['that restricts a company of the kept one', () => readFileSync(files.before)],
  ] as const)
    test(`that is damaged, ${claim}, answers 503 until a sound file is there`, async (t) => {
      const path = join(directory, `served-${number++}`);
      const isRestricting = claim.startsWith('that restricts');
      putBytes(await quietlyDamaged(isRestricting ? files.restricting : files.now), path);
      const bytes = await kept();
      if (bytes !== undefined) putBytes(bytes, `${path}.previous`);
      const { backend, events } = open(t, path);
      await until('the file is found damaged', () => listKinds(events).includes('damaged'));
      const fault = await Promise.resolve()
        .then(() => backend.facts())
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      assert.ok(fault instanceof BackendError);
      assert.match(fault.message, /is damaged$/);
      put(files.now, path);
      await backend.refresh();
      assert.equal(await found(backend, 1950), true);
      assert.deepEqual(listKinds(events), ['damaged', isRestricting ? 'swapped' : 'recovered']);
    });
});
