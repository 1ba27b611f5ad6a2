/** The workflows, which cannot run here: their pins, permissions and scripts, and the files that they name. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { ROOT } from './printed.ts';

const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted();

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly name: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes': number; readonly steps: readonly Step[] }>>;
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const workflows = FILES.map((file) => ({ file, text: read(file), workflow: parse(read(file)) as Workflow }));
const listSteps = ({ workflow }: (typeof workflows)[number]): Step[] =>
  Object.values(workflow.jobs).flatMap(({ steps }) => steps);

suite('Workflows', () => {
  test('are those that the manual of releases lists', () => {
    const listed = [...read('docs/releasing.md').matchAll(/^\| \[\w+\]\(\.\.\/(\.github\/workflows\/\w+\.yml)\)/gm)];
    assert.deepEqual(listed.map(([, file = '']) => file).toSorted(), FILES);
  });

  test('pin every action by digest, with its version behind it, and one action by one digest', () => {
    const pins = new Map<string, string>();
    for (const { file, text } of workflows) {
      for (const [, used = ''] of text.matchAll(/^\s*-? ?uses: (.*)$/gm)) {
        const [, action = '', pin = ''] = /^([\w./-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(used) ?? [];
        assert.notEqual(action, '', `${file}: ${used}`);
        const [owner, repository] = action.split('/');
        const known = pins.get(`${owner}/${repository}`) ?? pin;
        assert.equal(pin, known, file);
        pins.set(`${owner}/${repository}`, known);
      }
    }
  });

  test('may only read unless a job says why, end after a time, and keep no credentials', () => {
    for (const one of workflows) {
      assert.deepEqual(one.workflow.permissions, { contents: 'read' }, one.file);
      for (const [name, job] of Object.entries(one.workflow.jobs)) assert.ok(job['timeout-minutes'] <= 60, name);
      for (const { uses = '', with: given } of listSteps(one)) {
        if (uses.startsWith('actions/checkout@')) assert.equal(given?.['persist-credentials'], false, one.file);
      }
    }
  });

  test('have scripts with the syntax of bash, in which no expression is filled', () => {
    const scripts = workflows.flatMap(listSteps).flatMap(({ run }) => run ?? []);
    assert.ok(scripts.length > 8);
    for (const script of scripts) assert.doesNotMatch(script, /\$\{\{/, 'pass values by the environment');
    const all = scripts.map((script) => `(\n${script}\n)\n`).join('');
    const { status, stderr } = spawnSync('bash', ['-n'], { input: all, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  });

  test('name files and scripts of the repository that exist', () => {
    const scripts = workflows.flatMap(listSteps).flatMap(({ run }) => run ?? []);
    const { scripts: known } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const script of scripts) {
      for (const [, path = ''] of script.matchAll(/(?:^|[ ./])((?:clients|deploy|\.ci)\/[\w./-]+|CHANGELOG\.md)/g)) {
        assert.ok(existsSync(join(ROOT, path)), path);
      }
      for (const [, name = ''] of script.matchAll(/npm run (?:--silent )?(\w+)/g)) assert.ok(name in known, name);
    }
  });

  test('find the notes of a version in the changelog', () => {
    const [, program = ''] = /awk -v version=\S+ '([^']+)'/.exec(read('.github/workflows/release.yml')) ?? [];
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const { stdout } = spawnSync('awk', ['-v', `version=${version}`, program, join(ROOT, 'CHANGELOG.md')], { encoding: 'utf8' }); // prettier-ignore
    assert.match(stdout, new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`));
    assert.equal(stdout.match(/^## /gm)?.length, 1);
  });

  test('of Renovate: a configuration in JSON that pins actions', () => {
    const { extends: presets } = JSON.parse(read('.github/renovate.json')) as { extends: string[] };
    assert.ok(presets.includes('helpers:pinGitHubActionDigests'));
  });
});
