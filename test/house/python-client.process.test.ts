/** The Python client: its own tests, run by Debian's Python against the service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Backend } from '../../src/backend/index.ts';
import { listDeclarations, makeDoors } from '../fixtures/doors.ts';
import { pythonWith } from '../fixtures/python.ts';
import { BASE_URL, SITE_URL, TestClock, TestService, doorParts, openSample } from '../fixtures/service.ts';
import { has } from '../parts.ts';

const CLIENT = join(import.meta.dirname, '../../clients/python');
const DATA_PROVIDER = 'openfirma';

/** A clock that shows the real time. */
class RunningClock extends TestClock {
  override readonly monotonicMs = (): number => performance.now();
  override readonly wallMs = (): number => Date.now();
}

/** Returns the address of a service that listens until the test ends. */
async function listening(t: TestContext, service: TestService): Promise<string> {
  await service.app.listen({ hosts: ['127.0.0.1'], port: 0 });
  t.after(() => service.app.close());
  const { port } = service.app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${new URL(BASE_URL).pathname}`;
}

/** Creates a service with details and reconciliation whose rate limit these tests do not reach. */
async function unlimited(backend: Backend): Promise<TestService> {
  const clock = new RunningClock();
  const doors = listDeclarations('details', 'reconcile');
  const facts = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: DATA_PROVIDER, doors };
  const made = await makeDoors({ ...doorParts(backend, clock), facts });
  return new TestService(backend, { dataProvider: DATA_PROVIDER, doors, exemptClients: ['127.0.0.1'] }, made, clock);
}

if (has('python', 'the Python client')) {
  const python = pythonWith('unittest') ?? 'python3';
  test('The Python client passes its tests against the service, and its README prints what it says', async (t) => {
    const sample = await openSample();
    t.after(() => sample.close());
    const limited = new TestService(sample.backend, { cursorTtlSeconds: 0 }, [], new RunningClock());
    const env = {
      ...process.env,
      PYTHONPATH: join(CLIENT, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      OPENFIRMA_URL: await listening(t, await unlimited(sample.backend)),
      OPENFIRMA_LIMITED_URL: await listening(t, limited),
    };
    const args = [
      '-W',
      'error',
      '-m',
      'unittest',
      'discover',
      '--start-directory',
      'tests',
      '--top-level-directory',
      '.',
    ];
    // The exit status is nonzero after a failed test.
    const run = promisify(execFile)(python, args, { cwd: CLIENT, env });
    const { stderr } = await run.catch((error: { stderr: string }) => error);
    assert.match(stderr, /^Ran \d{2,} tests in .*\n\nOK$/m, stderr);
  });
}
// README.md has an example for pandas.
has('pandas', 'the example of the Python client for pandas');
