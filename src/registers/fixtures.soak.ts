import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { cutImports } from './fixture-import.ts';
import { fixtureCases } from './fixtures.ts';
import { REGISTERS } from './index.ts';

// Cuts the fixtures at every byte; fixtures.test.ts cuts them at some bytes.
for (const [id, register] of REGISTERS) {
  for (const { title, inputs } of fixtureCases(id)) {
    for (const [position, input] of inputs.entries()) {
      test(`${title} never takes ${basename(input)} cut at any byte for a whole file`, async (t) => {
        const bytes = readFileSync(input);
        const cuts = Array.from({ length: bytes.length }, (_, length) => length);
        const silent = await cutImports(t, register, { bytes, input, rest: inputs.toSpliced(position, 1), cuts });
        assert.deepEqual(silent, []);
      });
    }
  }
}
