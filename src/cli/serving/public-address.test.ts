import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOfAddress } from './listening.ts';
import { addressWarning } from './service-config.ts';

for (const [HOST, BASE_URL, isWarned] of [
  ['localhost', undefined, false],
  ['127.0.0.1', undefined, false],
  ['127.8.9.1', undefined, false],
  ['::1', undefined, false],
  ['::ffff:127.0.0.1', undefined, false],
  ['0.0.0.0', undefined, true],
  ['::', undefined, true],
  ['192.0.2.7', undefined, true],
  ['firma.example', undefined, true],
  ['0.0.0.0', 'https://firma.example', false],
] as const) {
  test(`a start with HOST=${HOST} ${BASE_URL === undefined ? 'and no BASE_URL' : `and BASE_URL=${BASE_URL}`} ${isWarned ? 'warns' : 'says nothing'}`, () => {
    const baseUrl = BASE_URL ?? `http://${hostOfAddress(HOST)}:8080`;
    const warning = addressWarning({ HOST, BASE_URL }, baseUrl);
    assert.equal(warning !== undefined, isWarned);
    if (warning === undefined) return;
    assert.ok(warning.startsWith('BASE_URL is not set: ') && warning.includes(`"${baseUrl}"`), warning);
    assert.ok(!warning.includes('\n'));
  });
}
