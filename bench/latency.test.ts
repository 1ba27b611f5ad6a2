import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Latencies } from './latency.ts';

test('Latencies knows shares of any times to one part in a hundred, and the worst as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e8, noNaN: true }), { minLength: 1, maxLength: 200 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (times, share) => {
        const latencies = new Latencies();
        for (const time of times) latencies.record(time);
        const sorted = times.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(share * times.length) - 1] ?? NaN;
        const told = latencies.within(share);
        assert.ok(told >= exact && told <= exact * 1.01 + 1, `${told} for ${exact}`);
        assert.equal(latencies.worst, sorted.at(-1));
        assert.equal(latencies.total, times.length);
      },
    ),
  );
});

test('Latencies without any answer says nothing', () => {
  assert.equal(new Latencies().within(0.5), 0);
});
