import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { suite, test } from 'node:test';

const PAGES = globSync(['*.md', '.github/**/*.md', 'bench/*.md', 'client/*.md', 'docs/**/*.md', 'src/**/*.md']);
const read = (file: string): string => readFileSync(file, 'utf8');

suite('decisions', () => {
  const files = globSync('docs/decisions/[0-9]*.md').toSorted();
  const index = read('docs/decisions/README.md');
  const LINES_MAX = 15;

  test('are numbered from 001 without a gap', () => {
    const numbers = files.map((file) => Number(/\d{3}/.exec(basename(file))?.[0]));
    assert.deepEqual(
      numbers,
      files.map((_, i) => i + 1),
    );
  });

  for (const file of files) {
    test(`${basename(file)} has a title, a status and at most ${LINES_MAX} lines, and the index lists it`, () => {
      const [title = '', , status = ''] = read(file).split('\n');
      assert.match(title, /^# \S/);
      assert.match(status, /^Status: (accepted|superseded by \[\d{3}\]\(\d{3}-[\w-]+\.md\))$/);
      assert.ok(
        index.includes(`](${basename(file)}) ${title.slice(2)}`),
        'docs/decisions/README.md lists another title',
      );
      assert.equal(index.includes(`${title.slice(2)} (superseded)`), status.startsWith('Status: superseded'));
      // The table of dependencies has a row for each package.
      const isTable = file.endsWith('-dependencies.md');
      assert.ok(isTable || read(file).split('\n').length - 1 <= LINES_MAX, 'a decision fits on a screen');
    });
  }

  test('give the reason of every dependency, and of no other package', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const packages = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
      Object.keys(manifest[group] ?? {}),
    );
    const file = files.find((one) => one.endsWith('-dependencies.md')) ?? '';
    const rows = [...read(file).matchAll(/^\| ([^|]+) \|/gm)].slice(2);
    const named = rows.flatMap(([, names = '']) => names.split(', '));
    assert.deepEqual(named.toSorted(), packages.toSorted());
  });
});

test('every relative link of a page leads to a file', () => {
  const broken = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
      .map(([, target]) => join(dirname(page), target ?? ''))
      .filter((target) => !existsSync(target))
      .map((target) => `${page}: ${target}`),
  );
  assert.deepEqual(broken, []);
});
