import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder for one test, removed behind it. */
export function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'openfirma-test-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}
