import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildSnapshot, rejectsPath } from '../../src/build/index.ts';
import { folder } from '../fixtures/folder.ts';

const NESTED = `{"key":"r:2","name":${'['.repeat(100_000)}`;

/** Builds a snapshot of the lines; `onVerified` runs before any file gets its final name. */
async function build(out: string, lines: readonly string[], onVerified = (): void => {}): Promise<unknown> {
  const input = join(out, '../lines.ndjson');
  writeFileSync(input, `${['{"key":"r:1","name":"Aino"}', ...lines].join('\n')}\n`);
  const startProgress = (step: string) => ({
    update: () => {},
    finish: () => {
      if (step === 'verify') onVerified();
    },
  });
  return buildSnapshot({ inputs: [input], out, maxRejects: 2, startProgress });
}

test('a build whose last rename fails leaves the list of rejected lines as it was', async (t) => {
  const at = folder(t);
  const out = join(at, 'mills.snapshot');
  await build(out, ['first']);
  const before = readFileSync(rejectsPath(out), 'utf8');
  const onVerified = (): void => {
    // A file cannot take the place of a folder.
    rmSync(out, { force: true });
    mkdirSync(out);
  };
  await assert.rejects(build(out, ['second', 'third'], onVerified));
  assert.equal(readFileSync(rejectsPath(out), 'utf8'), before);
  rmSync(out, { recursive: true });
  await assert.rejects(build(out, [], onVerified));
  assert.equal(readFileSync(rejectsPath(out), 'utf8'), before);
  assert.deepEqual(
    readdirSync(at).filter((name) => name.startsWith('.')),
    [],
  );
});

test('a line that nests without end, and one with a repeated field, are one reject each', async (t) => {
  const out = join(folder(t), 'mills.snapshot');
  await build(out, [NESTED, '{"key":"r:2","name":"A","name":"B"}']);
  const rejects = readFileSync(rejectsPath(out), 'utf8').trimEnd().split('\n');
  assert.deepEqual(
    rejects.map((line) => (JSON.parse(line) as { lineNumber: number }).lineNumber),
    [2, 3],
  );
});
