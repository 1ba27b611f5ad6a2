import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FieldFault } from '../../importer/declaration.ts';
import type { CrawlRequest, CrawlResponse } from '../../importer/index.ts';
import { crawl } from './crawl.ts';

const record = (number: number, form: string) => ({
  arGemi: String(number),
  legalType: { id: Number(form), descr: 'x' },
});

/** A response of the interface: a page of a list, sorted by number, or a list of codes. */
type Lists = Readonly<Record<string, readonly number[]>>;
function createBody(request: CrawlRequest, lists: Lists, size = 200): string | undefined {
  if (request.kind === 'list') {
    return JSON.stringify(['16', '0', ...Object.keys(lists)].map((id) => ({ id, descr: 'x' })));
  }
  const { form = '', offset = 0 } = request.data ?? {};
  const all = (lists[String(form)] ?? []).toSorted((a, b) => a - b);
  const given = all.slice(Number(offset), Number(offset) + size);
  if (given.length === 0) return undefined;
  const searchResults = given.map((number) => record(number, String(form)));
  return JSON.stringify({ searchMetadata: { totalCount: all.length, resultsOffset: offset }, searchResults });
}

function createResponse(request: CrawlRequest, body: string | undefined): CrawlResponse {
  return { request, status: body === undefined ? 404 : 200, body: body ?? '', json: () => JSON.parse(body ?? '') };
}

/**
 * Crawls to the end as the engine does: each response is checked, requested again if it has a fault, and followed. Returns the numbers that
 * were found for each form, and the requests.
 */
function crawled(response: (request: CrawlRequest) => string | undefined): { found: Set<string>; asked: string[] } {
  const found = new Set<string>();
  const asked: string[] = [];
  const left = [...(crawl.first({ today: '2026-11-20', reached: {} }).requests as Iterable<CrawlRequest>)];
  for (let request = left.shift(); request !== undefined; request = left.shift()) {
    assert.ok(!asked.includes(`${request.kind}:${request.key}`), 'nothing is requested twice');
    asked.push(`${request.kind}:${request.key}`);
    for (let tries = 1; ; tries++) {
      const given = createResponse(request, response(request));
      const none = typeof crawl.none === 'function' ? crawl.none(request) : (crawl.none ?? []);
      if (none.includes(given.status)) break;
      try {
        const fault = given.status === 404 ? 'the server answered 404' : crawl.fault?.(given);
        if (fault !== undefined) throw new FieldFault('', fault);
        left.push(...((crawl.follow?.(given) ?? []) as Iterable<CrawlRequest>));
      } catch (error) {
        if (!(error instanceof FieldFault) || tries === 3) throw error;
        continue;
      }
      if (request.kind === 'companies') {
        const { searchResults } = given.json() as { searchResults: { arGemi: string }[] };
        for (const { arGemi } of searchResults) found.add(`${request.data?.['form']} ${arGemi}`);
      }
      break;
    }
  }
  return { found, asked };
}

const range = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i);
const readNumbers = (lists: Lists): Set<string> =>
  new Set(Object.entries(lists).flatMap(([form, numbers]) => numbers.map((number) => `${form} ${number}`)));

test('gr-gemi requests the code lists and the pages of a form, sorted by number, with the key in a header', () => {
  const requests = [...(crawl.first({ today: '2026-11-20', reached: {} }).requests as Iterable<CrawlRequest>)];
  assert.deepEqual(requests, [
    { kind: 'list', key: 'companyStatuses' },
    { kind: 'list', key: 'legalTypes' },
  ]);
  const [first, ...more] = crawl.follow?.(createResponse({ kind: 'list', key: 'legalTypes' }, createBody({ kind: 'list', key: '' }, { 19: [] }))) ?? []; // prettier-ignore
  assert.deepEqual([first && 'key' in first && first.key, more], ['19:0', []]);
  const request = crawl.toHttpRequest(first as CrawlRequest);
  const query = 'legalTypes=19&resultsSortBy=%2BarGemi&resultsOffset=0&resultsSize=200';
  assert.equal(request.url, `https://opendata-api.businessportal.gr/api/opendata/v1/companies?${query}`);
  assert.equal(request.headers?.['api_key'], '{API_KEY}');
  assert.doesNotMatch(request.url, /KEY/);
});

for (const [claim, lists, pages] of [
  ['lists that are still', { 1: range(1, 1000), 19: range(5000, 200), 4: range(9000, 1) }, 8],
  ['an empty list of a form that few have', { 18: [], 19: range(1, 201) }, 3],
] as const) {
  test(`gr-gemi crawls ${claim} and finds every company`, () => {
    const { found, asked } = crawled((request) => createBody(request, lists));
    assert.deepEqual(found, readNumbers(lists));
    assert.equal(asked.filter((one) => one.startsWith('companies:')).length, pages);
  });
}

test('gr-gemi finds every company if the server sends shorter pages than requested', () => {
  const lists = { 1: range(1, 500) };
  let turn = 0;
  assert.deepEqual(
    crawled((request) => createBody(request, lists, [200, 3, 90][turn++ % 3])).found,
    readNumbers(lists),
  );
});

test('gr-gemi loses no company that stays in its list, however lists change between two requests', () => {
  const change = fc.record({ leave: fc.array(fc.nat(5000), { maxLength: 30 }), come: fc.nat({ max: 20 }) });
  const world = fc.record({
    sizes: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 3 }),
    changes: fc.array(change),
  });
  fc.assert(
    fc.property(world, ({ sizes, changes }) => {
      const lists: Record<string, number[]> = Object.fromEntries(sizes.map((size, i) => [String(i + 1), range(i * 10_000, size)])); // prettier-ignore
      const stayed = readNumbers(lists);
      let turn = 0;
      const next = (request: CrawlRequest): string | undefined => {
        const { leave = [], come = 0 } = changes[turn++] ?? {};
        for (const [form, numbers] of Object.entries(lists)) {
          for (const place of leave) {
            // A list of a common form is never empty.
            const [gone] = numbers.length === 1 ? [] : numbers.splice(place % numbers.length, 1);
            stayed.delete(`${form} ${gone}`);
          }
          // New companies get the highest numbers.
          const behind = (numbers.at(-1) ?? Number(form) * 10_000) + 1;
          numbers.push(...range(behind, come));
        }
        return createBody(request, lists);
      };
      let found = new Set<string>();
      try {
        ({ found } = crawled(next));
      } catch (error) {
        // If all companies of the next page leave during the crawl, the crawl stops as incomplete.
        assert.ok(error instanceof FieldFault);
        fc.pre(false);
      }
      for (const company of stayed) assert.ok(found.has(company), company);
    }),
    { numRuns: 100 },
  );
});

const FAULTS: [claim: string, change: (body: string, request: CrawlRequest) => string | undefined, want: RegExp][] = [
  ['a page of another offset', (body) => body.replace('"resultsOffset":195', '"resultsOffset":0'), /it is the page at "0", not at 195/],
  ['the first page again', (_, { data }) => createBody({ kind: 'companies', key: '', data: { ...data, offset: 0 } }, { 1: range(1, 500) })?.replace('"resultsOffset":0', `"resultsOffset":${data?.['offset']}`), /has no company that the page before had not/],
  ['companies of another list', (body) => body.replaceAll(/"arGemi":"(\d+)"/g, '"arGemi":"9$1"'), /does not continue after "196,197,198,199,200"/],
  ['companies of another form', (body) => body.replace('"id":1', '"id":16'), /it has a company of the form "16", not 1/],
  ['no companies', (body) => body.replace(/"searchResults":.*/, '"searchResults":[]}'), /the list ended after 195 of 500 companies/],
  ['404 in the middle', () => undefined, /the server answered 404/],
  ['no count', (body) => body.replace('"totalCount":500,', ''), /is missing/],
]; // prettier-ignore
for (const [claim, change, want] of FAULTS) {
  test(`gr-gemi refuses a page with ${claim}`, () => {
    const wrong = (request: CrawlRequest): string | undefined => {
      const body = createBody(request, { 1: range(1, 500) });
      return request.key === '1:0' || request.kind === 'list' ? body : change(body ?? '', request);
    };
    assert.throws(() => crawled(wrong), (error: Error) => error instanceof FieldFault && want.test(error.message)); // prettier-ignore
  });
}

test('gr-gemi refuses an empty list of a common form', () => {
  assert.throws(() => crawled((request) => createBody(request, { 19: [] })), /the server answered 404/);
});

test('gr-gemi crawls a list again if companies were added before the present page', () => {
  const lists = { 1: range(1000, 500) };
  let turn = 0;
  const { found, asked } = crawled((request) => {
    // The third request is the second page.
    if (++turn === 4) lists[1].unshift(7, 8, 9);
    return createBody(request, lists);
  });
  assert.deepEqual(found, readNumbers(lists));
  assert.ok(asked.includes('companies:1:0:pass-2'));
});

for (const [counted, isTaken] of [
  [505, true],
  [506, false],
] as const) {
  test(`gr-gemi ${isTaken ? 'takes' : 'does not take'} a list of 500 companies that counts ${counted}, after three passes`, () => {
    const lists = { 1: range(1, 500) };
    const more = (request: CrawlRequest) =>
      createBody(request, lists)?.replace('"totalCount":500', `"totalCount":${counted}`);
    if (isTaken) {
      const { found, asked } = crawled(more);
      assert.deepEqual(found, readNumbers(lists));
      assert.ok(asked.includes('companies:1:0:pass-3'));
    } else assert.throws(() => crawled(more), /has no company that the page before had not/);
  });
}

test('gr-gemi stores no shares, no partners who only hold a share, and no contact data', () => {
  const persons = [
    { personName: 'ΚΡΥΦΟΣ', role: 'Εταίρος - Μέλος', category: 'Εταίροι', percentage: '30%' },
    { businessName: 'ΚΡΥΦΗ', role: 'Ετερόρρυθμο Μέλος', category: 'Εταίροι', percentage: '30%' },
    { personName: 'Α', role: 'Μέλος & Διαχειριστής', category: 'Εταίροι', percentage: '40%' },
    { personName: 'Β', role: 'Μέλος', category: 'Διοικητικό συμβούλιο', percentage: '-' },
  ];
  const found = { ...record(1, '1'), email: 'a@kryfo.example', phone: '99', fax: '99', persons };
  const kept = crawl.redact?.(
    createResponse({ kind: 'companies', key: '1:0' }, JSON.stringify({ searchResults: [found] })),
  );
  assert.deepEqual(JSON.parse(kept ?? ''), {
    searchResults: [
      {
        ...record(1, '1'),
        persons: [
          { role: 'Εταίρος - Μέλος', category: 'Εταίροι' },
          { role: 'Ετερόρρυθμο Μέλος', category: 'Εταίροι' },
          { personName: 'Α', role: 'Μέλος & Διαχειριστής', category: 'Εταίροι' },
          { personName: 'Β', role: 'Μέλος', category: 'Διοικητικό συμβούλιο' },
        ],
      },
    ],
  });
  const list = '[{"id":"3","descr":"Ενεργή"}]';
  assert.equal(crawl.redact?.(createResponse({ kind: 'list', key: 'companyStatuses' }, list)), list);
});
