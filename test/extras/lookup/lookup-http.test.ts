/** The look-up of identifiers over HTTP, as a client sees it. */
import { findDeclaration } from '../../fixtures/doors.ts';
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { BackendError, openBackend, type Backend } from '../../../src/backend/index.ts';
import { doorDocument, inVersion } from '../../../src/contract/document.ts';
import type { Problem } from '../../../src/contract/index.ts';
import type { IdentifierLookup, IdentifierLookupList } from '../../../extras/lookup/schemas.ts';
import type { RegisterLine } from '../../../src/model/index.ts';
import { folder } from '../../fixtures/folder.ts';
import { buildLines } from '../../searching/generations.ts';
import {
  BASE_URL,
  SITE_URL,
  TestService,
  failing,
  lineId,
  openSample,
  serviceWithDoors,
  type Sample,
} from '../../fixtures/service.ts';

const PATH = '/lookup/v1/identifiers';
const POLICY = '"lookup";q=6000;w=60';

/** Documents in which a service lists its resources. */
const LISTS = ['/limits.json', '/llms.txt', '/.well-known/api-catalog', '/sitemap.xml', '/developers'];

suite('the door "lookup"', () => {
  let sample: Sample;
  let service: TestService;
  before(async () => {
    sample = await openSample();
    service = await serviceWithDoors(sample.backend, 'lookup');
  });
  after(async () => {
    await service.app.close();
    await sample.close();
  });

  const lookUp = async (target: string): Promise<IdentifierLookup> => {
    const answer = await service.ask(`${PATH}/${target}`);
    assert.equal(answer.status, 200, answer.body);
    return answer.json() as IdentifierLookup;
  };
  const listIds = ({ data }: Pick<IdentifierLookup, 'data'>): string[] => data.map(({ company_id: id }) => id);
  const post = async (body: string | Buffer, headers = {}) =>
    await service.ask(PATH, {
      method: 'POST',
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  for (const value of ['0110071-6', '01100716', ' 0110071 6', 'FI01100716', 'fi-0110071-6', 'FIFPRO.0110071-6'])
    test(`finds the company of "${value}" with what the register publishes`, async () => {
      const found = await lookUp(encodeURIComponent(value));
      const { identifiers, ...match } = found.data[0] ?? assert.fail('nothing found');
      assert.deepEqual(match, {
        object: 'identifier_match',
        company_id: sample.findId('Aallokas Marjatila Oy'),
        lifecycle: { status: 'active' },
        name: 'Aallokas Marjatila Oy',
      });
      assert.deepEqual(identifiers?.[0], {
        scheme: 'national_registry_number',
        value: '0110071-6',
        country_scope: 'FI',
      });
      assert.deepEqual([found.data.length, found.has_more], [1, false]);
      assert.equal(found.attribution, 'Powered by Example Registers');
    });

  for (const [claim, target] of [
    ['the beginning of a number', '0110071'],
    ['a number with more behind', '0110071-61'],
    ['another scheme', '0110071-6?scheme=lei'],
    ['another country', '0110071-6?country=SE'],
    ['a number of a VAT number of another country', 'DK01100716'],
    ['a name', 'Aallokas'],
  ] as const)
    test(`finds nothing for ${claim}`, async () => {
      const found = await lookUp(target);
      assert.deepEqual([found.data, found.has_more], [[], false]);
    });

  test('finds a number that lost its zeros, and says so', async () => {
    for (const value of ['110071-6', 'FI1100716']) {
      const [match, ...others] = (await lookUp(value)).data;
      assert.equal(match?.company_id, sample.findId('Aallokas Marjatila Oy'));
      assert.deepEqual([match?.padded_value, others], ['01100716', []]);
    }
    const [redirected] = (await lookUp('110332-7')).data;
    assert.deepEqual([redirected?.lifecycle.status, redirected?.padded_value], ['redirected', '01103327']);
  });

  test('answers a record that was redirected with the id to keep', async () => {
    const line = sample.lines.find(({ name }) => name === 'Aallokas Mansikka Oy');
    const found = await lookUp('0110332-7?country=fi&scheme=national_registry_number');
    assert.deepEqual([found.scheme, found.country], ['national_registry_number', 'FI']);
    assert.deepEqual((await lookUp('0110332-7?country=ALL')).country, undefined);
    assert.deepEqual((await lookUp('0110332-7?country=uk')).country, 'GB');
    const [match] = found.data;
    assert.equal(match?.requested_company_id, lineId(line));
    assert.equal(match?.company_id, line?.lifecycle?.canonical_id);
    assert.deepEqual(match?.lifecycle, line?.lifecycle);
  });

  test('knows nothing of a restricted record by its number', async () => {
    const numbers = sample.byState.restricted.flatMap(({ identifiers = [] }) => identifiers);
    for (const { value } of numbers) assert.deepEqual(listIds(await lookUp(encodeURIComponent(value))), [], value);
  });

  test('takes a number with slashes, escaped or not', async () => {
    for (const value of ['J40/15812/2017', 'J40%2F15812%2F2017'])
      assert.equal((await lookUp(value)).value, 'J40/15812/2017');
  });

  test('has header fields, an entity tag, 304 and HEAD as the operations, and a limit of its own', async () => {
    const first = await service.ask(`${PATH}/0110071-6`);
    const { etag = '' } = first.headers;
    assert.equal(first.headers['ratelimit-policy'], POLICY);
    assert.equal(
      first.headers['cache-control'],
      'public, max-age=60, must-revalidate, stale-while-revalidate=0, stale-if-error=0',
    );
    assert.equal(first.headers['content-type'], 'application/json');
    assert.equal(first.headers['access-control-allow-origin'], '*');
    const same = await service.ask(`${PATH}/0110071-6`, { headers: { 'if-none-match': etag } });
    assert.deepEqual([same.status, same.body, same.headers['etag']], [304, '', etag]);
    const head = await service.ask(`${PATH}/0110071-6`, { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.body, head.headers['content-length']],
      [200, '', String(Buffer.byteLength(first.body))],
    );
    const fresh = await serviceWithDoors(sample.backend, 'lookup');
    const payload = JSON.stringify({ identifiers: Array.from({ length: 100 }, () => ({ value: 'unknown' })) });
    for (let i = 0; i < 60; i++) {
      const { headers } = await fresh.send(`/registry${PATH}`, { method: 'POST', payload });
      assert.equal(headers['ratelimit'], `"lookup";r=${6000 - 100 * (i + 1)};t=1`);
    }
    const refused = await fresh.send(`/registry${PATH}/0110071-6`);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1']);
    assert.match((refused.json() as Problem).detail, /6000 numbers a minute for the door "lookup"/);
    assert.equal((await fresh.send('/registry/v1/search?q=nordlysmyr')).status, 200);
    await fresh.app.close();
  });

  test('answers a batch in its order, each number as in a single request', async () => {
    const values = ['0110071-6', 'no such number 1', 'FI01100716'];
    const answer = await post(JSON.stringify({ identifiers: values.map((value) => ({ value })) }));
    assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store']);
    const { data, object } = answer.json() as IdentifierLookupList;
    assert.equal(object, 'identifier_lookup_list');
    for (const [i, value] of values.entries()) {
      const { attribution: _, ...single } = await lookUp(encodeURIComponent(value));
      assert.deepEqual(data[i], single);
    }
  });

  const entries = (count: number): string =>
    JSON.stringify({ identifiers: Array.from({ length: count }, () => ({ value: '1' })) });
  for (const [claim, body, detail] of [
    ['no body', '', /body of the request must be JSON/],
    ['no JSON', '{"identifiers":', /body of the request must be JSON/],
    ['no UTF-8', Buffer.from('{"identifiers":[{"value":"\xff1"}]}', 'latin1'), /must be JSON in UTF-8/],
    ['no object', '[]', /must be an object, got "\[…\]"/],
    ['no list', '{"identifiers":"FI1"}', /"identifiers" must be a list .* got "FI1"/],
    ['an empty list', '{"identifiers":[]}', /"identifiers" must have 1 to 100 entries, and has 0/],
    ['too long a list', entries(101), /"identifiers" must have 1 to 100 entries, and has 101/],
    [
      'an entry that is not an object',
      '{"identifiers":[7]}',
      /"identifiers\[0\]" must be an object with a value, got "7"/,
    ],
    ['an entry without value', '{"identifiers":[{"value":"1"},{}]}', /"identifiers\[1\]\.value" is required/],
    [
      'a value that is not a text',
      '{"identifiers":[{"value":1}]}',
      /"identifiers\[0\]\.value" must be a text, .* got "1"/,
    ],
    ['half a surrogate pair', String.raw`{"identifiers":[{"value":"\ud800"}]}`, /"identifiers\[0\]\.value" must hold/],
    ['an unknown field', '{"identifiers":[{"value":"1","land":"FI"}]}', /"identifiers\[0\]\.land" is unknown: allowed/],
    ['an unknown scheme', '{"identifiers":[{"value":"1","scheme":"x"}]}', /scheme" must be one of national.* got "x"/],
    ['an unknown country', '{"identifiers":[{"value":"1","country":7}]}', /country" must be an ISO 3166-1 .* got "7"/],
    [
      'deep nesting',
      `{"identifiers":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      /"identifiers\[0\]" must be an object/,
    ],
    ['too many bytes', ' '.repeat(65_537), /must have at most 65536 bytes, got 65537/],
  ] as const)
    test(`refuses a batch with ${claim} in one line`, async () => {
      const answer = await post(body);
      assert.equal(answer.status, 400, answer.body);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      const { code, detail: said, instance } = answer.json() as Problem;
      assert.deepEqual([code, instance], ['invalid_request', `${BASE_URL}${PATH}`]);
      assert.match(said, detail);
      assert.ok(said.length < 400, said);
    });

  test('refuses an encoded body', async () => {
    const answer = await post(entries(1), { 'content-encoding': 'gzip' });
    assert.match((answer.json() as Problem).detail, /must not be encoded, got the Content-Encoding "gzip"/);
  });

  for (const [target, detail] of [
    ['---', /"value" must hold 1 to 128 characters, among them a letter or a digit, got "---"/],
    ['1'.repeat(129), /"value" must hold .*\(it holds 129\)/],
    ['1?scheme=vat', /"scheme" must be one of national_registry_number, .* got "vat"/],
    ['1?country=FIN', /"country" must be an ISO 3166-1 alpha-2 code or "all", got "FIN"/],
    ['1?country=', /"country" must be an ISO 3166-1 alpha-2 code or "all", got ""/],
    ['1?country=FI&country=SE', /"country" must be given once/],
    ['1?scheme=%ff', /"scheme" must be percent-encoded UTF-8, got "%ff"/],
  ] as const)
    test(`refuses ${target.slice(0, 30)} in one line`, async () => {
      const answer = await service.ask(`${PATH}/${target}`);
      assert.equal(answer.status, 400, answer.body);
      assert.match((answer.json() as Problem).detail, detail);
    });

  for (const [method, target, allow] of [
    ['DELETE', `${PATH}/1`, 'GET, HEAD, OPTIONS'],
    ['POST', `${PATH}/1`, 'GET, HEAD, OPTIONS'],
    ['GET', PATH, 'OPTIONS, POST'],
    ['PUT', PATH, 'OPTIONS, POST'],
  ] as const)
    test(`refuses ${method} ${target}, and says what is allowed`, async () => {
      const answer = await service.ask(target, { method });
      assert.deepEqual([answer.status, answer.headers['allow']], [405, allow]);
      const preflight = await service.ask(target, { method: 'OPTIONS' });
      assert.deepEqual([preflight.status, preflight.headers['access-control-allow-methods']], [204, allow]);
    });

  test('finds a short number that many begin with where its country is named, and says that there may be more', async (t) => {
    const irish = (value: string, name: string): RegisterLine => ({
      name,
      identifiers: [{ scheme: 'national_registry_number', value, country_scope: 'IE' }],
    });
    const more = Array.from({ length: 300 }, (_, n) => irish(`77${String(n).padStart(4, '0')}`, `Aisling ${n}`));
    const path = await buildLines(folder(t), 'short', [...more, irish('77', 'Zuletzt Example')]);
    const backend = openBackend(`snapshot:${path}`);
    const over = await serviceWithDoors(backend, 'lookup');
    const found = (await over.ask(`${PATH}/77?country=IE`)).json() as IdentifierLookup;
    assert.deepEqual([found.data.map(({ name }) => name), found.has_more], [['Zuletzt Example'], true]);
    const whole = (await over.ask(`${PATH}/770007`)).json() as IdentifierLookup;
    assert.deepEqual([whole.data.map(({ name }) => name), whole.has_more], [['Aisling 7'], false]);
    await over.app.close();
    await backend.close();
  });

  test('leads from a number that gives no id, and from a VAT number, to where its record went', async (t) => {
    const at = folder(t);
    const line = (n: number, fields: Partial<RegisterLine>): RegisterLine => ({
      key: `de-test:${n}`,
      name: `Mühle ${n} GmbH`,
      ...fields,
    });
    const german = (value: string) => [{ scheme: 'national_registry_number', value, country_scope: 'DE-BY' } as const];
    const lines = [
      line(1, { identifiers: german('HRB 999001') }),
      line(2, { identifiers: german('HRB 999002') }),
      line(3, { identifiers: [{ scheme: 'eu_vat_number', value: 'DE999999003' }] }),
      line(4, { identifiers: german('HRB 999004') }),
      line(5, { identifiers: german('HRB 999005') }),
      // Enough companies that the loss of three is allowed.
      ...Array.from({ length: 95 }, (_, n) => line(100 + n, { identifiers: german(`HRB ${100 + n}`) })),
    ];
    const [one = '', two = '', three = '', four = '', five = ''] = lines.map(lineId);
    const decisions: RegisterLine[] = [
      { id: two, lifecycle: { status: 'redirected', canonical_id: one } },
      { id: three, lifecycle: { status: 'redirected', canonical_id: one } },
      { id: four, lifecycle: { status: 'redirected', canonical_id: five } },
    ];
    const build = (name: string, more: readonly RegisterLine[], previous?: string): Promise<string> =>
      buildLines(at, name, [...lines, ...more], { ...(previous !== undefined && { previous }) });
    const merged = await build('b', decisions, await build('a', []));
    const restricting = await build('c', [...decisions, { id: five, lifecycle: { status: 'restricted' } }], merged);
    const asked = async (path: string, target: string) => {
      const backend = openBackend(`snapshot:${path}`);
      const over = await serviceWithDoors(backend, 'lookup');
      const { data } = (await over.ask(`${PATH}/${target}`)).json() as IdentifierLookup;
      await over.app.close();
      await backend.close();
      return data.map((match) => [match.company_id, match.requested_company_id, match.name]);
    };
    const lead = (to: string, from: string, name: string) => [[to, from, name]];
    assert.deepEqual(await asked(merged, 'hrb%20999002'), lead(one, two, 'Mühle 1 GmbH'));
    assert.deepEqual(await asked(merged, 'hrb%20999002?country=AT'), []);
    assert.deepEqual(await asked(merged, '999999003'), lead(one, three, 'Mühle 1 GmbH'));
    assert.deepEqual(await asked(merged, 'DE999999003?scheme=tin'), []);
    assert.deepEqual(await asked(merged, 'HRB999004'), lead(five, four, 'Mühle 5 GmbH'));
    assert.deepEqual(await asked(restricting, 'HRB999004'), [], 'one that leads to a restricted company');
  });

  test('over a data service that only searches finds the same, and says where there may be more', async () => {
    const { backend } = sample;
    const searching: Backend = {
      search: (request) => backend.search(request),
      company: (id) => backend.company(id),
      officers: (request) => backend.officers(request),
      facts: () => backend.facts(),
      close: () => undefined,
    };
    const over = await serviceWithDoors(searching, 'lookup');
    for (const value of ['0110071-6', 'FI01100716', '0110332-7', '911000695MVA', '5493001KJTIIGC8Y1R12']) {
      const answer = await over.ask(`${PATH}/${value}`);
      assert.deepEqual(answer.json(), await lookUp(value), value);
    }
    const short = (await over.ask(`${PATH}/9110`)).json() as IdentifierLookup;
    assert.deepEqual([short.data, short.has_more], [[], true]);
    await over.app.close();
  });

  test('answers the faults of the data service as the operations do', async () => {
    const busy = (): never => {
      throw new BackendError('busy', 'too much to do', { retryAfterSeconds: 7 });
    };
    const over = await serviceWithDoors(failing(busy), 'lookup');
    const answer = await over.ask(`${PATH}/0110071-6`);
    assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '7']);
    assert.equal((answer.json() as Problem).code, 'upstream_busy');
    await over.app.close();
  });

  test('is not there where it is off, and nothing says that it is', async () => {
    const closed = new TestService(sample.backend);
    assert.equal((await closed.ask(`${PATH}/1`)).status, 404);
    for (const path of LISTS) assert.doesNotMatch((await closed.send(`/about${path}`)).body, /lookup/, path);
    assert.equal((await closed.send('/about/api/lookup/openapi.json')).status, 404);
    assert.equal((await closed.send('/about/developers/lookup')).status, 404);
    await closed.app.close();
  });

  test('is listed where it is on, and the document of the operations stays the same', async () => {
    const closed = new TestService(sample.backend);
    for (const path of LISTS) assert.match((await service.send(`/about${path}`)).body, /lookup/, path);
    const contract = '/about/api/openapi.json';
    assert.equal((await service.send(contract)).body, (await closed.send(contract)).body);
    assert.equal((await service.send('/about/developers/lookup')).status, 200);
    const own = (await service.send('/about/api/lookup/openapi.json')).json();
    const { examples } = await sample.backend.facts();
    const facts = { ...createFacts(), examples };
    const document = inVersion(await doorDocument(facts, findDeclaration('lookup')), 'openapi.json');
    assert.deepEqual(own, JSON.parse(JSON.stringify(document)));
    await closed.app.close();
  });

  test('answers as its own OpenAPI document says', async () => {
    const { components } = (await doorDocument(createFacts(), findDeclaration('lookup'))) as {
      components: { schemas: Record<string, object> };
    };
    const compileCheck = (name: string) =>
      Compile(
        JSON.parse(
          JSON.stringify({ $defs: components.schemas, $ref: `#/$defs/${name}` }).replaceAll(
            '#/components/schemas/',
            '#/$defs/',
          ),
        ) as object,
      );
    const one = compileCheck('IdentifierLookup');
    for (const target of ['0110071-6', '0110332-7', '5493001KJTIIGC8Y1R12', 'nothing1']) {
      const answer: unknown = await lookUp(target);
      assert.ok(one.Check(answer), JSON.stringify(one.Errors(answer)));
    }
    const list: unknown = (await post(entries(3))).json();
    assert.ok(compileCheck('IdentifierLookupList').Check(list));
    assert.ok(compileCheck('IdentifierBatch').Check(JSON.parse(entries(100))));
    assert.ok(!compileCheck('IdentifierBatch').Check(JSON.parse(entries(101))));
  });

  function createFacts() {
    return { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers' };
  }
});
