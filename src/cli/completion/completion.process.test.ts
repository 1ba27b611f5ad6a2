/** Each completion script runs in its own shell, with the real commands. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { has } from '../../../test/parts.ts';
import { COMMAND } from '../../../test/fixtures/serving.ts';
import { REGISTERS } from '../../registers/index.ts';

/** Returns the words that a script offers for a line whose last word is incomplete. */
type Complete = (words: readonly string[]) => string[];

const CASES: readonly (readonly [claim: string, words: readonly string[], want: readonly string[]])[] = [
  ['commands', ['re'], ['refresh', 'registers']],
  ['subcommands', ['curate', 're'], ['redirect', 'release', 'restrict']],
  ['registers', ['import', 'g'], ['gb-companies-house', 'gleif', 'gr-gemi']],
  ['a second register of fetch, and code lists', ['fetch', 'fi-prh', 'gl'], ['gleif', 'gleif-lists']],
  ['options', ['refresh', '--'], ['--accept-loss', '--dry-run', '--for', '--force', '--full', '--help', '--json']],
  ['options of a subcommand', ['curate', 'restrict', '--s'], ['--snapshot']],
  ['countries, as the value of an option', ['build', '--accept-loss', 'F'], ['FI', 'FR']],
  ['files', ['inspect', 'da'], ['data.snapshot']],
  ['files, as the value of an option', ['serve', '--snapshot', 'da'], ['data.snapshot']],
  ['files behind an option with a value', ['import', '--max-rejects', '3', 'gleif', 'da'], ['data.snapshot']],
  ['folders', ['fetch', '--into', 'do'], ['downloads']],
  ['shells', ['completion', ''], ['bash', 'fish', 'zsh']],
  ['nothing for a free word', ['search', 'data.snapshot', 'x'], []],
];

const script = (shell: string): string => {
  const { stdout, stderr, status } = spawnSync(COMMAND, ['completion', shell], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
};

/** Runs a shell script and returns the lines that it prints. */
function lines(shell: string, args: readonly string[], cwd: string): string[] {
  const { stdout, stderr, status } = spawnSync(shell, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout.split('\n').filter((line) => line !== '');
}

const quoted = (word: string): string => `'${word}'`;

const SHELLS: Readonly<Record<'bash' | 'fish' | 'zsh', (source: string, cwd: string) => Complete>> = {
  bash: (source, cwd) => (words) => {
    const all = ['openfirma', ...words].map(quoted).join(' ');
    const program = `source ${source}; COMP_WORDS=(${all}); COMP_CWORD=${words.length}; _openfirma; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines('bash', ['--norc', '-c', program], cwd);
  },
  // Stand-ins for the functions of the completion system print the words that they receive.
  zsh: (source, cwd) => (words) => {
    const all = ['openfirma', ...words].map(quoted).join(' ');
    const given = `compadd() { shift; print -l -- \${(M)@:#\${words[CURRENT]}*} }; _files() { [[ $1 == -/ ]] && print -l -- \${words[CURRENT]}*(N/) || print -l -- \${words[CURRENT]}*(N) }; compdef() { : }`;
    return lines(
      'zsh',
      ['-f', '-c', `${given}; source ${source}; words=(${all}); CURRENT=${words.length + 1}; _openfirma`],
      cwd,
    );
  },
  fish: (source, cwd) => (words) => {
    const line = ['openfirma', ...words].join(' ');
    const program = `source ${source}; complete -C ${quoted(line)}`;
    return lines('fish', ['--no-config', '-c', program], cwd).map((offered) =>
      (offered.split('\t')[0] ?? '').replace(/\/$/, ''),
    );
  },
};

for (const [shell, completer] of Object.entries(SHELLS) as [keyof typeof SHELLS, (typeof SHELLS)['bash']][]) {
  if (!has(shell, `openfirma completion ${shell}`)) continue;
  suite(`openfirma completion ${shell} completes`, () => {
    let complete: Complete;
    let at = '';
    before(() => {
      at = mkdtempSync(join(tmpdir(), 'openfirma-completion-'));
      writeFileSync(join(at, 'data.snapshot'), '');
      mkdirSync(join(at, 'downloads'));
      writeFileSync(join(at, 'document.txt'), '');
      const source = join(at, 'completion');
      writeFileSync(source, script(shell));
      complete = completer(source, at);
    });
    after(() => rmSync(at, { recursive: true }));
    // The script for fish does not distinguish the positions of arguments.
    const cases = CASES.filter(([, words]) => shell !== 'fish' || words[0] !== 'search');
    for (const [claim, words, want] of cases)
      test(claim, () => assert.deepEqual([...new Set(complete(words))].toSorted(), want));

    test('every register', () => {
      const offered = complete(['import', '']);
      for (const id of REGISTERS.keys()) assert.ok(offered.includes(id), id);
    });
  });
}
