import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RegisterLine } from '../../model/index.ts';
import { ImportReport } from '../report.ts';
import { possibleDays, withPossibleDays } from './possible-days.ts';

const LATE = 'is later than the file, skipped';
const EARLY = 'is before the register can have existed, skipped';
const source = { system: 'Toys' };
const officer = (days: object): RegisterLine => ({ officers: [{ name: 'Ada Example', source, ...days }] });

suite('An impossible day is dropped and counted', () => {
  for (const [claim, line, want, ...noted] of [
    ['the day of the file', { registered_on: '2026-11-20' }, { registered_on: '2026-11-20' }],
    ['the day after it: a file of an evening in UTC', { closed_on: '2026-11-21' }, { closed_on: '2026-11-21' }],
    ['two days after it', { registered_on: '2026-11-22' }, {}, `registered_on ${LATE}`],
    ['an end in the next year', { closed_on: '2027-11-21' }, { closed_on: '2027-11-21' }],
    ['an end after the next year', { closed_on: '2027-11-22' }, {}, `closed_on ${LATE}`],
    ['a chartered body of 1155', { registered_on: '1155-01-01' }, { registered_on: '1155-01-01' }],
    ['a year without its century', { registered_on: '1021-05-06' }, {}, `registered_on ${EARLY}`],
    [
      'a mistyped year',
      { registered_on: '9011-12-09', closed_on: '2995-01-01' },
      {},
      `registered_on ${LATE}`,
      `closed_on ${LATE}`,
    ],
    ['the year of a newer file', { as_of_date: '2096-04-25' }, {}, `as_of_date ${LATE}`],
    ['a company of 1672', { registered_on: '1672-05-01' }, { registered_on: '1672-05-01' }],
    [
      'a name from an impossible day',
      { former_names: [{ name: 'Toy', kind: 'x', from: '2020-01-01', until: '9024-11-07' }] },
      { former_names: [{ name: 'Toy', kind: 'x', from: '2020-01-01' }] },
      `former_names.until ${LATE}`,
    ],
    [
      'another name',
      { other_names: [{ name: 'Toy', kind: 'x', from: '0900-01-01' }] },
      { other_names: [{ name: 'Toy', kind: 'x' }] },
      `other_names.from ${EARLY}`,
    ],
    ['an appointment next year', officer({ appointed_on: '2027-01-01' }), officer({ appointed_on: '2027-01-01' })],
    [
      'an appointment in two years',
      officer({ appointed_on: '2029-01-01' }),
      officer({}),
      `officers.appointed_on ${LATE}`,
    ],
    [
      'an appointment on a placeholder',
      officer({ appointed_on: '1900-01-01' }),
      officer({}),
      `officers.appointed_on ${EARLY}`,
    ],
    ['an appointment for life', officer({ appointed_on: '1950-01-01' }), officer({ appointed_on: '1950-01-01' })],
    ['a term that ends in ten years', officer({ resigned_on: '2036-01-01' }), officer({ resigned_on: '2036-01-01' })],
    [
      'a term that ends in a mistyped year',
      officer({ resigned_on: '2096-04-25' }),
      officer({}),
      `officers.resigned_on ${LATE}`,
    ],
    ['a term without end', officer({ resigned_on: '9999-12-31' }), officer({}), `officers.resigned_on ${LATE}`],
    [
      'a term that ended on a placeholder',
      officer({ resigned_on: '0001-01-01' }),
      { officers: [] },
      `officers.resigned_on ${EARLY}`,
    ],
  ] as readonly (readonly [string, RegisterLine, RegisterLine, ...string[]])[])
    // prettier-ignore
    test(claim, () => {
      const report = new ImportReport({ id: 'toy' });
      assert.deepEqual(withPossibleDays(line, possibleDays('2026-11-20'), report), want);
      assert.deepEqual(Object.keys(report.toJSON().noted).toSorted(), noted.toSorted());
    });

  test('a register may name its own first day, which holds for days of companies', () => {
    const report = new ImportReport({ id: 'toy' });
    const line = (): RegisterLine => officer({ appointed_on: '1994-01-01' });
    const early = { ...line(), registered_on: '1994-01-01', closed_on: '1994-01-01' };
    assert.deepEqual(withPossibleDays(early, possibleDays('2026-11-20', '1995-09-01'), report), line());
    assert.deepEqual(Object.keys(report.toJSON().noted), [`closed_on ${EARLY}`, `registered_on ${EARLY}`]);
  });
});
