import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { untilSteady } from '../fixtures/until.ts';
import { buildSample, get, memoryPeakMb, openUnread, started } from './unread-clients.ts';

/**
 * Maximum memory. The service takes 80 to 110 MB after its start; before responses waited for their readers, the attacks took gigabytes.
 */
const MEMORY_MB_MAX = 300;

suite('clients that ask and do not read', () => {
  let directory = '';
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-unread-'));
    await buildSample(join(directory, 'sample.snapshot'));
  });
  after(() => rmSync(directory, { recursive: true }));

  test('two that ask 797 times for the largest document cost no memory', async () => {
    const { child, exit, port, address, largest } = await started(directory, {});
    try {
      const documents = await openUnread(port, 2, () => get(largest).repeat(797));
      const pages = await openUnread(port, 20, () => get('/coverage').repeat(797));
      await untilSteady('it takes no more memory', () => memoryPeakMb(child.pid));
      assert.equal((await fetch(`${address}/livez`)).status, 200);
      const peak = memoryPeakMb(child.pid);
      assert.ok(peak === undefined || peak <= MEMORY_MB_MAX, `${peak} MB`);
      for (const socket of [...documents, ...pages]) socket.destroy();
    } finally {
      child.kill('SIGKILL');
      await exit;
    }
  });
});
