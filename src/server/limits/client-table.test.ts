import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CLIENT_CHARS_MAX, ClientTable } from './client-table.ts';

/** So few that they come again, and so alike that many begin their search at one place. */
const client = fc.oneof(
  fc.nat(40).map((n) => `10.0.0.${n}`),
  fc.nat(40).map((n) => `2001:db8:0:${n.toString(16)}`),
  fc.constantFrom('', 'unknown', 'p unknown', 'x'.repeat(CLIENT_CHARS_MAX)),
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ client, number: fc.double({ min: 0, max: 1e15, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ atLeast: fc.double({ min: 0, max: 1e15, noNaN: true }) }) },
);

suite('A table of clients', () => {
  test('holds what a map would, as many as it may', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(step, { maxLength: 200 }), (clientsMax, steps) => {
        const table = new ClientTable(clientsMax);
        const truth = new Map<string, number>();
        for (const one of steps) {
          if ('atLeast' in one) {
            table.keepOnly((number) => number >= one.atLeast);
            for (const [known, number] of truth) if (number < one.atLeast) truth.delete(known);
          } else if (table.isFull && !truth.has(one.client)) {
            assert.throws(() => table.set(one.client, one.number), RangeError);
          } else {
            table.set(one.client, one.number);
            truth.set(one.client, one.number);
          }
          assert.equal(table.size, truth.size);
          assert.equal(table.isFull, truth.size === clientsMax);
        }
        for (const [known, number] of truth) assert.equal(table.get(known), number);
        assert.deepEqual(Float64Array.from(table.numbers()).toSorted(), Float64Array.from(truth.values()).toSorted());
        assert.equal(table.get('nobody'), undefined);
      }),
    );
  });

  test('holds a hundred thousand, each found', () => {
    const table = new ClientTable(100_000);
    const name = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    for (let n = 0; n < 100_000; n++) table.set(name(n), n);
    assert.ok(table.isFull);
    for (let n = 0; n < 100_000; n++) assert.equal(table.get(name(n)), n);
  });

  test('takes no client whose text is longer than its place', () => {
    const table = new ClientTable(1);
    assert.throws(() => table.set('x'.repeat(CLIENT_CHARS_MAX + 1), 1), /too long/);
    assert.equal(table.size, 0);
  });
});
