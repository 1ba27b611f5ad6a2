/** Writes what an import makes of the rows of a `fixture.txt` beside them. Run: `npm run fixture REGISTER`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImport } from '../importer/index.ts';
import { readFixture, withExpected } from './fixture-text.ts';
import { findRegister } from './index.ts';

const [id = ''] = process.argv.slice(2);
const register = findRegister(id);
const path = join(import.meta.dirname, id, 'fixture.txt');
const text = readFileSync(path, 'utf8');
const at = mkdtempSync(join(tmpdir(), 'openfirma-fixture-'));
try {
  const inputs = [...readFixture(id, text).files].map(([name, content]) => {
    writeFileSync(join(at, name), content);
    return join(at, name);
  });
  const output = join(at, 'expected.ndjson');
  const report = await runImport(register, { output, inputs, maxRejects: 0 });
  const lines = readFileSync(output, 'utf8').split('\n').slice(0, -1);
  writeFileSync(path, withExpected(text, lines, report.toJSON()));
  process.stdout.write(`Compare each line of ${path} with its row.\n`);
} finally {
  rmSync(at, { recursive: true });
}
