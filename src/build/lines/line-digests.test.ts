import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { digestLine } from './line-digests.ts';

interface Written {
  readonly register?: string;
  readonly as_of_date?: string;
  readonly name: string;
  readonly observed: readonly string[];
}

function write({ observed, ...line }: Written): Buffer {
  // Names of other fields end in the same letters.
  const officers = observed.map((observed_at) => ({
    source: { last_observed_at: '2026-11-20T00:00:00Z', observed_at },
  }));
  return Buffer.from(JSON.stringify({ end_of_date: '2026-11-20', deregister: 'fi-prh', ...line, officers }));
}

/** The line as its digest sees it: without its day, also as that of its officers, if it has a day and a register. */
function withoutDay({ register, as_of_date: day, name, observed }: Written): string {
  const isDated = register !== undefined && day?.length === 10;
  const times = observed.map((time) => (isDated && time === `${day}T00:00:00Z` ? 'its day' : time));
  return JSON.stringify([register, isDated ? 'its day' : day, name, times]);
}

const day = fc.constantFrom('2026-11-20', '2026-11-21', '2026-11', 'yesterday!');
const time = fc.constantFrom('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', '2026-11-20T07:30:00Z', '2026-11-20');
const line: fc.Arbitrary<Written> = fc.record(
  {
    register: fc.constantFrom('fi-prh', 'fi-prhs', ''),
    as_of_date: day,
    name: fc.constantFrom('Mylly Oy', 'Élan "as_of_date":"2026-11-20"', '"observed_at":"2026-11-20T00:00:00Z"'),
    observed: fc.array(time, { maxLength: 2 }),
  },
  { requiredKeys: ['name', 'observed'] },
);

suite('The digest of a line', () => {
  test('is the same if only the day differs, and in no other case', () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(line, (written) => {
        const bytes = write(written);
        const found = digestLine(bytes);
        const digest = found.digest.toString('hex');
        assert.equal(seen.get(digest) ?? withoutDay(written), withoutDay(written));
        seen.set(digest, withoutDay(written));
        assert.ok(bytes.equals(write(written)), 'the bytes are as before');
        const isDated = written.register !== undefined && written.as_of_date?.length === 10;
        assert.deepEqual([found.day, found.register], isDated ? [written.as_of_date, written.register] : [undefined, undefined]); // prettier-ignore
      }),
      { numRuns: 3000 },
    );
    assert.equal(new Set(seen.values()).size, seen.size, 'lines that differ only in their day have one digest');
  });
});
