import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DataFacts } from '../model/index.ts';
import { EXTRAS } from '../../extras/index.ts';
import { doorWarnings } from './extras.ts';
import { ALL_DOORS, readConfig } from './settings.ts';

const UPSTREAM = 'https://firma.example';
const DATABASE = 'postgres://firma.example/companies';

for (const [what, DOORS, BACKEND, folder, warned] of [
  ['nothing of doors that are off', [], UPSTREAM, 'none', []],
  ['nothing of events over a database', ['changes'], DATABASE, 'none', []],
  ['that another service has no events', ['lookup', 'changes'], UPSTREAM, 'none', [/^DOORS names changes, but /]],
  ['that a folder has no export', ['data'], undefined, 'empty', [/^EXPORTS_DIR ".*empty" has no export yet: /]],
  ['that there is no folder', ['data', 'changes'], UPSTREAM, 'none', [/^DOORS names/, /^EXPORTS_DIR ".*none"/]],
  ['nothing of an export that is there', ['data'], undefined, 'full', []],
] as const satisfies readonly (readonly [string, readonly string[], string | undefined, string, readonly RegExp[]])[]) {
  test(`a start says ${what}`, (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'openfirma-doors-'));
    t.after(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 'empty'));
    mkdirSync(join(directory, 'full', 'newest'), { recursive: true });
    symlinkSync('newest', join(directory, 'full', 'latest'));
    const warnings = doorWarnings(
      readConfig({
        DOORS: DOORS.join(','),
        ...(BACKEND !== undefined && { BACKEND }),
        EXPORTS_DIR: join(directory, folder),
      }),
      undefined,
    );
    assert.equal(warnings.length, warned.length, warnings.join('; '));
    for (const [i, pattern] of warned.entries()) assert.match(warnings[i] ?? '', pattern);
  });
}

const EMPTY: DataFacts = {
  records: { active: 0, tombstoned: 0, restricted: 0, redirected: 0, split: 0 },
  countries: {},
  registers: {},
} as never;

for (const [what, doors, hasMatchIndex, count] of [
  ['that a snapshot has no match index', ['reconcile'], false, 1],
  ['nothing of an index that is there', ['reconcile'], true, 0],
  ['nothing of an index where nothing can have one', ['reconcile'], undefined, 0],
  ['nothing of an index that no door needs', ['lookup'], false, 0],
] as const satisfies readonly (readonly [string, readonly string[], boolean | undefined, number])[])
  test(`a start says ${what}`, () => {
    const facts = hasMatchIndex === undefined ? undefined : { ...EMPTY, hasMatchIndex };
    const warnings = doorWarnings(readConfig({ DOORS: doors.join(',') }), facts);
    assert.equal(warnings.length, count);
    for (const warning of warnings)
      assert.match(warning, /^DOORS names reconcile, but the snapshot has no match index/);
  });

test('each door has a letter of its own', () => {
  const letters = ALL_DOORS.map(({ declaration }) => declaration.letter);
  assert.deepEqual(letters.filter((letter) => !/^[a-z]$/.test(letter) || 'ps'.includes(letter)), []); // prettier-ignore
  assert.equal(new Set(letters).size, letters.length);
});

test('no two extras bring the same setting, command or scheme', () => {
  const names = EXTRAS.flatMap(({ settings = {}, commands = {}, backend }) =>
    [Object.keys(settings), Object.keys(commands), backend?.schemes ?? []].flat(),
  );
  assert.equal(new Set(names).size, names.length);
});
