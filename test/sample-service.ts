import assert from 'node:assert/strict';
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { openBackend } from '../src/backend/index.ts';
import { Problem } from '../src/contract/document.ts';
import { PROBLEMS, problemPath } from '../src/contract/index.ts';
import { createApp, type App, type ServiceConfig } from '../src/server/index.ts';
import { siteOf } from '../src/site/index.ts';
import { builtSample } from './built-sample.ts';

export const BASE_URL = 'https://api.example.org/open';
export const SITE_URL = 'https://example.org';

/** The service over the sample, and what ends it and removes its files. */
export interface SampleService {
  readonly app: App;
  /** Ids of companies of the sample. */
  readonly ids: readonly string[];
  readonly close: () => Promise<void>;
}

/** Builds the snapshot of the sample and the service over it, as the command does. It listens nowhere yet. */
export async function sampleService(
  logged: (line: string) => void = () => undefined,
  overrides: Partial<ServiceConfig> = {},
): Promise<SampleService> {
  const { path, remove } = await builtSample();
  const backend = openBackend(`snapshot:${path}`);
  const config = {
    baseUrl: BASE_URL,
    siteUrl: SITE_URL,
    dataProvider: 'Example',
    trustedProxies: ['127.0.0.1'],
    cursorSecret: Buffer.alloc(32, 7),
    cursorTtlSeconds: 900,
    plainHttp: true,
    officersMax: 100,
    ...overrides,
  };
  // Time flies, so that the allowance never runs out while a table of requests is sent.
  let now = 0;
  const clock = { monotonicMs: () => (now += 1000), wallMs: () => Date.now() };
  const log = pino({ level: 'info' }, { write: logged });
  const app = createApp(backend, config, { clock, log, site: siteOf(config) });
  const page = await backend.search({ query: 'nor', country: undefined, limit: 25, after: undefined });
  const ids =
    Buffer.from(page.json)
      .toString()
      .match(/co_\w{26}/g) ?? [];
  return {
    app,
    ids,
    close: async () => {
      await app.close();
      await backend.close();
      remove();
    },
  };
}

const ProblemCheck = Compile(Problem);

/** Asserts that a body is a problem document as the contract has it, for an answer with this status. */
export function assertProblem(status: number, body: string): Problem {
  const problem: unknown = JSON.parse(body);
  assert.ok(ProblemCheck.Check(problem), `${body}: ${JSON.stringify(ProblemCheck.Errors(problem))}`);
  const kind = PROBLEMS[problem.code];
  assert.equal(problem.status, status);
  // The one status outside the catalogue is that of a refused method.
  assert.equal(status, problem.code === 'invalid_request' && status === 405 ? 405 : kind.status);
  assert.equal(problem.title, kind.title);
  assert.equal(problem.retryable, kind.retryable);
  assert.equal(problem.type, SITE_URL + problemPath(problem.code));
  assert.ok(URL.canParse(problem.instance), problem.instance);
  // RFC 3986: nothing but unreserved and reserved characters and whole escapes.
  assert.match(problem.instance, /^https:\/\/api\.example\.org(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/);
  return problem;
}
