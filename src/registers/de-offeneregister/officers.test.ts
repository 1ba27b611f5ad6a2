import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { findHeld, type Notice } from './officers.ts';

const notice = (began?: string, ended?: string, name = 'Alma Zirbel', position = 'Prokurist'): Notice => ({
  name,
  position,
  began,
  ended,
  isOver: ended !== undefined,
});
const day = (n: number): string => `2010-01-${String(n).padStart(2, '0')}`;

/** Whether a person holds a position, and since when: the expected result of the fold, computed day by day without the fold. */
function oracle(notices: readonly Notice[]): { since?: string } | undefined {
  let held: { since?: string } | undefined;
  for (let n = 0; n <= 12; n++) {
    const today = n === 0 ? undefined : day(n);
    if (notices.some((one) => one.began === today && !(today === undefined && one.isOver)))
      held ??= today === undefined ? {} : { since: today };
    if (today !== undefined && notices.some((one) => one.ended === today)) held = undefined;
  }
  return notices.some((one) => one.isOver && one.ended === undefined) ? undefined : held;
}

suite('The fold of notices', () => {
  const days = fc.option(fc.integer({ min: 1, max: 12 }).map(day), { nil: undefined });
  const anyNotices = fc.array(
    fc
      .record({
        name: fc.constantFrom('Alma Zirbel', 'Alma Doctor Zirbel', 'ALMA ZIRBEL', 'Jost Beispielmann'),
        position: fc.constantFrom('Prokurist', 'Geschäftsführer', 'Inhaber'),
        began: days,
        ended: days,
        isOver: fc.boolean(),
      })
      .map(({ ended, ...one }): Notice => Object.assign(one, one.isOver ? { ended } : {})),
    { maxLength: 8 },
  );

  test('gives the same positions as a calendar, for notices in any order', () => {
    fc.assert(
      fc.property(anyNotices, fc.func(fc.nat()), (all, rank) => {
        const found = findHeld(all.toSorted((a, b) => rank(a) - rank(b)));
        for (const [person, names] of [
          ['Alma', ['Alma Zirbel', 'Alma Doctor Zirbel', 'ALMA ZIRBEL']],
          ['Jost', ['Jost Beispielmann']],
        ] as const) {
          for (const position of ['Prokurist', 'Geschäftsführer', 'Inhaber']) {
            const own = (one: { name: string; position: string }): boolean =>
              (names as readonly string[]).includes(one.name) && one.position === position;
            const wanted = oracle(all.filter(own));
            const held = found.filter(own);
            assert.equal(held.length, wanted === undefined ? 0 : 1, `${person} ${position}`);
            assert.equal(held[0]?.since, wanted?.since);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  const CASES: [claim: string, notices: Notice[], held: string[]][] = [
    ['a beginning is held', [notice(day(1))], ['Alma Zirbel since 2010-01-01']],
    ['an end is not', [notice(undefined, day(1))], []],
    ['what ended is over, also where the end comes first in the file', [notice(undefined, day(2)), notice(day(1))], []],
    [
      'who came back is held since then',
      [notice(day(1)), notice(undefined, day(2)), notice(day(3))],
      ['Alma Zirbel since 2010-01-03'],
    ],
    [
      'who is announced again is held since the first time',
      [notice(day(3)), notice(day(1))],
      ['Alma Zirbel since 2010-01-01'],
    ],
    ['a notice without a day is older than all', [notice(), notice(day(2))], ['Alma Zirbel since undefined']],
    ['an end without a day is over', [notice(day(9)), { ...notice(), isOver: true }], []],
    ['of one day, the end comes last', [notice(undefined, day(1)), notice(day(1))], []],
    [
      'a title makes no other person, and the newest name counts',
      [notice(day(1)), notice(day(2), undefined, 'Alma Doctor Zirbel')],
      ['Alma Doctor Zirbel since 2010-01-01'],
    ],
    [
      'another position is another one',
      [notice(day(1)), notice(undefined, day(2), 'Alma Zirbel', 'Geschäftsführer')],
      ['Alma Zirbel since 2010-01-01'],
    ],
  ];
  for (const [claim, notices, held] of CASES)
    test(claim, () => {
      assert.deepEqual(
        findHeld(notices).map(({ name, since }) => `${name} since ${since}`),
        held,
      );
    });
});
