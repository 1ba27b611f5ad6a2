import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { accessLog } from './access-log.ts';

test('a log line has the milliseconds of an answer as a number in its shortest form', async () => {
  const durations = [0, 1, 9, 10, 100, 119, 120, 999, 1000, 1001, 1010, 1500, 2000, 30_000_001];
  const written: string[] = [];
  const answered = accessLog(pino({ level: 'info' }), { write: (lines: string) => written.push(lines) });
  for (const microseconds of durations)
    answered({ requestId: 'a', method: 'GET', route: 'search', status: 200, microseconds, clientAddress: undefined });
  await new Promise(setImmediate);
  const texts = [...written.join('').matchAll(/"ms":([^,]*),/g)].map(([, text]) => text);
  assert.deepEqual(
    texts,
    durations.map((microseconds) => String(microseconds / 1000)),
  );
});
