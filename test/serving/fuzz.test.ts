import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { inject } from 'light-my-request';
import { SCHEMAS } from '../../src/contract/document.ts';
import { Compile } from 'typebox/compile';
import { BASE_URL, assertProblem, sampleService, type SampleService } from '../fixtures/sample-service.ts';
import { anyCodePoint } from '../fixtures/any-code-point.ts';

const RUNS = 1000;

/** The schemas of successful responses. */
const SUCCESSES = [SCHEMAS.SearchPage, SCHEMAS.CompanyEnvelope, SCHEMAS.OfficerPage].map((schema) => Compile(schema));

const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('%', '2', 'e', 'f', 'F', '/', '.', '?', '&', '=', '#', '+', ';'), maxLength: 30 }),
  fc.constantFrom(
    '',
    'nor',
    'NORD',
    'Åbo',
    'all',
    'FI',
    'fi',
    '25',
    '0',
    '-1',
    '1e1',
    '10',
    '\0',
    '\r\n',
    ' '.repeat(70),
  ),
);
/** Text for a place in a URL: escaped as a browser does, or unchanged. */
const urlPart = fc.oneof(
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
  anyText.map((text) => text.replaceAll(/[^\x21-\x7e]/g, '')),
);
const parameter = fc
  .tuple(fc.oneof(fc.constantFrom('q', 'q', 'country', 'limit', 'cursor'), urlPart), urlPart)
  .map(([name, value]) => `${name}=${value}`);

/** Values of header fields as Node accepts them: any byte except control characters. */
const fieldValue = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const FIELDS = `if-none-match x-forwarded-for accept accept-version content-type content-length expect origin
  access-control-request-method access-control-request-headers range connection upgrade host transfer-encoding
  authorization __proto__ x-http-method-override te trailer`.split(/\s+/);
const fieldName = fc.oneof(fc.constantFrom(...FIELDS), fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9a-z]{1,20}$/));

suite('whatever is asked, the answer is one that the contract has', () => {
  let service: SampleService;
  let path: fc.Arbitrary<string>;
  before(async () => {
    service = await sampleService();
    const id = fc.oneof(
      fc.constantFrom(...service.ids),
      fc.stringMatching(/^co_[0-7][0-9a-hj-km-np-tv-z]{25}$/),
      urlPart,
    );
    path = fc.oneof(
      fc.constant('/open/v1/search'),
      id.map((text) => `/open/v1/companies/${text}`),
      id.map((text) => `/open/v1/companies/${text}/officers`),
      id.map((text) => `/companies/${text}`),
      fc.constantFrom('/search', '/api/openapi.json', '/livez', '/readyz', '/', '/open'),
      fc.array(urlPart, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
    );
  });
  after(() => service.close());

  async function check(method: string, url: string, headers: Record<string, string>): Promise<void> {
    // The URL includes an origin. Without it, the URL parser takes a path that begins with `/\` for another host, and the request is never
    // sent.
    const target = `http://localhost${url}`;
    const answer = await inject(service.app.handle, { method: method as 'GET', url: target, headers });
    const { statusCode: status, body } = answer;
    assert.match(String(answer.headers['x-request-id']), /^req_[0-7][0-9a-hj-km-np-tv-z]{25}$/);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    // Only browsers get pages; clients of the API do not.
    if (String(answer.headers['content-type']).startsWith('text/html')) {
      assert.ok(!url.startsWith('/open/v1/search') && !url.startsWith('/open/v1/companies/'), url);
      if (method !== 'HEAD') assert.match(body, /^<!doctype html>[^]*<\/html>\n$/);
      return;
    }
    if (status >= 400) {
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      if (method === 'HEAD') return;
      const problem = assertProblem(status, body);
      assert.ok(problem.instance.startsWith(new URL(BASE_URL).origin));
      assert.ok(problem.detail.length < 600, problem.detail);
      return;
    }
    assert.ok([200, 204, 304].includes(status), String(status));
    assert.ok(['GET', 'HEAD', 'OPTIONS'].includes(method));
    if (status !== 200 || method === 'HEAD') return assert.equal(body, '');
    assert.equal(answer.headers['content-type'], 'application/json');
    const value: unknown = JSON.parse(body);
    if (url.startsWith('/open/v1/'))
      assert.ok(
        SUCCESSES.some((success) => success.Check(value)),
        body,
      );
  }

  test('for every path, query and field that can be sent', async () => {
    const headers = fc.dictionary(fieldName, fieldValue, { maxKeys: 4 });
    const query = fc
      .array(parameter, { maxLength: 5 })
      .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
    const methods = METHODS.filter((name) => name !== 'CONNECT');
    const method = fc.oneof({ weight: 4, arbitrary: fc.constant('GET') }, fc.constantFrom(...methods));
    const request = fc.tuple(method, path, query, headers);
    await fc.assert(
      fc.asyncProperty(request, async ([name, url, asked, fields]) => check(name, url + asked, fields)),
      { numRuns: RUNS, examples: [[['GET', '/\\', '', {}]]] },
    );
  });

  test('for every text that is searched', async () => {
    const search = fc.tuple(
      anyText,
      fc.option(anyText),
      fc.option(fc.integer({ min: -1, max: 27 })),
      fc.option(anyText),
    );
    await fc.assert(
      fc.asyncProperty(search, async ([q, country, limit, cursor]) => {
        const asked = new URLSearchParams({ q: q.toWellFormed() });
        if (country !== null) asked.set('country', country.toWellFormed());
        if (limit !== null) asked.set('limit', String(limit));
        if (cursor !== null) asked.set('cursor', cursor.toWellFormed());
        await check('GET', `/open/v1/search?${asked.toString()}`, {});
      }),
      { numRuns: RUNS },
    );
  });
});
