import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REQUEST_ID_PATTERN } from '../model/index.ts';
import { requestIds } from './request-id.ts';

test('10,000 request ids have the format of the specification and differ', () => {
  const next = requestIds();
  const ids = Array.from({ length: 10_000 }, next);
  const format = /^req_[0-7][0-9a-hj-km-np-tv-z]{25}$/;
  assert.deepEqual(
    ids.filter((id) => !format.test(id)),
    [],
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(REQUEST_ID_PATTERN, format.source);
});

test('two makers of request ids share none', () => {
  const [a, b] = [requestIds(), requestIds()];
  const ids = Array.from({ length: 300 }, () => [a(), b()]).flat();
  assert.equal(new Set(ids).size, 600);
});
