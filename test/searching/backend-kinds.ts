/** The kinds of backends other than snapshots, without mocks. */
import { openPostgresBackend } from '../../extras/postgres/postgres-backend.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { openBackend } from '../../src/backend/index.ts';
import { loadSnapshot } from '../../extras/postgres/load/load-snapshot.ts';
import { SEARCH_LIMITS } from '../../src/contract/index.ts';
import { readSignature } from '../../src/files/index.ts';
import { codePointCount, collapseWhiteSpace } from '../../src/model/index.ts';
import { createKey, readPublicKeys } from '../../extras/publication/keys.ts';
import { Follower } from '../../extras/publication/follow.ts';
import { publish } from '../../extras/publication/write-folder.ts';
import { folderServer } from '../../extras/publication/store-fixture.ts';
import type { BackendKind, OpenedKind, OpenedReplaceable } from './backend-kind.ts';
import { PostgresNodes } from '../extras/postgres/postgres-nodes.ts';
import { PostgresServer } from '../extras/postgres/postgres-server.ts';
import { has } from '../parts.ts';
import { openThroughUpstream } from '../extras/upstream/upstream-service.ts';

/** Returns a kind over a database; each snapshot is loaded once, into a new database. */
function overPostgres(name: string, database: () => Promise<string>, oneOf: number): BackendKind {
  const loaded = new Map<string, string>();
  const open = async (snapshot: string): Promise<OpenedKind> => {
    // The file at the path may change.
    const key = readSignature(snapshot);
    const address = loaded.get(key) ?? (await database());
    if (!loaded.has(key)) await loadSnapshot(snapshot, address, { keepSeconds: 900 });
    loaded.set(key, address);
    const backend = openPostgresBackend(address);
    return { backend, remove: async () => await backend.close() };
  };
  return { name, open, oneOf };
}

/** Returns a kind over a follower of a publication in its own store. */
function overFollower(oneOf: number): BackendKind {
  return { name: 'a follower', open: openFollowed, oneOf };
}

/** Returns whether the operation accepts a query. */
function isQuery(text: string): boolean {
  const chars = codePointCount(collapseWhiteSpace(text));
  return chars >= SEARCH_LIMITS.queryCharsMin && chars <= SEARCH_LIMITS.queryCharsMax;
}

/** Returns a kind of backend that asks another service, which serves the snapshot, over HTTP. */
function overUpstream(oneOf: number): BackendKind {
  return { name: 'another service', open: openUpstream, oneOf, takes: isQuery };
}

/** Opens another service. Its clock is far behind, because the service in front decides which officers are current. */
async function openUpstream(snapshot: string): Promise<OpenedKind> {
  const backend = await openThroughUpstream(openBackend(`snapshot:${snapshot}`), () => Date.UTC(2000, 0, 1));
  return { backend, remove: async () => await backend.close() };
}

/** A backend over the data of a follower. */
export async function openFollowed(snapshot: string): Promise<OpenedReplaceable> {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-followed-'));
  const { signal } = new AbortController();
  const ends: (() => void)[] = [];
  const { address } = await folderServer({ after: (end: () => void) => ends.push(end) }, join(directory, 'store'));
  const key = await createKey(join(directory, 'key'));
  const path = join(directory, 'followed', 'openfirma.snapshot');
  const keys = await readPublicKeys(key.text);
  const follower = new Follower({ address, keys, path, previousMs: 900_000, signal });
  const backend = openBackend(`snapshot:${path}`, { isAwaited: true });
  const replace = async (file: string): Promise<void> => {
    await publish({ snapshot: file, to: join(directory, 'store'), key, signal });
    const followed = await follower.poll();
    if (followed.kind !== 'fetched') throw new Error(`The follower has nothing: ${JSON.stringify(followed)}`);
    await backend.refresh();
  };
  await replace(snapshot);
  const remove = async (): Promise<void> => {
    await backend.close();
    await follower[Symbol.asyncDispose]();
    for (const end of ends) end();
    rmSync(directory, { recursive: true });
  };
  return { backend, replace, remove };
}

/** Returns all kinds other than snapshots. Their servers run during the tests of the calling file. */
export function otherKinds(oneOf: number): BackendKind[] {
  const kinds = [overFollower(oneOf), overUpstream(oneOf)];
  if (!has('postgresql', 'The service over PostgreSQL')) return kinds;
  if (process.env['POSTGRES_TEST_URL'] !== undefined) {
    let server: PostgresServer;
    before(async () => {
      server = await PostgresServer.start();
    });
    after(async () => await server.remove());
    return [...kinds, overPostgres('PostgreSQL', async () => await server.database(), oneOf)];
  }
  let nodes: PostgresNodes;
  before(async () => {
    nodes = await PostgresNodes.start();
  });
  after(async () => await nodes.remove());
  return [...kinds, overPostgres('three nodes of PostgreSQL', async () => await nodes.database(), oneOf)];
}
