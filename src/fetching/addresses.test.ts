import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBelow } from './addresses.ts';

for (const [path, prefix, want] of [
  ['/api', '/api', true],
  ['/api/list', '/api', true],
  ['/api/list', '/api/', true],
  ['/anything', '/', true],
  ['/apiary', '/api', false],
  ['/api', '/api/', false],
] as const) {
  test(`isBelow: ${path} is ${want ? '' : 'not '}below ${prefix}`, () => {
    assert.equal(isBelow(`https://toys.example${path}`, `https://toys.example${prefix}`), want);
  });
}
