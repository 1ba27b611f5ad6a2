/** Tests for every database: the promises of the interface, and the same results as from the loaded snapshot. */
import { openPostgresBackend } from '../../../extras/postgres/postgres-backend.ts';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { LATER_LINES, SUITE_LINES } from '../../../src/backend/backend-fixture.ts';
import { backendSuite } from '../../../src/backend/backend.suite.ts';
import { type Backend } from '../../../src/backend/index.ts';
import { loadSnapshot } from '../../../extras/postgres/load/load-snapshot.ts';
import { SnapshotReader, openPublished } from '../../../src/snapshot/index.ts';
import { buildLines, mills } from '../../searching/generations.ts';
import { openSample, type Sample } from '../../fixtures/service.ts';

const TODAY = '2026-11-22';
/** Number of companies that are requested at once. */
const AT_ONCE = 20;

// Common and rare names, numbers with and without a posting list, both at once, other alphabets, and queries without matches.
const QUERIES =
  'kvarn;Kvarn 0001;nordlysmyr;the;mar;5;55;551;5512;55123;01;011;0110071-6;SE5560100;HRB;FICT;FI0;4711;αμπελ;БЪЛ;o tarrigan;zzzz;...';

const KEEP = { keepSeconds: 900 };

/** Runs the suite of all backends over the empty database whose address `database` returns. */
export function backendSuiteOver(title: string, database: () => Promise<string>): void {
  backendSuite(title, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openfirma-database-'));
    const first = await buildLines(directory, 'first', SUITE_LINES);
    const later = await buildLines(directory, 'later', LATER_LINES, { previous: first });
    const address = await database();
    await loadSnapshot(first, address, KEEP);
    const backend = openPostgresBackend(address);
    return {
      backend,
      replace: async () => {
        await loadSnapshot(later, address, KEEP);
        await backend.refresh();
      },
      remove: async () => rmSync(directory, { recursive: true }),
    };
  });
}

/** Returns every page of a search, with its position. */
async function readPages(
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

/** Returns a record and its officers. */
async function readRecord(backend: Backend, id: string): Promise<unknown> {
  const company = await backend.company(id);
  const { records: [details] = [] } = (await backend.details?.([id])) ?? {};
  const lists = [1, 100].map(async (limit) => await backend.officers({ id, limit, today: TODAY }));
  return [
    company && Buffer.from(company.json).toString(),
    details,
    ...(await Promise.all(lists)).map(
      (list) => list && [list.companyId, list.hasMore, Buffer.from(list.json).toString()],
    ),
  ];
}

/** Compares all results about the sample and some mills, loaded into the empty database whose address `database` returns. */
export function sameAnswers(title: string, database: () => Promise<string>): void {
  suite(`${title} has the answers of the snapshot`, () => {
    let sample: Sample;
    let asked: Backend;
    before(async () => {
      sample = await openSample(mills(0, 300));
      const address = await database();
      await loadSnapshot(sample.path, address, KEEP);
      asked = openPostgresBackend(address);
    });
    after(async () => {
      await asked.close();
      await sample.close();
    });

    for (const country of [undefined, 'SE', 'FI', 'GB', 'ZZ']) {
      test(`every page of searches in ${country ?? 'every country'}, their positions, to the byte`, async () => {
        await Promise.all(
          QUERIES.split(';').map(async (query) => {
            const [got, want] = await Promise.all(
              [asked, sample.backend].map(async (backend) => await readPages(backend, query, country, 9)),
            );
            assert.deepEqual(got, want, query);
          }),
        );
      });
    }

    test('every record in every state, and its officers and details, to the byte', async () => {
      const reader = SnapshotReader.open(sample.path);
      const ids = [...openPublished(reader).records()].map(({ id }) => id);
      await reader.close();
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const some = ids.slice(at, at + AT_ONCE);
        const [got, want] = await Promise.all(
          [asked, sample.backend].map(
            async (backend) => await Promise.all(some.map(async (id) => await readRecord(backend, id))),
          ),
        );
        assert.deepEqual(got, want);
      }
    });

    test('the facts about the data, but for the match index, which only a file has', async () => {
      const { hasMatchIndex, ...facts } = await sample.backend.facts();
      assert.equal(hasMatchIndex, true);
      assert.deepEqual(await asked.facts(), facts);
    });
  });
}
