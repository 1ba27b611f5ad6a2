import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { suite, test } from 'node:test';

const PAGES = globSync(
  ['*.md', '.github/**/*.md', 'bench/*.md', 'clients/javascript/*.md', 'docs/**/*.md', 'src/**/*.md', 'extras/**/*.md'],
  // Their links lead to paths of the site.
  { exclude: ['src/site/texts/**', 'src/details/page.md', 'extras/*/page.md'] },
);
const read = (file: string): string => readFileSync(file, 'utf8');

suite('decisions', () => {
  const INDEX = 'docs/decisions/README.md';
  const DECISIONS_MAX = 70;
  const LINES_MAX = 12;
  const pages = globSync('docs/decisions/*.md').toSorted();
  const decisions = pages.flatMap((page) =>
    read(page)
      .split(/^## /m)
      .slice(1)
      .map((text) => ({ page, title: text.split('\n')[0] ?? '', text })),
  );

  test(`are at most ${DECISIONS_MAX}, the fifteen that explain the house first, and each fits in ${LINES_MAX} lines`, () => {
    assert.ok(decisions.length <= DECISIONS_MAX, `${decisions.length} decisions`);
    assert.equal(decisions.filter(({ page }) => page === INDEX).length, 15);
    const long = decisions.filter(({ text }) => text.trim().split('\n').length > LINES_MAX);
    assert.deepEqual(long.map(({ title }) => title), []); // prettier-ignore
  });

  test('are on pages that the first page lists', () => {
    const listed = [...read(INDEX).matchAll(/^- \[[^\]]+\]\(([a-z]+\.md)\)/gm)].map(([, page]) => page ?? '');
    assert.deepEqual(listed.toSorted(), pages.filter((page) => page !== INDEX).map((page) => basename(page))); // prettier-ignore
  });
});

suite('Relative links and pictures of pages', () => {
  const { files: packed } = JSON.parse(read('package.json')) as { files: readonly string[] };
  const isPacked = (path: string): boolean =>
    path === 'README.md' || packed.some((file) => matchesGlob(path, file) || path.startsWith(`${file}/`));
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

  /** Returns the rows of the table below a heading, each as the files that its first cell names. */
  function walkBelow(heading: string): string[][] {
    const [, section = ''] = page.split(`\n## ${heading}\n`);
    return [...(section.split('\n## ', 1)[0] ?? '').matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    );
  }

  /** Adds the files that a file imports, and those behind an `index.ts`. */
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
