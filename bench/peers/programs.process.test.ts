import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputOf } from './programs.ts';

const CASES: readonly (readonly [claim: string, program: string, args: readonly string[], message: RegExp])[] = [
  ['that is not there', '/nowhere/initdb', ['-D', 'data'], /^Cannot run "\/nowhere\/initdb -D data": .*ENOENT$/],
  ['that may not be run', '/etc/passwd', [], /^Cannot run "\/etc\/passwd": .*EACCES$/],
  ['that fails', 'sh', ['-c', 'echo why >&2; exit 3'], /^"sh -c echo why >&2; exit 3" ended with 3: why\n$/],
];

for (const [claim, program, args, message] of CASES)
  test(`the message about a program ${claim} says what happened`, () => {
    assert.throws(() => outputOf(program, args), { message });
  });
