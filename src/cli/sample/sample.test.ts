import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleGaps } from './sample.ts';

test('the sample names what it leaves out without optional packages, and one command that installs them', () => {
  assert.match(
    sampleGaps((name) => name === 'pg') ?? '',
    /^off: the door mcp, exports as Parquet; to have them, run npm ci --prefix \S+ and start again$/,
  );
  assert.equal(
    sampleGaps(() => true),
    undefined,
  );
});
