/** A service in front of another service: the result of each response of the other service. */
import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import {
  ID,
  JSON_TYPE,
  OTHER,
  answer,
  awaitEnd,
  company,
  createEnvelope,
  createPage,
  over,
  problem,
  type Listener,
} from './hostile-upstream.ts';
import { UPSTREAM_TOKEN } from './upstream-service.ts';

/** The token with escapes that JSON allows. */
const ESCAPED = Array.from(UPSTREAM_TOKEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const search = { query: 'nordlys', limit: 5 };

suite('A service over another one', () => {
  const ANSWERS: readonly (readonly [claim: string, listener: Listener, want: string])[] = [
    ['429 without a time', problem(429, 'rate_limited'), 'busy 1'],
    ['429 with a time', problem(429, 'rate_limited', { 'retry-after': '17' }), 'busy 17'],
    ['429 with an absurd time', answer('', 429, { 'retry-after': '99999999999' }), 'busy 300'],
    ['503 upstream_busy', problem(503, 'upstream_busy', { 'retry-after': '3' }), 'busy 3'],
    ['503 upstream_unavailable', problem(503, 'upstream_unavailable', { 'retry-after': '4' }), 'unavailable 4'],
    [
      '503 with a date that has passed',
      answer('', 503, { 'retry-after': 'Sun, 22 Nov 2020 10:00:00 GMT' }),
      'unavailable 1',
    ],
    [
      '503 with a date far away',
      answer('', 503, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
      'unavailable 300',
    ],
    ['503 of a web server', answer('<h1>down', 503, { 'content-type': 'text/html' }), 'unavailable 2'],
    ['502 of a gateway', answer('', 502), 'unavailable 2'],
    ['502 upstream_error', problem(502, 'upstream_error'), 'rejected 1'],
    ['500', answer('oops', 500), 'rejected 1'],
    ['401', answer('', 401), 'rejected 1'],
    ['400', problem(400, 'invalid_request'), 'rejected 1'],
    ['404 of a web server', answer('<h1>not found', 404, { 'content-type': 'text/html' }), 'rejected 1'],
    ['404 with five megabytes', answer('x'.repeat(5e6), 404, { 'content-type': 'text/plain' }), 'rejected 1'],
    ['204', (_, response) => response.writeHead(204).end(), 'rejected 1'],
    ['no JSON', answer('<h1>hello'), 'rejected 1'],
    ['a page of the wrong type', answer(createPage(), 200, { 'content-type': 'text/html' }), 'rejected 1'],
    ['no type', answer(createPage(), 200, { 'content-type': '' }), 'rejected 1'],
    ['a compressed page', answer(createPage(), 200, { 'content-encoding': 'br' }), 'rejected 1'],
    [
      'bytes that are not UTF-8',
      answer(Buffer.concat([Buffer.from(createPage()).subarray(0, -3), Buffer.of(0xff, 0x22, 0x7d)])),
      'rejected 1',
    ],
    ['null', answer('null'), 'rejected 1'],
    ['a list', answer('[]'), 'rejected 1'],
    ['deep nesting', answer('['.repeat(100_000) + ']'.repeat(100_000)), 'rejected 1'],
    ['a field of another type', answer(createPage({ data: [company({ name: 7 })] })), 'rejected 1'],
    ['an invalid date', answer(createPage({ data: [company({ as_of_date: '2026-02-31' })] })), 'rejected 1'],
    ['an unknown state', answer(createPage({ data: [company({ lifecycle: { status: 'sleeping' } })] })), 'rejected 1'],
    ['an invalid id', answer(createPage({ data: [company({ id: 'co_1' })] })), 'rejected 1'],
    ['null for what is absent', answer(createPage({ data: [company({ summary: null })] })), 'rejected 1'],
    ['a missing field', answer(createPage({ countries: undefined })), 'rejected 1'],
    ['another search', answer(createPage({ query: 'suomi' })), 'rejected 1'],
    ['another country', answer(createPage({ countries: ['SE'] })), 'rejected 1'],
    [
      'more companies than requested',
      answer(createPage({ data: Array.from({ length: 6 }, () => company()) })),
      'rejected 1',
    ],
    ['an empty cursor', answer(createPage({ next_cursor: '' })), 'rejected 1'],
    ['a cursor of 3 kB', answer(createPage({ next_cursor: 'x'.repeat(3000) })), 'rejected 1'],
    ['a cursor of half a character', answer(createPage({ next_cursor: '\ud800' })), 'rejected 1'],
    ['our token', answer(createPage({ data: [company({ name: UPSTREAM_TOKEN })] })), 'rejected 1'],
    [
      'our token in escapes',
      answer(createPage({ data: [company({ name: 'HIDDEN' })] }).replace('HIDDEN', ESCAPED)),
      'rejected 1',
    ],
    [
      'our token in escapes as the cursor',
      answer(createPage({ next_cursor: 'HIDDEN' }).replace('HIDDEN', ESCAPED)),
      'rejected 1',
    ],
    ['our token in a field that the contract does not have', answer(createPage({ you: UPSTREAM_TOKEN })), 'rejected 1'],
    ...['redirected', 'split', 'tombstoned', 'restricted'].map(
      (status) =>
        [
          `a company that is ${status}`,
          answer(createPage({ data: [company({ lifecycle: { status } })] })),
          'rejected 1',
        ] as const,
    ),
    ['five megabytes', answer(createPage({ data: [company({ name: 'x'.repeat(5e6) })] })), 'rejected 1'],
    ['no HTTP', (_, response) => response.socket?.end('hello\r\n\r\n'), 'rejected 1'],
    ['a head of 100 kB', answer(createPage(), 200, { x: 'x'.repeat(100_000) }), 'rejected 1'],
    ['nothing, and ends the connection', (_, response) => response.destroy(), 'unavailable 2'],
    [
      'half a page, and ends the connection',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '1000' });
        response.write(createPage().slice(0, 40), () => response.destroy());
      },
      'unavailable 2',
    ],
    [
      'half a page in chunks, and ends the connection',
      (_, response) => {
        response.writeHead(200, { 'content-type': JSON_TYPE });
        response.write(createPage().slice(0, 40), () => response.destroy());
      },
      'unavailable 2',
    ],
  ];
  for (const [claim, listener, want] of ANSWERS) {
    test(`that answers ${claim} causes: ${want}`, async (t) => {
      const { backend } = await over(t, listener);
      assert.equal(await awaitEnd(() => backend.search(search)), want);
    });
  }

  for (const [claim, fields, want] of [
    ['no value', {}, undefined],
    ['a name', { name: 'Nordlys Mylly' }, 'rejected 1'],
    ['a number', { identifiers: [{ scheme: 'lei', value: '1' }] }, 'rejected 1'],
    ['no classifications', { classifications: [] }, 'rejected 1'],
    ['another record', { lifecycle: { status: 'restricted', canonical_id: OTHER } }, 'rejected 1'],
  ] as const) {
    test(`that answers a restricted company with ${claim} ${want === undefined ? 'is accepted' : `causes: ${want}`}`, async (t) => {
      const restricted = { id: ID, object: 'company', lifecycle: { status: 'restricted' }, ...fields };
      const { backend } = await over(t, answer(createEnvelope(restricted)));
      const end = await awaitEnd(async () =>
        JSON.parse(Buffer.from((await backend.company(ID))?.json ?? []).toString()),
      );
      assert.deepEqual(end, want ?? restricted);
    });
  }

  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;x=y']) {
    test(`that answers a page of the type ${type} is accepted`, async (t) => {
      const { backend } = await over(t, answer(createPage(), 200, { 'content-type': type }));
      assert.deepEqual(JSON.parse(Buffer.from((await backend.search(search)).json).toString()), company());
    });
  }

  test('that never ends a page of the wrong type is cancelled at the deadline', async (t) => {
    const { backend } = await over(
      t,
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('<p>'), 20);
        response.on('close', () => clearInterval(timer));
      },
      { deadlineMs: 300 },
    );
    assert.equal(await awaitEnd(() => backend.search(search)), 'unavailable 2');
  });
});
