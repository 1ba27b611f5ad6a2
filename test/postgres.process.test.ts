/** The backend over PostgreSQL keeps the promises of the seam, and answers the same bytes as the snapshot that was loaded. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { LATER_LINES, SUITE_LINES, backendSuite } from '../src/backend/backend.suite.ts';
import { loadSnapshot, openBackend, type Backend } from '../src/backend/index.ts';
import { SnapshotScanner, publishedIn } from '../src/snapshot/index.ts';
import { buildOf, mills } from './generations.ts';
import { PostgresServer, hasPostgres } from './postgres-server.ts';
import { openSample, type Sample } from './service.ts';

const TODAY = '2026-11-22';
const KEEP = { keepSeconds: 900 };

if (hasPostgres('The backend over PostgreSQL')) {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => await server.remove());

  backendSuite('The backend over PostgreSQL', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openfirma-postgres-backend-'));
    const first = await buildOf(directory, 'first', SUITE_LINES);
    const later = await buildOf(directory, 'later', LATER_LINES, { previous: first });
    const address = await server.database();
    await loadSnapshot(first, address, KEEP);
    const backend = openBackend(address);
    return {
      backend,
      replace: async () => {
        await loadSnapshot(later, address, KEEP);
        await backend.refresh();
      },
      remove: async () => rmSync(directory, { recursive: true }),
    };
  });

  suite('A database answers what the snapshot answers', () => {
    let sample: Sample;
    let database: Backend;
    before(async () => {
      sample = await openSample(mills(0, 700));
      const address = await server.database();
      await loadSnapshot(sample.path, address, KEEP);
      database = openBackend(address);
    });
    after(async () => {
      await database.close();
      await sample.close();
    });

    /** Every page of a search, with its position. */
    async function pagesOf(
      backend: Backend,
      query: string,
      country: string | undefined,
      limit: number,
    ): Promise<string[]> {
      const pages: string[] = [];
      for (let position: string | undefined, isFirst = true; isFirst || position !== undefined; isFirst = false) {
        const { json, next, version } = await backend.search({ query, country, limit, after: position });
        pages.push(`${Buffer.from(json).toString()} ${next} ${version?.generation}`);
        position = next;
      }
      return pages;
    }

    // Common and rare names, numbers with and without a posting list, both at once, other alphabets, nothing.
    const queries =
      'kvarn;Kvarn 0001;nordlysmyr;the;mar;5;55;551;5512;55123;01;011;0110071-6;SE5560100;HRB;FICT;FI0;4711;αμπελ;БЪЛ;o tarrigan;zzzz;...';
    for (const country of [undefined, 'SE', 'FI', 'GB', 'ZZ']) {
      test(`every page of searches in ${country ?? 'every country'}, their positions, to the byte`, async () => {
        for (const query of queries.split(';'))
          assert.deepEqual(
            await pagesOf(database, query, country, 9),
            await pagesOf(sample.backend, query, country, 9),
            query,
          );
      });
    }

    test('every record in every state, and its officers, to the byte', async () => {
      const scanner = new SnapshotScanner(sample.path);
      const ids = [...publishedIn(scanner).records()].map(({ id }) => id);
      await scanner.close();
      for (const id of ids) {
        assert.deepEqual(
          await database.company(id),
          { ...(await sample.backend.company(id)), version: (await database.company(id))?.version },
          id,
        );
        for (const limit of [1, 100]) {
          const [got, want] = await Promise.all(
            [database, sample.backend].map(async (backend) => await backend.officers({ id, limit, today: TODAY })),
          );
          assert.deepEqual(
            [got?.companyId, got?.hasMore, got && Buffer.from(got.json).toString()],
            [want?.companyId, want?.hasMore, want && Buffer.from(want.json).toString()],
          );
        }
      }
    });

    test('the facts about the data', async () => {
      assert.deepEqual(await database.facts(), await sample.backend.facts());
    });
  });
}
