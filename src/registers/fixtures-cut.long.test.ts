import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { cutImports } from './fixture-import.ts';
import { fixtureCases } from './fixtures.ts';
import { REGISTERS } from './index.ts';

/** Maximum number of cuts of one file here; `npm run test:soak` tries every byte. */
const CUTS_MAX = 3;

for (const [id, register] of REGISTERS)
  for (const one of fixtureCases(id))
    for (const [position, input] of one.inputs.entries()) {
      test(`${one.title} never takes ${basename(input)} cut short for a whole file`, async (t) => {
        const bytes = readFileSync(input);
        const rest = one.inputs.toSpliced(position, 1);
        const cuts = evenly(bytes.length, CUTS_MAX);
        assert.deepEqual(await cutImports(t, register, { bytes, input, rest, cuts }), []);
      });
    }

/** Returns lengths spread over a file. They meet the ends of records only by chance; the soak test tries every length. */
function evenly(length: number, count: number): number[] {
  const step = Math.max(1, length / count);
  return Array.from({ length: Math.min(count, length) }, (_, i) => Math.floor(i * step));
}
