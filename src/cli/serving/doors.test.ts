import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DoorName } from '../../contract/index.ts';
import { doorWarnings } from './doors.ts';

const UPSTREAM = 'https://firma.example';
const DATABASE = 'postgres://firma.example/companies';

for (const [what, DOORS, BACKEND, folder, warned] of [
  ['nothing of doors that are off', [], UPSTREAM, 'none', []],
  ['nothing of events over a database', ['changes'], DATABASE, 'none', []],
  ['that another service has no events', ['lookup', 'changes'], UPSTREAM, 'none', [/^DOORS names changes, but /]],
  ['that a folder has no export', ['data'], undefined, 'empty', [/^EXPORTS_DIR ".*empty" has no export yet: /]],
  ['that there is no folder', ['data', 'changes'], UPSTREAM, 'none', [/^DOORS names/, /^EXPORTS_DIR ".*none"/]],
  ['nothing of an export that is there', ['data'], undefined, 'full', []],
] as const satisfies readonly (readonly [
  string,
  readonly DoorName[],
  string | undefined,
  string,
  readonly RegExp[],
])[]) {
  test(`a start says ${what}`, (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'openfirma-doors-'));
    t.after(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 'empty'));
    mkdirSync(join(directory, 'full', 'newest'), { recursive: true });
    symlinkSync('newest', join(directory, 'full', 'latest'));
    const warnings = doorWarnings({ DOORS: [...DOORS], BACKEND, EXPORTS_DIR: join(directory, folder) });
    assert.equal(warnings.length, warned.length, warnings.join('; '));
    for (const [i, pattern] of warned.entries()) assert.match(warnings[i] ?? '', pattern);
  });
}

for (const [what, doors, hasMatchIndex, count] of [
  ['that a snapshot has no match index', ['reconcile'], false, 1],
  ['nothing of an index that is there', ['reconcile'], true, 0],
  ['nothing of an index where nothing can have one', ['reconcile'], undefined, 0],
  ['nothing of an index that no door needs', ['lookup'], false, 0],
] as const satisfies readonly (readonly [string, readonly DoorName[], boolean | undefined, number])[])
  test(`a start says ${what}`, () => {
    const facts = hasMatchIndex === undefined ? undefined : { hasMatchIndex };
    const warnings = doorWarnings({ DOORS: doors, BACKEND: undefined, EXPORTS_DIR: 'none' }, facts);
    assert.equal(warnings.length, count);
    for (const warning of warnings)
      assert.match(warning, /^DOORS names reconcile, but the snapshot has no match index/);
  });
