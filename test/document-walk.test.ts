/**
 * The OpenAPI document is walked from end to end, and everything that it shows is asked of the service, which is put in the state
 * that the example is of. `responses.test.ts` goes the other way: whatever the service answers must be in the document.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { BackendError, openBackend, type Backend, type BackendFault } from '../src/backend/index.ts';
import type { Problem, SearchPage } from '../src/contract/index.ts';
import { PROFILE_FIELDS, type RegisterLine } from '../src/model/index.ts';
import { buildOf, MILLS, mills } from './generations.ts';
import { DocumentSchemas, answerFaults, type OpenApi, type OperationObject } from './openapi-document.ts';
import { BASE_URL, SITE_URL, TestService, failing, type Answer } from './service.ts';

const ALLOWANCE = 60;

/** These differ from answer to answer, so that the example of one can have only its form. */
const FORMS: Readonly<Record<string, RegExp>> = {
  ETag: /^"[\w.-]{24,50}"$/,
  'X-Request-Id': /^req_[0-7][0-9a-hj-km-np-tv-z]{25}$/,
};

/** A cursor is as long as the generation and the place that it holds. */
const CURSOR = /^[\w-]{60,80}$/;

/** One example of a response, with what it was seen to be when the service was asked for it. */
interface Walked {
  readonly path: string;
  readonly status: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

suite('The OpenAPI document, walked from end to end,', () => {
  let directory = '';
  /** Holds the company of the examples, and another. */
  let shown: Backend;
  /** Holds other companies. */
  let others: Backend;
  let document: OpenApi;
  let schemas: DocumentSchemas;
  const walked: Walked[] = [];

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-walk-'));
    others = openBackend(`snapshot:${await buildOf(directory, 'others', mills(0, 3))}`);
    const service = new TestService(others);
    document = (await service.send('/about/api/openapi.json')).json() as OpenApi;
    await service.app.close();
    schemas = new DocumentSchemas(document);
    shown = openBackend(`snapshot:${await buildOf(directory, 'shown', [shownLine(document), ...mills(0, 3)])}`);
    for (const [path, { get: operation }] of Object.entries(document.paths)) {
      assert.ok(operation !== undefined, path);
      for (const [status, name, value] of examplesOf(operation))
        walked.push({ path, status, name, value, answer: await answerTo(path, operation, name, value) });
    }
  });
  after(async () => {
    await shown.close();
    await others.close();
    rmSync(directory, { recursive: true });
  });

  /** The answer to the request that an example is of, of a service that is in the state that it is of. */
  async function answerTo(path: string, operation: OperationObject, name: string, value: object): Promise<Answer> {
    const { instance } = value as Partial<Problem>;
    const target = instance?.slice(BASE_URL.length) ?? targetOf(path, operation);
    const service = new TestService(backendOf(name));
    const used = name === 'rate_limited' ? ALLOWANCE : 0;
    for (let i = 0; i < used; i++) await service.send(`/registry${target}`);
    const answer = await service.send(`/registry${target}`);
    await service.app.close();
    return answer;
  }

  function backendOf(example: string): Backend {
    const fault = FAULTS[example];
    if (fault === undefined) return example === 'not_found' ? others : shown;
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

  test('shows values of parameters that a service takes, and a cursor as it gives one', async () => {
    const service = new TestService(shown);
    const { parameters } = document.paths['/v1/search']?.['get'] ?? { parameters: [] };
    const cursor = parameters.find(({ name }) => name === 'cursor')?.example;
    const { next_cursor: given } = (await service.ask(`/v1/search?q=${MILLS}&limit=1`)).json() as SearchPage;
    for (const text of [String(cursor), String(given)]) assert.match(text, CURSOR);
    // All others are in the requests that the examples of successes answer.
    assert.deepEqual(
      parameters.filter(({ example }) => example === undefined),
      [],
    );
    await service.app.close();
  });

  test('has every path that the service has below the base address, and no other', async () => {
    const service = new TestService(shown);
    const { paths } = service.app;
    const below = paths.filter((path) => path.startsWith(new URL(BASE_URL).pathname));
    assert.deepEqual(
      below.map((path) => path.replace('/registry', '').replaceAll(/:(\w+)/g, '{$1}')),
      Object.keys(document.paths),
    );
    const rest = paths.filter((path) => !below.includes(path) && !path.startsWith(new URL(SITE_URL).pathname));
    assert.deepEqual(rest, ['/livez', '/readyz']);
    await service.app.close();
  });
});

/** What is the matter with the data service when it answers so. */
const FAULTS: Readonly<Record<string, BackendFault>> = {
  upstream_error: 'rejected',
  upstream_busy: 'busy',
  upstream_unavailable: 'unavailable',
};

/** Every example of every response. */
function examplesOf({ responses }: OperationObject): [status: string, name: string, value: Walked['value']][] {
  return Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content).flatMap(({ examples }) =>
      Object.entries(examples).map(
        ([name, { value }]) => [status, name, value as Walked['value']] satisfies [string, string, Walked['value']],
      ),
    ),
  );
}

/** The path of an operation with the example of every parameter, but for the cursor, which no service has given. */
function targetOf(path: string, { parameters }: OperationObject): string {
  const query = new URLSearchParams();
  let target = path;
  for (const { name, in: place, example } of parameters) {
    if (place === 'path') target = target.replace(`{${name}}`, String(example));
    else if (name !== 'cursor') query.set(name, String(example));
  }
  return query.size === 0 ? target : `${target}?${query.toString()}`;
}

/** The register line of the company that the document shows. */
function shownLine(document: OpenApi): RegisterLine {
  const success = (path: string): unknown =>
    document.paths[path]?.['get']?.responses['200']?.content['application/json']?.examples['success']?.value;
  const { data: company } = success('/v1/companies/{company_id}') as { data: Record<string, unknown> };
  const { data: officers } = structuredClone(success('/v1/companies/{company_id}/officers')) as { data: object[] };
  const kept = ['id', ...PROFILE_FIELDS, 'classifications', 'identifiers'].map((name) => [name, company[name]]);
  // A register line says nothing of the kind of an object, and a field that is undefined is none.
  const line = { ...Object.fromEntries(kept), officers: officers.map((one) => Object.assign(one, { object: undefined })) }; // prettier-ignore
  return JSON.parse(JSON.stringify(line)) as RegisterLine;
}
