import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fetchPage } from './index.ts';
import { clientFor } from './server-fixture.ts';

const pem = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', `${name}.pem`), 'utf8');

/** A server that sends its own certificate but not the intermediate certificate. */
async function lackingServer(t: TestContext): Promise<string> {
  const server = createServer({ cert: pem('toy-server'), key: pem('toy-server-key') }, (_, response) => {
    response.end('page');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('a register that ships the missing certificates reaches its server', async (t) => {
  const url = await lackingServer(t);
  const certificates = [pem('toy-root'), pem('toy-intermediate')];
  assert.equal(await fetchPage({ url }, clientFor(t, url, { server: { certificates } }).client), 'page');
});

const UNTRUSTED: [claim: string, certificates: readonly string[]][] = [
  ['none', []],
  ['only the root, if the server does not send the intermediate', [pem('toy-root')]],
  ['only the intermediate, without a root', [pem('toy-intermediate')]],
];
for (const [claim, certificates] of UNTRUSTED) {
  test(`a register that ships ${claim} does not trust its server`, async (t) => {
    const url = await lackingServer(t);
    const { client } = clientFor(t, url, { server: { certificates } });
    await assert.rejects(fetchPage({ url }, client), /unable to (verify the first|get (local )?issuer) certificate/);
  });
}
