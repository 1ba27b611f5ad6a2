/** Responses over any kind of backend equal those over a snapshot, byte for byte where the specification defines bytes. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { SnapshotReader, openPublished } from '../../src/snapshot/index.ts';
import { selectQueries, type BackendKind } from './backend-kind.ts';
import { MORE } from '../serving/search-http.suite.ts';
import { TestService, openSample, type Answer, type Sample } from '../fixtures/service.ts';

/** Frequent and rare names, selective and unselective numbers, both at once, other alphabets, and a query without matches. */
const QUERIES =
  'kvarn;Kvarn 0001;nordlysmyr;the;mar;551;5512;55123;011;0110071-6;SE5560100;HRB;FICT;FI0;4711;SE 5560101981;NO 911 020 068 MVA;αμπελ;БЪЛ;o tarrigan;zzzz;...'.split(
    ';',
  );

const COUNTRIES = ['all', 'SE', 'FI', 'GB', 'ZZ'];

/** Runs the suite over a kind of backend. */
export function sameAnswersSuite(kind: BackendKind): void {
  suite(`Responses over ${kind.name} equal those over a snapshot`, () => {
    let own: Sample;
    let plain: Sample;
    let services: readonly [TestService, TestService];
    before(async () => {
      [own, plain] = [await openSample(MORE, kind), await openSample(MORE)];
      services = [new TestService(own.backend), new TestService(plain.backend)];
    });
    after(async () => {
      for (const { app } of services) await app.close();
      await own.close();
      await plain.close();
    });

    /** Returns the parts of a response that do not depend on the backend: cursors are opaque, and problems have ids. */
    const fixed = ({ status, headers, body }: Answer): unknown => [
      status,
      headers['content-type'],
      body.replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"').replace(/req_\w{26}/, 'req_…'),
    ];
    const readCursor = ({ json }: Answer): string | null => (json() as { next_cursor: string | null }).next_cursor;

    /** Sends a request to both services and returns both responses. */
    async function same(target: string, otherTarget = target): Promise<readonly [Answer, Answer]> {
      const [one, other] = services;
      const answers = [await one.ask(target), await other.ask(otherTarget)] as const;
      assert.deepEqual(fixed(answers[0]), fixed(answers[1]), target);
      return answers;
    }

    test('all pages of searches', async () => {
      const all = COUNTRIES.flatMap((country) => QUERIES.map((query) => [query, country] as const));
      for (const [query, country] of selectQueries(kind, all)) {
        const target = `/v1/search?q=${encodeURIComponent(query)}&country=${country}&limit=25`;
        let cursors = (await same(target)).map(readCursor);
        while (cursors[0] !== null) {
          const [one = '', other] = cursors.map((cursor) => `${target}&cursor=${cursor}`);
          cursors = (await same(one, other)).map(readCursor);
        }
      }
    });

    test('records in all states and their officers; an id that was never published', async () => {
      const reader = SnapshotReader.open(plain.path);
      const records = [...openPublished(reader).records()];
      await reader.close();
      const unlike = records.filter(({ lifecycle }) => lifecycle.status !== 'active');
      assert.ok(unlike.length > 5);
      for (const { id } of [...unlike, ...selectQueries(kind, records), { id: 'co_00000000000000000000000000' }])
        for (const target of [`/v1/companies/${id}`, `/v1/companies/${id}/officers`]) await same(target);
    });
  });
}
