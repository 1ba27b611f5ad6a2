import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FieldFault } from '../../importer/declaration.ts';
import type { CrawlRequest, CrawlResponse } from '../../importer/index.ts';
import { frRne } from './index.ts';
import { STOCK_DAY, crawl } from './crawl.ts';

const entry = (siren: string, formality: object = {}) => ({ company: { siren, formality: { siren, content: {}, ...formality } } }); // prettier-ignore

const createResponse = (request: CrawlRequest, body: unknown, status = 200): CrawlResponse => ({
  request,
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  json: () => assert.fail('the crawl reads the text'),
});

const listFirst = (state: { today: string; since?: string }): CrawlRequest[] => [
  ...(crawl.first({ ...state, reached: {} }).requests as Iterable<CrawlRequest>),
];
const followed = (given: CrawlResponse): CrawlRequest[] => [
  ...((crawl.follow?.(given) ?? []) as Iterable<CrawlRequest>),
];
const [DAY] = listFirst({ today: '2026-11-21', since: '2026-11-20T01:00:00.000Z' }) as [CrawlRequest];

test('the first round requests each day since the stock, and a later one for the days since the last began', () => {
  const all = listFirst({ today: '2026-03-07' });
  assert.deepEqual(all.map(({ key }) => key), [STOCK_DAY, '2026-03-05', '2026-03-06']); // prettier-ignore
  const later = listFirst({ today: '2026-11-22', since: '2026-11-20T23:59:00.000Z' });
  assert.deepEqual(later.map(({ key }) => key), ['2026-11-20', '2026-11-21']); // prettier-ignore
  assert.deepEqual(listFirst({ today: '2026-11-20', since: '2026-11-20T00:00:00.000Z' }), []);
});

test('a day is requested from the day before, which the server excludes, a hundred records a page', () => {
  assert.equal(
    crawl.toHttpRequest(DAY).url,
    'https://registre-national-entreprises.inpi.fr/api/companies/diff?from=2026-11-19&to=2026-11-20&pageSize=100',
  );
  const [next] = followed(createResponse(DAY, [entry('009200015'), entry('009200023')]));
  assert.equal(next?.key, '2026-11-20 009200023');
  assert.match(crawl.toHttpRequest(next).url, /pageSize=100&searchAfter=009200023$/);
  assert.deepEqual(followed(createResponse(next, [])), []);
});

test('a page that the server fails to make is requested in smaller pages, then in large ones again', () => {
  const failed = createResponse(DAY, 'Allowed memory size exhausted', 500);
  assert.equal(crawl.fault?.(failed), undefined);
  assert.equal(crawl.keep?.(failed), false);
  const [smaller] = followed(failed) as [CrawlRequest];
  assert.match(crawl.toHttpRequest(smaller).url, /pageSize=5$/);
  const [single] = followed(createResponse(smaller, '!', 500)) as [CrawlRequest];
  assert.match(crawl.toHttpRequest(single).url, /pageSize=1$/);
  assert.match(crawl.fault?.(createResponse(single, '!', 500)) ?? '', /failed to give one record/);
  const [next] = followed(createResponse(smaller, [entry('009200015')])) as [CrawlRequest];
  assert.match(crawl.toHttpRequest(next).url, /pageSize=100&searchAfter=009200015$/);
  assert.equal(new Set([DAY, smaller, single, next].map(({ key }) => key)).size, 4);
});

const behind = followed(createResponse(DAY, [entry('009200015')]))[0] as CrawlRequest;
for (const [claim, request, body, message] of [
  ['no JSON', DAY, '<html>', /is not valid JSON/],
  ['no list', DAY, { message: 'x' }, /must be a list/],
  ['without a SIREN', DAY, [{ company: {} }], /is missing/],
  ['longer than requested', DAY, Array.from({ length: 101 }, () => entry('009200015')), /101 records, 100 were requested/],
  ['an earlier one', behind, [entry('009200007'), entry('009200023')], /it has "009200007", requested after "009200015"/],
] as const) {
  test(`a page that is ${claim} is refused`, () => {
    const judged = (): string | undefined => crawl.fault?.(createResponse(request, body));
    try {
      assert.match(judged() ?? '', message);
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      assert.match(error.message, message);
    }
  });
} // prettier-ignore

test('the response for a request without data is that of a first page', () => {
  const empty = createResponse({ kind: DAY.kind, key: '2026-11-20' }, []);
  assert.equal(crawl.fault?.(empty), undefined);
  assert.deepEqual(followed(empty), []);
});

test('a response is stored with only the fields that are read: no birth, home, owner or natural person', () => {
  const fixtures = join(import.meta.dirname, 'fixtures');
  const read = (name: string): object[] => JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as object[];
  const parts = [1, 2, 3].flatMap((n) => read(`stock_RNE_formalites_NIVEAU1_20260304_1400-${n}.json`));
  const kept =
    crawl.redact?.(
      createResponse(
        DAY,
        parts.map((company) => ({ company })),
      ),
    ) ?? '';
  for (const secret of ['1901', 'RUE INVENTEE', 'Inventaise', 'SECRETIER', 'Ulysse', 'nouveauChamp', 'beneficiaire'])
    assert.ok(!kept.includes(secret), secret);
  assert.ok(kept.includes('HOLDING INVENTEE') && kept.includes('FIGURANT'));
  // A field that normally holds a text must not let an object with personal data through.
  const hidden = [entry('009200015', { diffusionINSEE: { dateDeNaissance: '1901-02' } })];
  assert.ok(!(crawl.redact?.(createResponse(DAY, hidden)) ?? '').includes('1901'));
});

test('the token is requested with the user of the interface, and sent only there', () => {
  const login = frRne.files.server?.credentials?.login;
  assert.deepEqual(login?.json, { username: '{API_USER}', password: '{API_PASSWORD}' });
  assert.ok(crawl.toHttpRequest(DAY).url.startsWith(login?.api ?? '!'));
});
