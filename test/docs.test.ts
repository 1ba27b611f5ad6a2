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

  test('have numbers of their own', () => {
    // Work that goes on at the same time takes its numbers from ranges, so there may be gaps.
    const numbers = files.map((file) => /\d{3}/.exec(basename(file))?.[0]);
    assert.deepEqual(numbers, [...new Set(numbers)]);
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
});

suite('Relative links and pictures of pages', () => {
  const { files: packed } = JSON.parse(read('package.json')) as { files: readonly string[] };
  const isPacked = (path: string): boolean =>
    path === 'README.md' || packed.some((file) => path === file || path.startsWith(`${file}/`));
  const links = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, target = '']) => ({
      page,
      target: join(dirname(page), target),
    })),
  );

  test('lead to files', () => {
    assert.deepEqual(links.filter(({ target }) => !existsSync(target)), []); // prettier-ignore
  });

  test('lead from pages of the package to files of the package', () => {
    assert.deepEqual(links.filter(({ page, target }) => isPacked(page) && !isPacked(target)), []); // prettier-ignore
  });
});

test('lines of pages have at most 120 columns, but for tables, code and lines with a long link', () => {
  const isFree = (line: string): boolean => line.startsWith('|') || /\S{100}/.test(line);
  const long = PAGES.flatMap((page) =>
    read(page)
      .replaceAll(/^ *```[^]*?^ *```$/gm, (block) => block.replaceAll(/.+/g, ''))
      .split('\n')
      .flatMap((line, i) => (line.length > 120 && !isFree(line) ? [`${page}:${i + 1}: ${line.length} columns`] : [])),
  );
  assert.deepEqual(long, []);
});

suite('CONTRIBUTING', () => {
  const page = read('CONTRIBUTING.md');

  /** The rows of the table below a heading, each with the files that its first cell names. */
  function walkBelow(heading: string): string[][] {
    const [, section = ''] = page.split(`\n## ${heading}\n`);
    return [...(section.split('\n## ', 1)[0] ?? '').matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    );
  }

  /** Adds the files that a file imports, those behind an `index.ts` included. */
  function addImports(file: string, reached: Set<string>): void {
    for (const [, path = ''] of read(file).matchAll(/from '(\.[^']+)'/g)) {
      const target = join(dirname(file), path);
      reached.add(target);
      if (basename(target) === 'index.ts') addImports(target, reached);
    }
  }

  for (const heading of ['The walk of a search', 'The walk of a record']) {
    test(`${heading} has 10 to 16 rows, and its files exist`, () => {
      const rows = walkBelow(heading);
      assert.ok(rows.length >= 10 && rows.length <= 16, `${rows.length} rows`);
      assert.deepEqual(
        rows.flat().filter((file) => !existsSync(file)),
        [],
      );
    });
  }

  test('each file of the walk of a search is imported by one before it', () => {
    const files = walkBelow('The walk of a search').flat();
    const reached = new Set(files.slice(0, 1));
    const strangers: string[] = [];
    for (const file of files) {
      if (!reached.has(file)) strangers.push(file);
      addImports(file, reached);
    }
    assert.deepEqual(strangers, []);
  });

  test('explains at most ten words', () => {
    const [, section = ''] = page.split('\n## Words\n');
    const words = [...(section.split('\n## ', 1)[0] ?? '').matchAll(/^- \*\*/gm)];
    assert.ok(words.length > 0 && words.length <= 10, `${words.length} words`);
  });
});
