/** The examples of docs/changes.md: they keep a table up to date from a publication over several builds. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import { exportSnapshot } from '../../../extras/exports/export.ts';
import { createKey, type SigningKey } from '../../../extras/publication/keys.ts';
import { folderServer, type FolderServer } from '../../../extras/publication/store-fixture.ts';
import { publish } from '../../../extras/publication/write-folder.ts';
import type { RegisterLine } from '../../../src/model/index.ts';
import { SnapshotReader, scanRecords } from '../../../src/snapshot/index.ts';
import { has } from '../../parts.ts';
import { buildLines, mill, millId, mills } from '../../searching/generations.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'docs', 'examples');
const restricted: RegisterLine = { id: millId(6), lifecycle: { status: 'restricted' } };
const redirected: RegisterLine = { id: millId(50), lifecycle: { status: 'redirected', canonical_id: millId(6) } };

/** The consumer runs after the first build, then after the others: a restriction, and a redirect to it, must reach it all the same. */
const BUILDS: readonly (readonly RegisterLine[])[] = [
  [...mills(0, 30), mill(50)],
  [...mills(0, 30), mill(40), mill(50), mill(41, { name: 'Ny kvarn', state: 'active' })],
  [...mills(1, 30), mill(40, { state: 'closed' }), mill(41, { name: 'Ny kvarn', country_code: 'SE' }), redirected],
  [...mills(1, 30), mill(40, { name: 'Kvarn 40 ny', state: 'closed' }), restricted, redirected],
];

for (const [program, example] of [
  [process.execPath, 'changes.ts'],
  ['python3', 'changes.py'],
] as const)
  suite(`the consumer ${example}`, { skip: program === 'python3' && !has('python', `the consumer ${example}`) }, () => {
    let at = '';
    let server: FolderServer;
    let key: SigningKey;
    let snapshot = '';
    const closing: (() => void)[] = [];
    before(async () => {
      at = mkdtempSync(join(tmpdir(), 'openfirma-consumer-'));
      key = await createKey(join(at, 'key'));
      server = await folderServer({ after: (end: () => void) => closing.push(end) }, join(at, 'public'));
    });
    after(() => {
      for (const close of closing) close();
      rmSync(at, { recursive: true });
    });

    const build = async (lines: readonly RegisterLine[]): Promise<void> => {
      snapshot = await buildLines(at, 's', lines, snapshot === '' ? {} : { previous: snapshot });
    };
    const put = async (changes?: number): Promise<void> => {
      const into = join(at, 'exports');
      await exportSnapshot({ snapshot, into, formats: ['ndjson'], withOfficers: false, publisher: 'Test', yieldIfDue: () => undefined }); // prettier-ignore
      const { signal } = new AbortController();
      await publish({ snapshot, to: join(at, 'public'), key, exports: [into], changes, signal });
    };
    const consume = async (): Promise<{ status: unknown; stderr: string; requested: string[] }> => {
      const first = server.requests.length;
      const child = spawn(program, [join(EXAMPLES, example), server.address, join(at, 'table.db')]);
      let stderr = '';
      child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
      const [status] = (await once(child, 'close')) as [unknown];
      return { status, stderr, requested: server.requests.slice(first).map(({ url = '' }) => url.split('/')[1] ?? '') };
    };
    const table = (): unknown[] => {
      using db = new DatabaseSync(join(at, 'table.db'));
      return db.prepare('SELECT id, name, country, state FROM companies ORDER BY id').all(); // prettier-ignore
    };
    const wanted = async (): Promise<unknown[]> => {
      await using reader = SnapshotReader.open(snapshot);
      return [...scanRecords(reader)].flatMap((stored) => {
        const { id, lifecycle, profile, details } = stored.decode();
        if (lifecycle.status !== 'active') return [];
        return { id, name: profile.name, country: profile.country_code ?? null, state: details.state ?? null };
      });
    };
    const holds = async (requested: readonly string[]): Promise<void> => {
      const run = await consume();
      assert.deepEqual([run.status, run.requested], [0, ['current.json', ...requested]], run.stderr);
      assert.deepEqual(JSON.parse(JSON.stringify(table())), await wanted());
    };

    test('loads the export, then only the change files of later builds', async () => {
      const [first = [], ...later] = BUILDS;
      await build(first);
      await put();
      await holds(['exports']);
      await holds([]);
      for (const lines of later) await build(lines);
      await put();
      await holds(['changes', 'changes', 'changes']);
      assert.equal(table().length, 29);
    });

    test('continues after a file that did not arrive, where it ended', async () => {
      await build([...mills(1, 35), restricted]);
      await build([...mills(1, 36), restricted]);
      await put();
      let files = 0;
      server.disturb = ({ url = '' }, response, bytes) => {
        if (!url.startsWith('/changes/') || ++files === 1) return false;
        response.writeHead(200).end(bytes.subarray(0, -1));
        return true;
      };
      const { status, stderr } = await consume();
      assert.equal(status, 1);
      assert.match(stderr, /has another checksum; run again/);
      server.disturb = undefined;
      await holds(['changes']);
    });

    test('loads the export again if its generation is no longer in the chain', async () => {
      await build([...mills(2, 36), restricted]);
      await build([...mills(3, 37), restricted]);
      await put(1);
      await holds(['exports']);
    });
  });
