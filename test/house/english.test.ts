/** Patterns of German syntax in English words. Each may occur as often as today: a bound only falls. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';

const PATTERNS: readonly (readonly [pattern: RegExp, instead: string, max: number])[] = [
  [/(?<!there )\b(?:is|are|was|were) no\b(?! longer)/gi, 'is not a', 174],
  [/\bso (?:many|long|much|few)\b(?! (?:as|that))/gi, 'this many, at most N', 46],
  [/\bnobody\b/gi, 'no client, no program', 143],
  [/\btold\b|\btells\b/gi, 'reported, returns', 427],
  [/\bgo(?:es)? on\b/gi, 'continues', 114],
  [/\balone\b/gi, 'only', 249],
  [/\bwhoever\b/gi, 'clients that, the operator', 23],
  [
    /(?:^|\. |\* |\/\/ )(?:What|Who) (?:is|was|are|it|they|has|have|the|a|an|of|lies|comes|makes|reads)\b/gm,
    'a noun',
    293,
  ],
  [/\blies?\b (?:in|beside|behind|before|below|there|under)/gi, 'is stored in', 27],
  [/\bstands?\b/gi, 'is, applies', 225],
  [/\basked for\b/gi, 'requested', 138],
  [/\bleft out\b/gi, 'skipped', 277],
  [/\banew\b/gi, 'again', 32],
  [/\b(?:is|are|was) none\b/gi, 'is not one', 160],
];

/** Sources, tests and pages, but no data, no generated pages, and not this table. */
const files = globSync(['{src,extras,test,clients,tools,bench}/**/*.{ts,md}', 'docs/**/*.md', '*.md'], {
  exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**', 'docs/registers/**', 'docs/legal-forms.md'],
}).filter((file) => file !== relative('.', import.meta.filename));
const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');

for (const [pattern, instead, max] of PATTERNS) {
  test(`${pattern.source} occurs at most ${max} times: write ${instead}`, () => {
    const count = text.match(pattern)?.length ?? 0;
    assert.ok(count <= max, `it occurs ${count} times`);
  });
}
