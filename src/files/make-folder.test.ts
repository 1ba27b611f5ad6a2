import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { makeFolder } from './make-folder.ts';

suite('makeFolder', () => {
  const directory = mkdtempSync(join(tmpdir(), 'openfirma-make-folder-'));
  after(() => rmSync(directory, { recursive: true }));

  test('makes missing folders and returns the first new one, or undefined', () => {
    const path = join(directory, 'a', 'b', 'c');
    assert.equal(makeFolder(path, 0o700), join(directory, 'a'));
    assert.equal(statSync(path).mode & 0o777, 0o700);
    assert.equal(makeFolder(path), undefined);
    assert.equal(makeFolder(join(path, 'd')), join(path, 'd'));
  });

  test('a link to a folder counts as a folder, and so does the root', () => {
    symlinkSync(directory, join(directory, 'link'));
    assert.equal(makeFolder(join(directory, 'link')), undefined);
    assert.equal(makeFolder('/'), undefined);
  });

  test('throws the reason if a folder is impossible', () => {
    writeFileSync(join(directory, 'file'), '');
    symlinkSync(join(directory, 'nowhere'), join(directory, 'dangling'));
    const cases: readonly (readonly [path: string, code: string])[] = [
      [join(directory, 'file'), 'EEXIST'],
      [join(directory, 'file', 'x', 'y'), 'ENOTDIR'],
      [join(directory, 'dangling'), 'EEXIST'],
      ...(existsSync('/proc/self') ? [['/proc/openfirma/x', 'ENOENT'] as const] : []),
    ];
    for (const [path, code] of cases) assert.throws(() => makeFolder(path), { code }, path);
  });
});
