import assert from 'node:assert/strict';
import { findDeclaration } from '../../fixtures/doors.ts';
import { after, before, suite, test } from 'node:test';
import { BackendError } from '../../../src/backend/index.ts';
import { doorDocument } from '../../../src/contract/document.ts';
import type { Problem } from '../../../src/contract/index.ts';
import {
  BASE_URL,
  SITE_URL,
  openSample,
  serviceWithDoors,
  type Answer,
  type Sample,
  type TestService,
} from '../../fixtures/service.ts';

const FACTS = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers' };

interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly text: string }[];
}

suite('Messages of the Model Context Protocol', () => {
  let sample: Sample;
  let service: TestService;
  before(async () => {
    sample = await openSample();
    service = await serviceWithDoors(sample.backend, 'mcp', 'details');
  });
  after(() => sample.close());

  const send = (payload: string, to = service): Promise<Answer> =>
    to.ask('/mcp', {
      method: 'POST',
      payload,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    });
  async function call(name: string, given: Record<string, unknown>, to = service): Promise<Result> {
    const params = { name, arguments: given };
    const { status, body } = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), to);
    assert.equal(status, 200, body);
    return (JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body) as { result: Result }).result;
  }

  test('a tool gives the body that the API gives', async () => {
    const id = sample.findId('NORDLYSMYR ENK');
    const asked: [tool: string, given: Record<string, unknown>, target: string][] = [
      ['search_companies', { query: 'zzzz' }, '/details/v1/search?q=zzzz'],
      ['search_companies', { query: 'NORDLYSMYR ENK', country: 'no', limit: 25 }, '/details/v1/search?q=NORDLYSMYR+ENK&country=no&limit=25'],
      ['search_companies', { query: 'zzzz', country: 'uk' }, '/details/v1/search?q=zzzz&country=GB'],
      ['get_company', { company_id: id }, `/v1/companies/${id}`],
      ['company_details', { company_id: id }, `/details/v1/companies/${id}`],
      ['list_officers', { company_id: id }, `/v1/companies/${id}/officers`],
    ]; // prettier-ignore
    for (const [tool, given, target] of asked) {
      const { structuredContent, content } = await call(tool, given);
      const { body } = await service.ask(target);
      assert.deepEqual(structuredContent, JSON.parse(body), target);
      assert.deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
    }
  });

  const WRONG: [claim: string, tool: string, given: Record<string, unknown>, code: string, detail: RegExp][] = [
    ['a missing argument', 'search_companies', {}, 'invalid_request', /^Parameter "query" is required and missing/],
    ['an unknown argument', 'search_companies', { query: 'kone', sort: 'x' }, 'invalid_request', /^Parameter "sort" is unknown: allowed are query, country, limit, cursor$/],
    ['an argument of another type', 'search_companies', { query: ['kone'] }, 'invalid_request', /^Parameter "query" must be a text or a number$/],
    ['a limit out of bounds', 'search_companies', { query: 'kone', limit: 26 }, 'invalid_request', /^Parameter "limit" /],
    ['an altered cursor', 'search_companies', { query: 'kone', cursor: 'AAAA' }, 'invalid_request', /^Parameter "cursor" /],
    ['an invalid id', 'get_company', { company_id: '1' }, 'invalid_request', /^Parameter "company_id" /],
    ['an unknown id', 'get_company', { company_id: 'co_0000000000000000000000000z' }, 'not_found', /^No company is visible/],
    ['an unknown id of details', 'company_details', { company_id: 'co_0000000000000000000000000z' }, 'not_found', /^No company is visible/],
    ['a name or number that is missing', 'match_company', { country: 'FI' }, 'invalid_request', /^Parameter "query" is required without a number/],
    ['an unknown country', 'match_company', { query: 'kone', country: 'Atlantis' }, 'invalid_request', /^Parameter "country" must be an ISO 3166-1 alpha-2 code or the name of a country, got "Atlantis"/],
    ['a blank query', 'search', { query: ' ' }, 'invalid_request', /^Parameter "query" must have 3 to 256 characters/],
    ['a query that is too short', 'search', { query: 'no' }, 'invalid_request', /^Parameter "query" must have 3 to 256 characters, got "no"/],
    ['an unknown document', 'fetch', { id: 'co_0000000000000000000000000z' }, 'not_found', /^No company is visible/],
    ['too many companies', 'changes_of', { company_id: Array.from({ length: 101 }, () => 'co_0000000000000000000000000z') }, 'invalid_request', /^Parameter "company_id" must be given at most 100 times/],
    ['a list in place of a text', 'fetch', { id: ['x'] }, 'invalid_request', /^Parameter "id" must be a text or a number$/],
    ['a time before what is kept', 'changes_of', { since: '2026-11-01T00:00:00Z' }, 'invalid_request', /^Parameter "since" leads to changes that are not kept/],
    ['a number without letters and digits', 'look_up_number', { number: '-' }, 'invalid_request', /^Parameter "number" /],
  ]; // prettier-ignore
  for (const [claim, tool, given, code, detail] of WRONG)
    test(`${claim} is an error that names it, as the API does`, async () => {
      const { isError, structuredContent, content } = await call(tool, given);
      assert.equal(isError, true);
      assert.equal(structuredContent, undefined);
      const problem = JSON.parse(content[0]?.text ?? '') as Problem;
      assert.equal(problem.code, code);
      assert.match(problem.detail, detail);
    });

  test('over a backend without details, a search has none, and they are an error', async () => {
    const { backend } = sample;
    const without = {
      search: backend.search.bind(backend),
      company: backend.company.bind(backend),
      officers: backend.officers.bind(backend),
      facts: () => backend.facts(),
      close: () => {},
    };
    const over = await serviceWithDoors(without, 'mcp');
    const { structuredContent } = await call('search_companies', { query: 'NORDLYSMYR ENK' }, over);
    assert.deepEqual(structuredContent, (await service.ask('/v1/search?q=NORDLYSMYR+ENK')).json());
    const id = sample.findId('NORDLYSMYR ENK');
    const { isError, content } = await call('company_details', { company_id: id }, over);
    assert.equal(isError, true);
    assert.match(content[0]?.text ?? '', /This service has no details of companies/);
  });

  test('each answer is one that the OpenAPI document names', async () => {
    const { paths } = await doorDocument(FACTS, findDeclaration('mcp')) as { paths: { '/mcp': { post: { responses: Record<string, { content: object }> } } } }; // prettier-ignore
    const { responses } = paths['/mcp'].post;
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const both = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const asked: [status: number, message: object, headers: Record<string, string>][] = [
      [200, ping, both],
      [202, { jsonrpc: '2.0', method: 'notifications/initialized' }, both],
      [400, [ping], both],
      [400, ping, { ...both, 'mcp-protocol-version': '1999-01-01' }],
      [406, ping, { ...both, accept: 'text/html' }],
      [415, ping, { ...both, 'content-type': 'text/plain' }],
    ];
    for (const [status, message, headers] of asked) {
      const answer = await service.ask('/mcp', { method: 'POST', payload: JSON.stringify(message), headers });
      assert.equal(answer.status, status, answer.body);
      const types = Object.keys(responses[String(status)]?.content ?? {});
      if (answer.body !== '') assert.ok(types.includes(String(answer.headers['content-type'])), `${status}: ${types.join()}`); // prettier-ignore
      assert.ok(String(status) in responses);
    }
  });

  test('the list of tools is declared as constant: no stream could report changes', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { body } = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
    assert.match(body, /"tools":\{"listChanged":false\}/);
  });

  test('no tool speaks of HTTP: its callers see neither statuses nor addresses', async () => {
    const { body } = await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    const { result } = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body) as {
      result: { tools: readonly { name: string; description: string; inputSchema: { properties: object } }[] };
    };
    assert.equal(result.tools.length, 9);
    const bytes = JSON.stringify(result.tools).length;
    assert.ok(bytes <= 20_000, `all tools are declared in ${bytes} bytes`);
    const names = new Set(result.tools.flatMap((tool) => Object.keys(tool.inputSchema.properties)));
    for (const other of ['q', 'name', 'value', 'company']) assert.ok(!names.has(other), other);
    for (const { name, description, inputSchema } of result.tools)
      assert.doesNotMatch(description + JSON.stringify(inputSchema), /(?:returns|is|with) [2-5]\d\d\b|\bGET\b|\bPOST\b|HTTP|escape|header/, name); // prettier-ignore
  });

  test('every tool with a country takes its name as well as its code', async () => {
    const id = sample.findId('NORDLYSMYR ENK');
    for (const country of ['NO', 'no', 'Norway', 'Norge']) {
      for (const [tool, given] of [
        ['search_companies', { query: 'NORDLYSMYR ENK' }],
        ['look_up_number', { number: '911020068' }],
        ['match_company', { query: 'Nordlysmyr ENK', number: '911020068' }],
      ] as const) {
        const { structuredContent } = await call(tool, { ...given, country });
        assert.ok(JSON.stringify(structuredContent).includes(id), `${tool} ${country}`);
      }
    }
    for (const [tool, given] of [
      ['search_companies', { query: 'nor' }],
      ['look_up_number', { number: '911020068' }],
    ] as const) {
      const { content } = await call(tool, { ...given, country: 'Atlantis' });
      assert.match(content[0]?.text ?? '', /Parameter \\"country\\" must be/);
    }
  });

  test('search separates namesakes by number and town', async () => {
    const { structuredContent } = await call('search', { query: 'Nordlysmyr Handel AS' });
    const { results } = structuredContent as { results: { title: string }[] };
    const namesakes = results.filter(({ title }) => title.startsWith('Nordlysmyr Handel AS'));
    assert.ok(namesakes.length > 1);
    for (const { title } of namesakes) assert.match(title, / \([A-Z]{2} · \S+ · /);
    assert.equal(new Set(namesakes.map(({ title }) => title)).size, namesakes.length);
  });

  test('search says what to send instead where a question finds nothing, and nothing else', async () => {
    const { structuredContent } = await call('search', { query: 'who runs the biggest bakery in Norway?' });
    assert.match((structuredContent as { hint?: string }).hint ?? '', /send the name of one company/);
    const found = (await call('search', { query: 'Nordlysmyr' })).structuredContent as { results: object[] };
    assert.deepEqual([found.results.length > 0, 'hint' in found], [true, false]);
  });

  test('fetch says where a company is registered, and its legal form', async () => {
    const { structuredContent } = await call('fetch', { id: sample.findId('NORDLYSMYR ENK') });
    const { text, metadata } = structuredContent as { text: string; metadata: Record<string, string> };
    assert.match(text, /^Registered in: Norway \(NO\)$[^]*^Legal form: Enkeltpersonforetak$/m);
    assert.equal(metadata['registered_in'], 'NO');
  });

  test('no tool says that unknown arguments are ignored: they are refused', async () => {
    assert.doesNotMatch((await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))).body, /ignored/);
  });

  test('a restricted company shows only its state', async () => {
    const [line] = sample.byState.restricted;
    assert.ok(line !== undefined);
    const restricted = sample.reader.restrictedIds().next().value ?? '';
    const { structuredContent, content } = await call('get_company', { company_id: restricted });
    const { data } = structuredContent as { data: Record<string, unknown> };
    assert.deepEqual(Object.keys(data).toSorted(), ['id', 'lifecycle', 'object']);
    assert.ok(!JSON.stringify(content).includes(line.name ?? ''));
    const { text, metadata } = (await call('fetch', { id: restricted })).structuredContent as { text: string; metadata: object }; // prettier-ignore
    assert.equal(text, `${restricted}\nCompany ID: ${restricted}\nRecord: restricted\nPowered by Example Registers`);
    const { results } = (await call('search', { query: line.name })).structuredContent as { results: { id: string }[] };
    assert.ok(results.every(({ id }) => id !== restricted));
    assert.deepEqual(metadata, { lifecycle: 'restricted', attribution: 'Powered by Example Registers' });
  });

  test('an outage of the data service is a retryable error; an unforeseen error is only logged', async () => {
    for (const [error, code] of [
      [new BackendError('busy', 'secret'), 'upstream_busy'],
      [new TypeError('secret'), undefined],
    ] as const) {
      const broken = { ...sample.backend, facts: () => sample.backend.facts(), company: () => { throw error; } }; // prettier-ignore
      const over = await serviceWithDoors(broken, 'mcp');
      const params = { name: 'get_company', arguments: { company_id: 'co_0000000000000000000000000z' } };
      const { status, body } = await send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        over,
      );
      assert.equal(status, code === undefined ? 503 : 200);
      assert.ok(!body.includes('secret'));
      assert.match(body, new RegExp(code ?? 'upstream_unavailable'));
    }
  });

  const REFUSED: [claim: string, payload: string, status: number, text: RegExp][] = [
    ['no JSON', '{', 400, /The body of the request must be JSON in UTF-8/],
    ['several messages', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, /must be one message of JSON-RPC 2.0, and is a list/],
    ['an invalid message', '{"id":1}', 400, /"code":-32/],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"companies/delete"}', 200, /"code":-32601/],
    ['an unknown tool', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete_company","arguments":{}}}', 200, /"error"|"isError":true/],
    ['a body that is too long', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) }), 400, /must have at most 65536 bytes/],
  ]; // prettier-ignore
  for (const [claim, payload, status, text] of REFUSED)
    test(`${claim}: the response describes the error`, async () => {
      const answer = await send(payload);
      assert.match(answer.body, text);
      assert.equal(answer.status, status);
    });

  test('a message of the current protocol needs no handshake; subscriptions are refused', async () => {
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const ask = (method: string, params: object): Promise<Answer> =>
      service.ask('/mcp', {
        method: 'POST',
        payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ['_meta']: envelope } }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
        },
      });
    const listed = await ask('tools/list', {});
    assert.equal(listed.status, 200, listed.body);
    assert.match(listed.body, /"name":"look_up_number"/);
    const listening = await ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
    assert.match(listening.body, /Subscription limit reached|"error"/);
  });

  test('GET reports that there is no stream, and each message counts for a separate limit', async () => {
    assert.equal((await service.ask('/mcp')).status, 405);
    const { headers } = await send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    assert.equal(headers['ratelimit-policy'], '"mcp";q=120;w=60');
    assert.equal(headers['cache-control'], 'no-store');
  });
});
