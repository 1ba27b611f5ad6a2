import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreFault } from './faults.ts';
import { readSlotRanges, serverOfRedirection, slotOf } from './slots.ts';

const ASKED = { host: 'seed', port: 7000 };

for (const [key, slot] of [
  ['123456789', 0x31c3],
  ['foo', 12_182],
  ['', 0],
] as const)
  test(`the slot of "${key}" is ${slot}`, () => assert.equal(slotOf(key), slot));

test('a reply of CLUSTER SLOTS names who takes writes; a server without a known host has that which was asked', () => {
  const replica = ['10.0.0.9', 7009, 'id'];
  const reply = [
    [0, 8191, ['10.0.0.1', 7001, 'id', []], replica],
    [8192, 16_383, ['', 7002, 'id', []]],
  ];
  assert.deepEqual(readSlotRanges(reply, ASKED), [
    { server: { host: '10.0.0.1', port: 7001 }, first: 0, last: 8191 },
    { server: { host: 'seed', port: 7002 }, first: 8192, last: 16_383 },
  ]);
});

for (const reply of [
  [],
  null,
  'OK',
  [[0]],
  [[0, 1, 'x']],
  [['0', '1', ['h', 1]]],
  [[-1, 1, ['h', 1]]],
  [[2, 1, ['h', 1]]],
  [[0, 16_384, ['h', 1]]],
  [[0.5, 1, ['h', 1]]],
  [[0, 1, ['h', 65_536]]],
]) {
  test(`the reply ${JSON.stringify(reply)} names nobody`, () => assert.deepEqual(readSlotRanges(reply, ASKED), []));
}

for (const [message, server] of [
  ['MOVED 3999 127.0.0.1:6381', { host: '127.0.0.1', port: 6381 }],
  ['ASK 3999 store-2.example:6381', { host: 'store-2.example', port: 6381 }],
  ['MOVED 3999 ::1:6381', { host: '::1', port: 6381 }],
  ['MOVED 3999 :6381', { host: 'seed', port: 6381 }],
  ['CLUSTERDOWN The cluster is down', undefined],
] as const) {
  test(`"${message}" ${server === undefined ? 'names nobody' : `names ${server.host}`}`, () =>
    assert.deepEqual(serverOfRedirection(new StoreFault('refused', message), ASKED), server));
}
