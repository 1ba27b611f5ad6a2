import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegisterFacts } from './data-facts.ts';
import { computeAges, findOverdue } from './update-frequency.ts';

const TODAY = '2026-11-22';
const facts = (more: Partial<RegisterFacts>): RegisterFacts => ({ lines: 1, companies: 1, officers: 0, ...more });

const CASES: [claim: string, given: Partial<RegisterFacts>, overdue: [string, string, number][]][] = [
  ['without an update frequency nothing is overdue', { as_of_first: '2019-01-01', as_of_last: '2019-01-01' }, []],
  ['without dates nothing is', { newest_days_max: 1, oldest_days_max: 1 }, []],
  ['on its last day it is not', { as_of_last: '2026-11-15', newest_days_max: 7 }, []],
  ['a day later it is', { as_of_last: '2026-11-14', newest_days_max: 7 }, [['newest', '2026-11-14', 8]]],
  ['a newer file counts', { as_of_last: '2020-01-01', published: '2026-11-20', newest_days_max: 7 }, []],
  [
    'the oldest line counts by itself',
    { as_of_first: '2026-01-01', as_of_last: TODAY, newest_days_max: 7, oldest_days_max: 90 },
    [['oldest', '2026-01-01', 325]],
  ],
  ['a future date has no age', { as_of_last: '2026-12-01', newest_days_max: 0 }, []],
];
for (const [claim, given, want] of CASES) {
  test(`of update frequencies: ${claim}`, () => {
    assert.deepEqual(findOverdue(facts(given), TODAY).map(({ which, date, days }) => [which, date, days]), want); // prettier-ignore
  });
}

test('ages are returned where nothing is overdue, too', () => {
  const ages = computeAges(facts({ as_of_last: '2026-12-01', newest_days_max: 3 }), TODAY);
  assert.deepEqual(ages, [{ which: 'newest', date: '2026-12-01', days: 0, daysMax: 3 }]);
});
