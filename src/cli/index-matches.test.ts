import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataFacts, IndexMatchCounts } from '../model/index.ts';
import { describeIndexMatches } from './index-matches.ts';

const facts = (met: Record<string, Record<string, IndexMatchCounts>>): DataFacts => ({
  countries: {},
  registers: { gleif: { lines: 9, companies: 9, officers: 0, met } },
});

const RO = (lines: number, met: number): DataFacts => facts({ RO: { RA000497: { lines, met } } });
const HEAD = 'gleif: 90 of 100 lines met a company of a national register';
const WARNING = (now: number, before: number): string =>
  `warning: gleif met ${now} companies in RO by numbers of RA000497, before ${before}; see whether one side writes its numbers in another way`;

for (const [claim, now, before, wanted] of [
  ['nothing where there is no index', { countries: {} }, undefined, []],
  ['only the counts without a previous build', RO(100, 90), undefined, [HEAD, '  RO RA000497  90 of 100']],
  ['both counts', RO(100, 90), RO(90, 80), [HEAD, '  RO RA000497  90 of 100, before 80']],
  ['no alarm about one line', RO(100, 90), RO(100, 91), [HEAD, '  RO RA000497  90 of 100, before 91']],
  ['an alarm at a fall', RO(100, 90), RO(100, 92), [HEAD, '  RO RA000497  90 of 100, before 92', WARNING(90, 92)]],
  [
    'an alarm where an index is gone',
    { countries: {} },
    RO(100, 90),
    ['gleif: 0 of 0 lines met a company of a national register', '  RO RA000497  0 of 0, before 90', WARNING(0, 90)],
  ],
] satisfies [string, DataFacts, DataFacts | undefined, string[]][]) {
  test(`describeIndexMatches returns ${claim}`, () => assert.deepEqual(describeIndexMatches(now, before), wanted));
}

test('describeIndexMatches shows twenty authorities and counts the others', () => {
  const met = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`RA${n}`, { lines: n + 1, met: n }]));
  const lines = describeIndexMatches(facts({ DE: met }), undefined);
  assert.equal(lines.length, 22);
  assert.equal(lines.at(-1), '  and 10 more, which "openfirma inspect --json" shows');
});
