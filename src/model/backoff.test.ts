import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs, retryAfterMs } from './backoff.ts';

test('waits grow by their factor up to the longest', () => {
  const waits = [1, 2, 3, 4, 5].map((failures) => backoffMs(failures, { firstMs: 10, maxMs: 60 }));
  assert.deepEqual(waits, [10, 20, 40, 60, 60]);
  assert.equal(backoffMs(3, { firstMs: 10, factor: 4 }), 160);
  assert.equal(backoffMs(0, { firstMs: 10 }), 10);
});

test('jitter shortens a wait by at most its share', () => {
  for (let i = 0; i < 100; i++) {
    const ms = backoffMs(2, { firstMs: 10, jitter: 0.5 });
    assert.ok(ms > 10 && ms <= 20, `${ms}`);
  }
});

test('Retry-After is read as seconds and as a date', () => {
  const nowMs = Date.parse('2026-11-23T12:00:00Z');
  assert.equal(retryAfterMs('7', nowMs), 7000);
  assert.equal(retryAfterMs('Mon, 23 Nov 2026 12:01:00 GMT', nowMs), 60_000);
  assert.equal(retryAfterMs('Mon, 23 Nov 2026 11:00:00 GMT', nowMs), 0);
  for (const field of [null, undefined, '', 'soon', '1.5', '-1', '2026-11-24']) {
    assert.equal(retryAfterMs(field, nowMs), undefined, String(field));
  }
});
