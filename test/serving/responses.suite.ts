import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { BackendError, type BackendFault } from '../../src/backend/index.ts';
import { encodeCompanyId } from '../../src/model/index.ts';
import { DocumentSchemas, answerFaults, type OpenApi } from '../house/openapi-document.ts';
import {
  BASE_URL,
  SITE_URL,
  TestService,
  failing,
  lineId,
  openSample,
  type Answer,
  type Sample,
} from '../fixtures/service.ts';
import type { BackendKind } from '../searching/backend-kind.ts';

/** The codes of the specification, which does not define the title of `upstream_unavailable`. */
const CODES: Readonly<Record<string, readonly [status: number, title: string | undefined, retryable: boolean]>> = {
  invalid_request: [400, 'Invalid request', false],
  not_found: [404, 'Resource not found', false],
  rate_limited: [429, 'Too many requests', true],
  upstream_error: [502, 'Upstream data service error', true],
  upstream_busy: [503, 'Company data temporarily unavailable', true],
  upstream_unavailable: [503, undefined, true],
};

const UNKNOWN_ID = encodeCompanyId(new Uint8Array(16).fill(0xee));
const SEARCH = '/v1/search';
const COMPANY = '/v1/companies/{company_id}';
const OFFICERS = '/v1/companies/{company_id}/officers';
const PATHS = [SEARCH, COMPANY, OFFICERS];

/** Returns a target of each operation; the id is one of the sample, or one that causes the expected problem. */
const toTarget = (path: string, id: string): string =>
  path === SEARCH ? '/v1/search?q=nordlysmyr' : path.replace('{company_id}', id);

/** Invalid values of each parameter, and the parameter that the detail must name. */
const REFUSED: readonly (readonly [claim: string, target: string, parameter: string])[] = [
  ['no q', '/v1/search', 'q'],
  ['no q beside other parameters', '/v1/search?country=FI&limit=5', 'q'],
  ['q without a value', '/v1/search?q', 'q'],
  ['an empty q', '/v1/search?q=', 'q'],
  ['a q of two characters', '/v1/search?q=ab', 'q'],
  ['a q of two characters and blanks around', '/v1/search?q=%20%20ab%20%20', 'q'],
  ['a q of only blanks', '/v1/search?q=%20%20%20%20', 'q'],
  ['a q of a letter and its accent twice', '/v1/search?q=e%CC%81e%CC%81', 'q'],
  ['a q of 65 characters', `/v1/search?q=${'a'.repeat(65)}`, 'q'],
  ['a q that is not UTF-8', '/v1/search?q=abc%FF', 'q'],
  ['a q with a broken escape', '/v1/search?q=abc%2', 'q'],
  ['q twice', '/v1/search?q=abc&q=abc', 'q'],
  ['a country of one letter', '/v1/search?q=abc&country=F', 'country'],
  ['a country of three letters that is not all', '/v1/search?q=abc&country=FIN', 'country'],
  ['a country with a digit', '/v1/search?q=abc&country=F1', 'country'],
  ['an empty country', '/v1/search?q=abc&country=', 'country'],
  ['two countries in one', '/v1/search?q=abc&country=FI,SE', 'country'],
  ['country twice', '/v1/search?q=abc&country=FI&country=SE', 'country'],
  ['a limit of 0', '/v1/search?q=abc&limit=0', 'limit'],
  ['a limit of 26', '/v1/search?q=abc&limit=26', 'limit'],
  ['a limit of 100', '/v1/search?q=abc&limit=100', 'limit'],
  ['a negative limit', '/v1/search?q=abc&limit=-1', 'limit'],
  ['a limit that is not an integer', '/v1/search?q=abc&limit=2.5', 'limit'],
  ['a limit in words', '/v1/search?q=abc&limit=ten', 'limit'],
  ['an empty limit', '/v1/search?q=abc&limit=', 'limit'],
  ['limit twice', '/v1/search?q=abc&limit=5&limit=5', 'limit'],
  ['an empty cursor', '/v1/search?q=abc&cursor=', 'cursor'],
  ['a cursor that was never issued', '/v1/search?q=abc&cursor=AAAA', 'cursor'],
  ['an id without its prefix', '/v1/companies/2v5k8m0q3s6t9w1x4y7za0bcde', 'company_id'],
  ['an id that is too short', '/v1/companies/co_2v5k8m0q3s6t9w1x4y7za0bcd', 'company_id'],
  ['an id that is too long', '/v1/companies/co_2v5k8m0q3s6t9w1x4y7za0bcdef', 'company_id'],
  ['an id of more than 128 bits', '/v1/companies/co_8v5k8m0q3s6t9w1x4y7za0bcde', 'company_id'],
  ['an id in capitals', '/v1/companies/co_2V5K8M0Q3S6T9W1X4Y7ZA0BCDE', 'company_id'],
  ['an id with a letter outside the alphabet', '/v1/companies/co_2v5k8m0q3s6t9w1x4y7za0bcdl', 'company_id'],
  ['an id with a line feed at its end', '/v1/companies/co_2v5k8m0q3s6t9w1x4y7za0bcde%0A', 'company_id'],
  ['an id with a broken escape', '/v1/companies/co_%zz', 'company_id'],
  ['officers under an id of another format', '/v1/companies/co_1/officers', 'company_id'],
  ['officers under an id with a broken escape', '/v1/companies/co_%zz/officers', 'company_id'],
];

/** The rules of the specification about all responses: resources, problems, parameters, header fields. */
export function responsesSuite(kind: BackendKind): void {
  suite(`All responses, over ${kind.name}`, () => {
    let sample: Sample;
    let service: TestService;
    let document: OpenApi;
    let schemas: DocumentSchemas;
    let id: string;
    before(async () => {
      sample = await openSample([], kind);
      service = new TestService(sample.backend);
      document = (await service.send('/about/api/openapi.json')).json() as OpenApi;
      schemas = new DocumentSchemas(document);
      id = lineId(sample.byState.active[0]);
    });
    after(async () => {
      await service.app.close();
      await sample.close();
    });

    /** Compares a response with the OpenAPI document, and a problem with the table of codes. */
    function check(path: string, target: string, answer: Answer, code?: string): void {
      assert.deepEqual(answerFaults(document, schemas, path, answer), []);
      if (code !== undefined) checkProblem(target, answer, code);
      else assert.equal(answer.status, 200);
    }

    function checkProblem(target: string, answer: Answer, code: string, status = CODES[code]?.[0]): void {
      const problem = answer.json() as Record<string, unknown>;
      const { title, detail, request_id: requestId, ...rest } = problem;
      const [, wantTitle, retryable] = CODES[code] ?? [];
      assert.deepEqual(rest, {
        type: `${SITE_URL}/problems/${code.replaceAll('_', '-')}`,
        status,
        instance: BASE_URL + target,
        code,
        retryable,
      });
      assert.equal(answer.status, status);
      if (wantTitle !== undefined) assert.equal(title, wantTitle);
      assert.ok(typeof title === 'string' && title !== '' && typeof detail === 'string' && detail !== '');
      assert.match(String(requestId), /^req_[0-7][0-9a-hj-km-np-tv-z]{25}$/);
      assert.equal(requestId, answer.headers['x-request-id']);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.equal(answer.headers['cache-control'], 'no-store');
      if (retryable === true && status !== 502) assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
      else assert.equal(answer.headers['retry-after'], undefined);
    }

    for (const path of PATHS) {
      test(`${path} with 200 has the declared resource`, async () => {
        check(path, toTarget(path, id), await service.ask(toTarget(path, id)));
      });

      test(`${path} with 200 has the attribution with the data provider`, async () => {
        const { json } = await service.ask(toTarget(path, id));
        assert.equal((json() as { attribution: string }).attribution, 'Powered by Example Registers');
      });

      test(`${path} with 429 has the declared problem`, async () => {
        const drained = new TestService(sample.backend);
        const target = toTarget(path, id);
        for (let i = 0; i < 60; i++) assert.equal((await drained.send(`/registry${target}`)).status, 200);
        check(path, target, await drained.send(`/registry${target}`), 'rate_limited');
        await drained.app.close();
      });

      const faults: readonly (readonly [BackendFault, string])[] = [
        ['rejected', 'upstream_error'],
        ['busy', 'upstream_busy'],
        ['unavailable', 'upstream_unavailable'],
      ];
      for (const [fault, code] of faults) {
        test(`${path} is ${code} if the backend is ${fault}, synchronously or later`, async () => {
          const fail = (): never => {
            throw new BackendError(fault, 'secret of the data service', { retryAfterSeconds: 6.5 });
          };
          // Rejects asynchronously, as a backend behind a network does.
          const later = (async () => fail()) as unknown as () => never;
          for (const backend of [failing(fail), failing(later)]) {
            const broken = new TestService(backend);
            const answer = await broken.ask(toTarget(path, id));
            check(path, toTarget(path, id), answer, code);
            assert.equal(answer.headers['retry-after'], fault === 'rejected' ? undefined : '7');
            assert.ok(!answer.body.includes('secret'));
            await broken.app.close();
          }
        });
      }

      test(`${path} is upstream_unavailable after an unexpected error, without details of it`, async () => {
        const broken = new TestService(
          failing(() => {
            throw new RangeError('secret of the program');
          }),
        );
        const answer = await broken.ask(toTarget(path, id));
        check(path, toTarget(path, id), answer, 'upstream_unavailable');
        assert.ok(!answer.body.includes('secret'));
        await broken.app.close();
      });

      test(`HEAD ${path} has the fields of GET and no body`, async () => {
        // In the same second, because the ETag of a page with a cursor depends on the second.
        const got = await service.send(`/registry${toTarget(path, id)}`);
        const headed = await service.send(`/registry${toTarget(path, id)}`, { method: 'HEAD' });
        assert.deepEqual([headed.status, headed.body], [200, '']);
        assert.deepEqual(Object.keys(headed.headers), Object.keys(got.headers));
        for (const name of ['content-type', 'content-length', 'cache-control', 'etag', 'ratelimit-policy']) {
          assert.equal(headed.headers[name], got.headers[name], name);
        }
      });

      test(`an invalid HEAD ${path} has the status of GET and no body`, async () => {
        const headed = await service.ask(toTarget(path, 'co_1').replace('nordlysmyr', 'no'), { method: 'HEAD' });
        assert.deepEqual([headed.status, headed.body], [400, '']);
      });

      test(`${path} is 304 without a body while the client's copy is current, as documented`, async () => {
        const { headers } = await service.ask(toTarget(path, id));
        const again = await service.ask(toTarget(path, id), { headers: { 'if-none-match': headers['etag'] } });
        assert.deepEqual([again.status, again.body, again.headers['etag']], [304, '', headers['etag']]);
        const withoutBody = Object.keys(headers).filter((name) => name !== 'content-type' && name !== 'content-length');
        assert.deepEqual(Object.keys(again.headers), withoutBody);
        const success = document.paths[path]?.['get']?.responses['200']?.description ?? '';
        assert.match(success, /`If-None-Match` names the current `ETag` is answered 304 without a body/);
        const other = await service.ask(toTarget(path, id), { headers: { 'if-none-match': '"another"' } });
        assert.equal(other.status, 200);
      });

      test(`a preflight of ${path} allows all origins`, async () => {
        const { status, headers, body } = await service.ask(toTarget(path, id), {
          method: 'OPTIONS',
          headers: { origin: 'https://shop.example.test', 'access-control-request-method': 'GET' },
        });
        assert.deepEqual([status, body], [204, '']);
        assert.equal(headers['access-control-allow-origin'], '*');
        assert.match(headers['access-control-allow-methods'] ?? '', /\bGET\b/);
      });

      test(`${path} with any other method is 405 with the allowed methods, as documented`, async () => {
        const target = toTarget(path, id);
        for (const method of METHODS.filter((name) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(name))) {
          const sent = { method: method as 'POST', payload: '{', headers: { 'content-type': 'a/b' } };
          const answer = await service.ask(target, sent);
          checkProblem(target, answer, 'invalid_request', 405);
          assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS');
        }
        assert.deepEqual(Object.keys(document.paths[path] ?? {}), ['get']);
        assert.match(document.info.description, /`HEAD` is answered as `GET`.*, other methods with 405 and .*`Allow`/);
      });

      test(`pages of all origins may read ${path}, its fields included`, async () => {
        for (const target of [toTarget(path, id), toTarget(path, 'co_1').replace('nordlysmyr', 'no')]) {
          const { headers } = await service.ask(target, { headers: { origin: 'https://shop.example.test' } });
          assert.equal(headers['access-control-allow-origin'], '*');
          const exposed = (headers['access-control-expose-headers'] ?? '').split(', ');
          for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id']) {
            assert.ok(exposed.includes(name), name);
          }
        }
      });

      test(`${path} ignores credentials and never requests any`, async () => {
        const plain = await service.ask(toTarget(path, id));
        const keyed = await service.ask(toTarget(path, id), {
          headers: { authorization: 'Bearer x', 'x-api-key': 'y', cookie: 'z=1' },
        });
        assert.equal(keyed.status, 200);
        if (path !== SEARCH) assert.equal(keyed.body, plain.body);
        for (const name of ['www-authenticate', 'set-cookie']) assert.equal(keyed.headers[name], undefined, name);
      });
    }

    for (const [claim, target, parameter] of REFUSED) {
      test(`400 names "${parameter}" for ${claim}`, async () => {
        const path = target.startsWith(SEARCH) ? SEARCH : target.endsWith('/officers') ? OFFICERS : COMPANY;
        const answer = await service.ask(target);
        check(path, target.replaceAll(/%(?![0-9A-F]{2})/g, '%25'), answer, 'invalid_request');
        assert.ok((answer.json() as { detail: string }).detail.startsWith(`Parameter "${parameter}"`));
      });
    }

    test('the cases of 400 cover exactly the documented parameters', () => {
      const declared = PATHS.flatMap((path) => document.paths[path]?.['get']?.parameters ?? []);
      const refused = new Set(REFUSED.map(([, , parameter]) => parameter));
      assert.deepEqual(new Set(declared.map(({ name }) => name)), refused);
    });

    for (const path of [COMPANY, OFFICERS]) {
      test(`${path} is 404 for an id that was never published`, async () => {
        const target = toTarget(path, UNKNOWN_ID);
        check(path, target, await service.ask(target), 'not_found');
      });
    }

    const accepted: readonly (readonly [claim: string, query: string])[] = [
      ['a q of three characters', 'q=nor'],
      ['a q of 64 characters', `q=${'a'.repeat(64)}`],
      ['a q of 64 characters beyond the basic plane', `q=${'%F0%9F%98%80'.repeat(64)}`],
      ['a q of 64 characters after collapse', `q=${'+'.repeat(20)}${'a'.repeat(32)}${'+'.repeat(9)}${'b'.repeat(31)}+`],
      ['a limit of 1', 'q=nor&limit=1'],
      ['a limit of 25', 'q=nor&limit=25'],
      ['unknown parameters, even repeated and malformed', 'q=nor&lang=fi&lang=sv&x=%FF&&=&Q=1'],
    ];
    for (const [claim, query] of accepted) {
      test(`200 for ${claim}`, async () => {
        check(SEARCH, `${SEARCH}?${query}`, await service.ask(`${SEARCH}?${query}`));
      });
    }

    const unknownPaths = ['/', '/v1', '/v1/', '/v1/search/', '/v2/search?q=abc', '/v1/companies', '/v1/Search?q=abc'];
    for (const target of unknownPaths) {
      test(`404 with a problem at the unknown path ${target}`, async () => {
        checkProblem(target, await service.ask(target), 'not_found');
      });
    }

    test('400 with a problem at a path with an invalid escape', async () => {
      checkProblem('/v1/%25zz', await service.ask('/v1/%zz'), 'invalid_request');
    });

    test('operations respond only below the path of the base address', async () => {
      assert.equal((await service.send('/v1/search?q=nordlysmyr')).status, 404);
    });

    test('each response has its own request id', async () => {
      const ids = new Set<string | undefined>();
      for (let i = 0; i < 300; i++) ids.add((await service.ask('/v1/search?q=abc')).headers['x-request-id']);
      assert.equal(ids.size, 300);
    });

    test('the type of a problem is the address of its page', async () => {
      for (const code of Object.keys(CODES)) {
        const { status, headers, body } = await service.send(`/about/problems/${code.replaceAll('_', '-')}`);
        assert.equal(status, 200);
        assert.match(headers['content-type'] ?? '', /^text\/html/);
        assert.ok(body.includes(`<code>${code}</code>`));
      }
    });
  });
}
