import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Company, CompanyEnvelope, SearchPage } from '../../src/contract/index.ts';
import type { CompanyRecord, RegisterLine } from '../../src/model/index.ts';
import { DocumentSchemas, answerFaults, type OpenApi } from '../house/openapi-document.ts';
import { mills } from '../searching/generations.ts';
import { company } from '../../src/snapshot/record-fixture.ts';
import { found, listed, type Listed } from '../searching/oracle.ts';
import { TestService, lineId, openSample, type Answer, type Sample } from '../fixtures/service.ts';
import { selectQueries, type BackendKind } from '../searching/backend-kind.ts';

/** Companies that the sample lacks: one whose number resembles its name, one with a foreign address, and many with the same name. */
export const MORE: readonly RegisterLine[] = [
  ...mills(0, 700),
  {
    name: '4711-2 Lumimarja Oy',
    identifiers: [
      { scheme: 'national_registry_number', value: '4711-2', country_scope: 'FI' },
      { scheme: 'tin', value: '47112', country_scope: 'FI' },
    ],
  },
  {
    name: 'Kvarnsund Oy',
    country_code: 'SE',
    identifiers: [
      { scheme: 'lei', value: 'FICT00KVARNSUND00001' },
      { scheme: 'national_registry_number', value: '4712-9', country_scope: 'FI' },
      { scheme: 'vat_number', value: '471290', country_scope: 'NO' },
    ],
  },
];

/** Frequent and rare names, numbers in several forms, other alphabets. */
const QUERIES = [
  'nordlysmyr',
  'aurellon',
  'bj\u00f6rnhult',
  'the',
  'mar',
  'ste',
  '011',
  '0110071-6',
  '01100716',
  '911',
  'HRB',
  'hrb 9001',
  'FICT',
  'FI0',
  'SE5560100',
  '4711',
  '\u03b1\u03bc\u03c0\u03b5\u03bb',
  '\u0411\u042a\u041b',
  'o tarrigan',
  "o'tarrigan",
  'zzzz nobody',
];
const COUNTRIES = [undefined, 'FI', 'NO', 'GB', 'DE', 'CY', 'LU', 'US', 'ZZ'];

/** The 35 countries of the service. */
const COVERED =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MD MT NL NO PL PT RO RS SE SI SK UA'.split(' ');

const ALTERED = /^Parameter "cursor" .*altered or belongs to another search$/;

/** The rules of the specification about search over HTTP. */
export function searchSuite(kind: BackendKind): void {
  suite(`Search over HTTP, over ${kind.name}`, () => {
    let sample: Sample;
    /** Other data, without these companies. */
    let older: Sample;
    let service: TestService;
    let document: OpenApi;
    let schemas: DocumentSchemas;
    let companies: Listed[];
    before(async () => {
      sample = await openSample(MORE, kind);
      older = await openSample([], kind);
      service = new TestService(sample.backend);
      document = (await service.send('/about/api/openapi.json')).json() as OpenApi;
      schemas = new DocumentSchemas(document);
      companies = listed(sample.lines.map(toRecord));
    });
    after(async () => {
      await service.app.close();
      await sample.close();
      await older.close();
    });

    const page = async (parameters: Record<string, string>, from = service): Promise<SearchPage> => {
      const answer = await from.ask(toTarget(parameters));
      assert.deepEqual(answerFaults(document, schemas, '/v1/search', answer), []);
      assert.equal(answer.status, 200, answer.body);
      return answer.json() as SearchPage;
    };
    const refusal = async (parameters: Record<string, string>, from = service): Promise<string> => {
      const answer = await from.ask(toTarget(parameters));
      assert.deepEqual(answerFaults(document, schemas, '/v1/search', answer), []);
      const { code, detail } = answer.json() as { code: string; detail: string };
      assert.deepEqual([answer.status, code], [400, 'invalid_request']);
      return detail;
    };

    /** Returns all pages of a search, with limits in turns. */
    async function walk(query: string, country: string | undefined, limits: readonly number[]): Promise<Company[]> {
      const all: Company[] = [];
      const own = { q: query, ...(country === undefined ? {} : { country }) };
      let cursor: string | null = null;
      for (let number = 0; ; number++) {
        const limit = limits[number % limits.length] ?? 10;
        const { data, next_cursor: next } = await page({
          ...own,
          limit: String(limit),
          ...(cursor === null ? {} : { cursor }),
        });
        all.push(...data);
        if (next === null) return all;
        assert.equal(data.length, limit, 'a page with a next_cursor is full');
        cursor = next;
      }
    }

    /** Returns the same search in the snapshot, one company at a time. */
    function oneByOne(query: string, country: string | undefined): Company[] {
      const all: Company[] = [];
      for (let start: number | undefined = 0; start !== undefined;) {
        const { json, next } = sample.reader.search(query, country, 1, start);
        all.push(...(JSON.parse(`[${json.toString('utf8')}]`) as Company[]));
        start = next;
      }
      return all;
    }

    const all = QUERIES.flatMap((query) => COUNTRIES.map((country) => [query, country] as const));
    const searches = selectQueries(kind, all);
    for (const limits of [[25], [1, 25], [7, 3, 12]]) {
      test(`pages of ${limits.join(', ')} together equal the snapshot's companies`, async () => {
        for (const [query, country] of searches)
          assert.deepEqual(await walk(query, country, limits), oneByOne(query, country), `${query} ${country}`);
      });
    }

    test('finds companies by name and number, in name order, in the country of the register and of the address', async () => {
      let matches = 0;
      for (const [query, country] of searches) {
        const ids = (await walk(query, country, [25])).map(({ id }) => id);
        assert.deepEqual(ids, found(companies, query, country), `${query} ${country}`);
        matches += ids.length;
      }
      assert.ok(matches > (kind.oneOf === 1 ? 1000 : 0));
    });

    test('next_cursor is null exactly on the last page', async () => {
      const total = oneByOne('nordlysmyr', undefined).length;
      assert.ok(total > 5 && total <= 25);
      for (let limit = 1; limit <= 25; limit++) {
        const { data, next_cursor: next } = await page({ q: 'nordlysmyr', limit: String(limit) });
        assert.equal(data.length, Math.min(limit, total));
        assert.equal(next === null, limit >= total, String(limit));
      }
    });

    test('a company of each of the 35 countries is found', async () => {
      assert.equal(COVERED.length, 35);
      for (const country of COVERED) {
        const own = companies.find(
          ({ name, countries }) => countries.has(country) && name.length > 5 && name.length < 60,
        );
        assert.ok(own !== undefined, country);
        const ids = (await walk(own.name, country, [25])).map(({ id }) => id);
        assert.ok(ids.includes(own.id), country);
      }
    });

    test('a page has 10 results by default', async () => {
      assert.equal((await page({ q: '011' })).data.length, 10);
    });

    test('a result is the profile of the company without its identifiers', async () => {
      for (const { id, ...result } of await walk('nor', undefined, [25])) {
        const { data } = (await service.ask(`/v1/companies/${id}`)).json() as CompanyEnvelope;
        const { identifiers, ...profile } = data;
        assert.ok(identifiers !== undefined);
        assert.deepEqual({ id, ...result }, profile);
      }
    });

    test('no result carries identifiers or a score', async () => {
      for (const query of QUERIES) {
        for (const listedCompany of (await page({ q: query, limit: '25' })).data) {
          assert.deepEqual(
            Object.keys(listedCompany).filter((field) => /identifier|score|rank/.test(field)),
            [],
          );
        }
      }
    });

    test('a company matched by its name and by its numbers is listed once', async () => {
      const twice = (await walk('4711', 'FI', [1])).filter(({ name }) => name === '4711-2 Lumimarja Oy');
      assert.equal(twice.length, 1);
    });

    const scopes: readonly (readonly [country: string | undefined, isListed: boolean])[] = [
      ['FI', true],
      ['SE', true],
      ['NO', false],
      [undefined, true],
    ];
    for (const [country, isListed] of scopes) {
      test(`a Finnish company run from Sweden is listed ${isListed ? 'once' : 'not'} in country ${country}`, async () => {
        const names = (await walk('kvarnsund', country, [1])).map(({ name }) => name);
        assert.deepEqual(names, isListed ? ['Kvarnsund Oy'] : []);
      });
    }

    const spellings: readonly (readonly [country: string | undefined, countries: string[]])[] = [
      [undefined, []],
      ['all', []],
      ['ALL', []],
      ['aLl', []],
      ['FI', ['FI']],
      ['fi', ['FI']],
      ['fI', ['FI']],
      ['uk', ['GB']],
      ['EL', ['GR']],
      ['zz', ['ZZ']],
    ];
    for (const [country, countries] of spellings) {
      test(`country ${country ?? 'omitted'} is echoed as [${countries.join()}] and searches so`, async () => {
        const got = await page({ q: 'nor', limit: '25', ...(country === undefined ? {} : { country }) });
        assert.deepEqual(got.countries, countries);
        const ids = got.data.map(({ id }) => id);
        assert.deepEqual(ids, found(companies, 'nor', countries[0]).slice(0, 25));
      });
    }

    const echoes: readonly (readonly [claim: string, typed: string, query: string])[] = [
      ['blanks around and within', '  nordlysmyr   handel  ', 'nordlysmyr handel'],
      ['tabs, line feeds and no-break spaces', '\tnordlysmyr\n\u00a0\u2003handel\r\n', 'nordlysmyr handel'],
      ['a letter and its accent', 'bjo\u0308rnhult', 'bj\u00f6rnhult'],
      ['the case as typed', 'NordLys', 'NordLys'],
      ['quotes, a backslash and a control character', '"a\\b"\u0001c', '"a\\b"\u0001c'],
      ['markup', '<b>&amp;', '<b>&amp;'],
    ];
    for (const [claim, typed, query] of echoes) {
      test(`query is echoed as searched: ${claim}`, async () => {
        const got = await page({ q: typed });
        assert.equal(got.query, query);
        assert.deepEqual(
          got.data.map(({ id }) => id),
          found(companies, query, undefined).slice(0, 10),
        );
      });
    }

    test('a plus sign and an escaped blank are both a blank', async () => {
      for (const q of ['nordlysmyr+handel', 'nordlysmyr%20handel']) {
        const answer = await service.ask(`/v1/search?q=${q}`);
        assert.equal((answer.json() as SearchPage).query, 'nordlysmyr handel');
      }
    });

    for (const query of ['...', '!!!', "'''", '\u2014\u2014\u2014']) {
      test(`a query that folds to an empty text has an empty page: ${query}`, async () => {
        const { data, next_cursor: next, query: echo } = await page({ q: query });
        assert.deepEqual([data, next, echo], [[], null, query]);
      });
    }

    test('a blank inside a query counts, one at its end does not', async () => {
      const ids = async (q: string): Promise<string[]> => (await walk(q, undefined, [25])).map(({ id }) => id);
      assert.deepEqual(await ids('nordlysmyr '), await ids('nordlysmyr'));
      assert.ok((await ids('nordlysmyr handel')).length > 0);
      assert.deepEqual(await ids('nordlysmyrhandel'), []);
    });

    suite('a cursor', () => {
      const first = async (parameters: Record<string, string>, from = service): Promise<string> => {
        const { next_cursor: cursor } = await page({ limit: '2', ...parameters }, from);
        assert.ok(cursor !== null);
        return cursor;
      };

      test('continues any spelling of the same search', async () => {
        const cursor = await first({ q: 'nor', country: 'no' });
        const want = (await page({ q: 'nor', country: 'no', cursor })).data;
        assert.deepEqual((await page({ q: '  nor ', country: 'NO', cursor })).data, want);
        const everywhere = await first({ q: 'nor' });
        assert.deepEqual(
          (await page({ q: 'nor', country: 'ALL', cursor: everywhere })).data,
          (await page({ q: 'nor', cursor: everywhere })).data,
        );
      });

      test('can be reused, also by another process with the same secret and data', async () => {
        const cursor = await first({ q: 'nor' });
        const want = (await page({ q: 'nor', cursor })).data;
        assert.deepEqual((await page({ q: 'nor', cursor })).data, want);
        const other = new TestService(sample.backend);
        assert.deepEqual((await page({ q: 'nor', cursor }, other)).data, want);
        await other.app.close();
      });

      test('expires after its lifetime, or at most a sixteenth of it earlier, and the detail says to start again', async () => {
        const timed = new TestService(sample.backend, { cursorTtlSeconds: 900 });
        const cursor = await first({ q: 'nor' }, timed);
        timed.clock.pass(898 - 56);
        await page({ q: 'nor', cursor }, timed);
        timed.clock.pass(56);
        const detail = await refusal({ q: 'nor', cursor }, timed);
        assert.equal(detail, 'Parameter "cursor" has expired: start again from the first page');
        assert.doesNotMatch(
          await refusal({ q: 'nor', cursor: `${cursor}x` }, timed),
          /start again from the first page$/,
        );
        await page({ q: 'nor' }, timed);
        await timed.app.close();
      });

      const foreign: readonly (readonly [claim: string, parameters: Record<string, string>])[] = [
        ['another query', { q: 'nord' }],
        ['a country in place of none', { q: 'nor', country: 'NO' }],
      ];
      for (const [claim, parameters] of foreign) {
        test(`is rejected by another search: ${claim}`, async () => {
          assert.match(await refusal({ ...parameters, cursor: await first({ q: 'nor' }) }), ALTERED);
        });
      }

      test('of one country is rejected by searches of another country and of all countries', async () => {
        const cursor = await first({ q: 'nor', country: 'NO' });
        for (const country of ['SE', 'all']) {
          assert.match(await refusal({ q: 'nor', country, cursor }), ALTERED);
        }
        assert.match(await refusal({ q: 'nor', cursor }), ALTERED);
      });

      test('that is altered, cut or lengthened is rejected', async () => {
        const cursor = await first({ q: 'nor' });
        const altered = Array.from(
          cursor,
          (char, i) => cursor.slice(0, i) + (char === 'A' ? 'B' : 'A') + cursor.slice(i + 1),
        );
        for (const text of [
          ...altered,
          cursor.slice(0, -1),
          `${cursor}A`,
          `${cursor}=`,
          ` ${cursor}`,
          'A'.repeat(5000),
        ]) {
          assert.match(await refusal({ q: 'nor', cursor: text }), ALTERED, text);
        }
      });

      /** Both services start at the same time, so that no cursor has expired. */
      async function refusedElsewhere(one: TestService, other: TestService): Promise<string> {
        const detail = await refusal({ q: 'nor', cursor: await first({ q: 'nor' }, one) }, other);
        await one.app.close();
        await other.app.close();
        return detail;
      }

      test('of another secret is rejected', async () => {
        const other = new TestService(sample.backend, { cursorSecret: Buffer.from('another secret') });
        assert.match(await refusedElsewhere(other, new TestService(sample.backend)), ALTERED);
      });

      test('of replaced data is rejected, and the detail says to start again', async () => {
        assert.notEqual(older.reader.metadata.generation, sample.reader.metadata.generation);
        assert.match(
          await refusedElsewhere(new TestService(older.backend), new TestService(sample.backend)),
          /^Parameter "cursor" .*replaced.*first page$/,
        );
      });
    });

    suite('revalidation', () => {
      const ask = (from: TestService, target: string, tag: string | undefined): Promise<Answer> =>
        from.ask(target, { headers: { 'if-none-match': tag } });

      test('a page with a next_cursor is current until half of the lifetime of its cursor', async () => {
        const timed = new TestService(sample.backend, { cursorTtlSeconds: 900 });
        const target = toTarget({ q: 'nor', limit: '2' });
        const { headers, json } = await timed.ask(target);
        const { next_cursor: cursor } = json() as SearchPage;
        assert.ok(cursor !== null);
        timed.clock.pass(390);
        const again = await ask(timed, target, headers['etag']);
        assert.deepEqual([again.status, again.body, again.headers['etag']], [304, '', headers['etag']]);
        timed.clock.pass(60);
        const late = await ask(timed, target, headers['etag']);
        assert.equal(late.status, 200);
        assert.notEqual((late.json() as SearchPage).next_cursor, cursor);
        await page({ q: 'nor', cursor }, timed);
        await timed.app.close();
      });

      test('a last page is current until the data changes', async () => {
        const timed = new TestService(sample.backend);
        const target = toTarget({ q: 'nordlysmyr handel', limit: '25' });
        const { headers, json } = await timed.ask(target);
        assert.equal((json() as SearchPage).next_cursor, null);
        timed.clock.pass(1_000_000);
        assert.equal((await ask(timed, target, headers['etag'])).status, 304);
        await timed.app.close();
      });

      test('compares weakly, in lists, and with *', async () => {
        const target = toTarget({ q: 'nordlysmyr handel', limit: '25' });
        const tag = (await service.ask(target)).headers['etag'] ?? '';
        for (const text of [`W/${tag}`, `"a", ${tag}`, `"a",W/"b",${tag} , "c"`, '*']) {
          assert.equal((await ask(service, target, text)).status, 304, text);
        }
        for (const text of ['""', tag.slice(1, -1), `"x${tag.slice(1)}`, '']) {
          assert.equal((await ask(service, target, text)).status, 200, text);
        }
      });

      test('distinguishes pages, searches and data', async () => {
        const other = new TestService(older.backend);
        const targets = ['q=nor', 'q=nor&country=NO', 'q=nor&limit=2', 'q=nord'].map((query) => `/v1/search?${query}`);
        const tags = await Promise.all(
          targets.map(async (target) => (await service.send(`/registry${target}`)).headers),
        );
        assert.equal(new Set(tags.map(({ etag }) => etag)).size, targets.length);
        const [target = ''] = targets;
        assert.equal((await ask(other, target, tags[0]?.['etag'])).status, 200);
        await other.app.close();
      });

      test('a response is cached for less than half of the lifetime of its cursor', async () => {
        const brief = new TestService(sample.backend, { cursorTtlSeconds: 50 });
        const { headers } = await brief.ask(toTarget({ q: 'nor', limit: '2' }));
        assert.equal(
          headers['cache-control'],
          'public, max-age=23, must-revalidate, stale-while-revalidate=0, stale-if-error=0',
        );
        assert.equal(
          (await service.ask(toTarget({ q: 'nor' }))).headers['cache-control'],
          'public, max-age=60, must-revalidate, stale-while-revalidate=0, stale-if-error=0',
        );
        await brief.app.close();
      });
    });
  });
}

function toTarget(parameters: Record<string, string>): string {
  return `/v1/search?${new URLSearchParams(parameters).toString()}`;
}

/** Returns the oracle's record of a line: each line of the sample is a separate company. */
function toRecord(line: RegisterLine): CompanyRecord {
  const { name, country_code: country, identifiers = [], lifecycle = { status: 'active' } } = line;
  return company(0, {
    id: lineId(line),
    lifecycle,
    profile: { ...(name === undefined ? {} : { name }), ...(country === undefined ? {} : { country_code: country }) },
    identifiers,
  });
}
