import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const INTERRUPT = new URL('./interrupt.ts', import.meta.url).href;
const RUN = `
const { interruptible } = await import(${JSON.stringify(INTERRUPT)});
setInterval(() => {}, 1000);
await interruptible('wait', (signal) => new Promise(() => {
  signal.addEventListener('abort', () => process.stdout.write(signal.reason.message));
  process.stdout.write('at work');
}));
`;

test('the first signal asks work to stop, and a second one of either kind ends the process at once', async () => {
  for (const [first, second] of [
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGTERM'],
  ] as const) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', RUN]);
    child.stdout.setEncoding('utf8');
    assert.deepEqual(await once(child.stdout, 'data'), ['at work']);
    child.kill(first);
    assert.deepEqual(await once(child.stdout, 'data'), ['Cannot wait: interrupted; nothing was replaced']);
    child.kill(second);
    assert.deepEqual(await once(child, 'exit'), [null, second]);
  }
});
