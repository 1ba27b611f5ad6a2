/** Patterns of German syntax in English words. Each may occur as often as today: a bound only falls. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';

const PATTERNS: readonly (readonly [pattern: RegExp, instead: string, max: number])[] = [
  [/(?<!there )\b(?:is|are|was|were) no\b(?! longer)/gi, 'is not a', 7],
  [/\bso (?:many|long|much|few)\b(?! (?:as|that))/gi, 'this many, at most N', 2],
  [/\bnobody\b/gi, 'no client, no program', 5],
  [/\btold\b|\btells\b/gi, 'reported, returns', 12],
  [/\bgo(?:es)? on\b/gi, 'continues', 2],
  [/\balone\b/gi, 'only', 4],
  [/\bwhoever\b/gi, 'clients that, the operator', 0],
  [
    /(?:^|\. |\* |\/\/ )(?:What|Who) (?:is|was|are|it|they|has|have|the|a|an|of|lies|comes|makes|reads)\b/gm,
    'a noun',
    16,
  ],
  [/\blies?\b (?:in|beside|behind|before|below|there|under)/gi, 'is stored in', 3],
  [/\bstands?\b/gi, 'is, applies', 11],
  [/\basked for\b/gi, 'requested', 3],
  [/\bleft out\b/gi, 'skipped', 88],
  [/\banew\b/gi, 'again', 2],
  [/(?<!there )\b(?:is|are|was) none\b/gi, 'is not one', 2],
  [/\$\{[a-z][\w.]*\} (?:cells|companies|entries|lines|officers|records|rows)\b/g, 'counted(count, noun)', 37],
];

/** Sources, tests and pages, but no data, no generated pages, and not this table. */
const files = globSync(['{src,extras,test,clients,tools,bench}/**/*.{ts,md}', 'docs/**/*.md', '*.md'], {
  exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**', 'docs/registers/**'],
}).filter((file) => file !== relative('.', import.meta.filename));
const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');

for (const [pattern, instead, max] of PATTERNS) {
  test(`${pattern.source} occurs at most ${max} times: write ${instead}`, () => {
    const count = text.match(pattern)?.length ?? 0;
    assert.ok(count <= max, `it occurs ${count} times`);
  });
}

test('pages call a record current and count companies, closed ones included: `active` is a value of two fields', () => {
  const pages = globSync(['docs/**/*.md', 'src/site/texts/*.md', 'extras/**/*.md'], {
    exclude: ['docs/registers/**', 'docs/decisions/**'],
  });
  const found = pages.filter((page) =>
    /\bactive (?:compan|record)|\brecord is active/i.test(readFileSync(page, 'utf8')),
  );
  assert.deepEqual(found, []);
});
