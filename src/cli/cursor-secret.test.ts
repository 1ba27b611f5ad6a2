import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { InputError } from '../model/index.ts';
import { loadCursorSecret } from './cursor-secret.ts';

function createDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-secret-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** Expects an error of one line that names the path. */
function assertRefused(directory: string, path: string, reason: RegExp): void {
  assert.throws(
    () => loadCursorSecret(directory),
    (error) =>
      error instanceof InputError &&
      error.message.includes(`"${path}"`) &&
      reason.test(error.message) &&
      !error.message.includes('\n'),
  );
}

test('the secret is made once, in a directory that is made too, and stays the same', (t) => {
  const directory = join(createDirectory(t), 'deep', 'data');
  const first = Buffer.from(loadCursorSecret(directory));
  assert.equal(first.length, 32);
  assert.deepEqual(Buffer.from(loadCursorSecret(directory)), first);
  assert.deepEqual(readFileSync(join(directory, 'cursor-secret')), first);
});

test(
  'only the owner may read the secret, and nothing else is left beside it',
  { skip: process.platform === 'win32' && 'no file modes' },
  (t) => {
    const directory = createDirectory(t);
    loadCursorSecret(directory);
    assert.equal(statSync(join(directory, 'cursor-secret')).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(directory), ['cursor-secret']);
  },
);

test('two directories have two secrets', (t) => {
  const [a, b] = [createDirectory(t), createDirectory(t)];
  assert.notDeepEqual(Buffer.from(loadCursorSecret(a)), Buffer.from(loadCursorSecret(b)));
});

for (const [claim, bytes] of [
  ['an empty file', 0],
  ['a byte too few', 31],
  ['a byte too many', 33],
] as const) {
  test(`a secret of ${claim} is refused and not changed`, (t) => {
    const directory = createDirectory(t);
    const path = join(directory, 'cursor-secret');
    writeFileSync(path, Buffer.alloc(bytes, 7));
    assertRefused(directory, path, new RegExp(`it must hold 32 bytes, got ${bytes};`));
    assert.equal(statSync(path).size, bytes);
  });
}

test('a file in place of the directory is refused', (t) => {
  const directory = join(createDirectory(t), 'data');
  writeFileSync(directory, '');
  assertRefused(directory, join(directory, 'cursor-secret'), /set CURSOR_SECRET or a DATA_DIR that can be written/);
});

test('a link to a directory that is missing is refused', (t) => {
  const directory = join(createDirectory(t), 'data');
  symlinkSync(join(directory, '..', 'missing'), directory);
  assertRefused(directory, join(directory, 'cursor-secret'), /set CURSOR_SECRET or a DATA_DIR that can be written/);
});
