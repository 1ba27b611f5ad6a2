/**
 * Every example in the OpenAPI document is requested from the service, after the service is put into the state that the example shows.
 * `responses.suite.ts` tests the opposite direction: every response of the service must be in the document.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { BackendError, type Backend, type BackendFault } from '../../src/backend/index.ts';
import type { Problem, SearchPage } from '../../src/contract/index.ts';
import { DocumentSchemas, answerFaults, type OpenApi, type OperationObject } from '../house/openapi-document.ts';
import { BASE_URL, SITE_URL, TestService, failing, openSample, type Answer, type Sample } from '../fixtures/service.ts';

const ALLOWANCE = 60;

/** Header fields that differ in each response, so that only the form of their examples is compared. */
const FORMS: Readonly<Record<string, RegExp>> = {
  ETag: /^"[\w.-]{24,50}"$/,
  'X-Request-Id': /^req_[0-7][0-9a-hj-km-np-tv-z]{25}$/,
};

/** The length of a cursor depends on the generation and the place in it. */
const CURSOR = /^[\w.~-]{60,80}$/;

/** An example of a response, and the response of the service. */
interface Walked {
  readonly path: string;
  readonly status: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

suite('The OpenAPI document, walked from end to end,', () => {
  let sample: Sample;
  let document: OpenApi;
  let schemas: DocumentSchemas;
  const walked: Walked[] = [];

  before(async () => {
    sample = await openSample();
    const service = new TestService(sample.backend);
    document = (await service.send('/about/api/openapi.json')).json() as OpenApi;
    await service.app.close();
    schemas = new DocumentSchemas(document);
    for (const [path, { get: operation }] of Object.entries(document.paths)) {
      assert.ok(operation !== undefined, path);
      for (const [status, name, value] of listExamples(operation))
        walked.push({ path, status, name, value, answer: await answerTo(path, operation, name, value) });
    }
  });
  after(() => sample.close());

  /** Returns the response to the request of an example, from a service in the state of the example. */
  async function answerTo(path: string, operation: OperationObject, name: string, value: object): Promise<Answer> {
    const { instance } = value as Partial<Problem>;
    const target = instance?.slice(BASE_URL.length) ?? toTarget(path, operation);
    const service = new TestService(createBackend(name));
    const used = name === 'rate_limited' ? ALLOWANCE : 0;
    for (let i = 0; i < used; i++) await service.send(`/registry${target}`);
    const answer = await service.send(`/registry${target}`);
    await service.app.close();
    return answer;
  }

  function createBackend(example: string): Backend {
    const fault = FAULTS[example];
    if (fault === undefined) return sample.backend;
    return failing(() => {
      throw new BackendError(fault, 'a fault of this test');
    });
  }

  test('shows answers that a service gives word for word, with every header field and no other', () => {
    assert.equal(walked.length, 5 * 3 + 3 + 2, 'five codes and a success of each operation, not_found of two');
    for (const { path, status, name, value, answer } of walked) {
      const claim = `${path} ${status} ${name}`;
      assert.equal(String(answer.status), status, claim);
      assert.deepEqual(answerFaults(document, schemas, path, answer), [], claim);
      const body = answer.json() as object;
      assert.deepEqual(body, { ...value, ...('request_id' in body ? { request_id: body.request_id } : {}) }, claim);
    }
  });

  test('shows every code that a problem can have', () => {
    const codes = document.components.schemas['Problem']?.properties?.['code']?.['enum'] as string[];
    assert.deepEqual(new Set(walked.map(({ name }) => name)), new Set(['success', ...codes]));
  });

  test('shows values of header fields that a service sends', () => {
    for (const [name, { example }] of Object.entries(document.components.headers)) {
      const sent = walked.flatMap(({ answer: { headers } }) => headers[name.toLowerCase()] ?? []);
      const form = FORMS[name];
      if (form === undefined) assert.ok(sent.includes(String(example)), `${name}: ${sent.join(' or ')}`);
      else for (const value of [String(example), ...sent]) assert.match(value, form);
    }
  });

  test('shows a value of every parameter but the cursor, which no document can: it expires', async () => {
    const parameters = Object.values(document.paths).flatMap(({ get: operation }) => operation?.parameters ?? []);
    assert.deepEqual(
      parameters.filter(({ example }) => example === undefined).map(({ name }) => name),
      ['cursor'],
    );
    const service = new TestService(sample.backend);
    const { next_cursor: given } = (await service.ask('/v1/search?q=nord&limit=1')).json() as SearchPage;
    assert.match(String(given), CURSOR);
    await service.app.close();
  });

  test('has every path that the service has below the base address, and no other', async () => {
    const service = new TestService(sample.backend);
    const { paths } = service.app;
    const below = paths.filter((path) => path.startsWith(new URL(BASE_URL).pathname));
    assert.deepEqual(
      below.map((path) => path.replace('/registry', '')),
      Object.keys(document.paths),
    );
    const rest = paths.filter((path) => !below.includes(path) && !path.startsWith(new URL(SITE_URL).pathname));
    assert.deepEqual(rest, ['/livez', '/readyz']);
    await service.app.close();
  });
});

/** The fault of the data service that causes each status. */
const FAULTS: Readonly<Record<string, BackendFault>> = {
  upstream_error: 'rejected',
  upstream_busy: 'busy',
  upstream_unavailable: 'unavailable',
};

/** Returns every example of every response. */
function listExamples({ responses }: OperationObject): [status: string, name: string, value: Walked['value']][] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content).flatMap(({ examples }) =>
      Object.entries(examples ?? {}).map(
        ([name, { value }]) => [status, name, value as Walked['value']] satisfies [string, string, Walked['value']],
      ),
    ),
  );
}

/** Returns the path of an operation with the example of every parameter that has one. */
function toTarget(path: string, { parameters }: OperationObject): string {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, example } of parameters) {
    if (place === 'path') target = target.replace(`{${name}}`, String(example));
    else if (example !== undefined) query.set(name, String(example));
  }
  return query.size === 0 ? target : `${target}?${query.toString()}`;
}
