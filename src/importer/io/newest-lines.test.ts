import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { folder } from '../../../test/fixtures/folder.ts';
import type { RegisterLine } from '../../model/index.ts';
import { NewestLines, type LineIdentity } from './newest-lines.ts';
import { Workspace } from './workspace.ts';

const of = (key: string, name: string, day?: string): RegisterLine => ({
  key: `toy:${key}`,
  name,
  ...(day !== undefined && { as_of_date: day }),
});
const restricted = (key: string, day: string): RegisterLine => ({
  key: `toy:${key}`,
  as_of_date: day,
  lifecycle: { status: 'restricted' },
});

interface Given {
  readonly tonight?: readonly RegisterLine[];
  readonly last?: readonly RegisterLine[];
  readonly gone?: readonly [LineIdentity, string][];
}

/** The kept lines, as `name` or `key status`, and the counts. */
function standing(t: TestContext, { tonight = [], last = [], gone = [] }: Given): { lines: string[]; counts: object } {
  const counts = { carried: 0, superseded: 0, gone: 0 };
  const newest = new NewestLines(new Workspace(`${folder(t)}/out`).sorter('n'), counts);
  for (const line of tonight) newest.add(line, JSON.stringify(line));
  for (const [company, day] of gone) newest.addGone(company, day);
  for (const line of last) newest.addLast(line, JSON.stringify(line));
  const lines = [...newest.texts()].map((text) => {
    const { name, key, lifecycle } = JSON.parse(text) as RegisterLine;
    return name ?? `${key} ${lifecycle?.status}`;
  });
  return { lines, counts };
}

const nrn = (value: string, country_scope = 'FI') =>
  ({ scheme: 'national_registry_number', value, country_scope }) as const;
const lei = { scheme: 'lei', value: '549300AAAAAAAAAAAA01' } as const;

const CASES: [claim: string, given: Given, lines: string[], counts?: object][] = [
  [
    'the previous line of a company that the input lacks is kept',
    { tonight: [of('1', 'A')], last: [of('2', 'B', '2026-01-01')] },
    ['A', 'B'],
    { carried: 1, superseded: 0, gone: 0 },
  ],
  [
    'the newer line wins, from either source',
    {
      tonight: [of('1', 'new', '2026-02-02'), of('2', 'old', '2026-01-01')],
      last: [of('1', 'old', '2026-01-01'), of('2', 'new', '2026-02-02')],
    },
    ['new', 'new'],
    { carried: 1, superseded: 2, gone: 0 },
  ],
  [
    'of one day the line of this import wins',
    { tonight: [of('1', 'B', '2026-01-01')], last: [of('1', 'A', '2026-01-01')] },
    ['B'],
    { carried: 0, superseded: 1, gone: 0 },
  ],
  [
    'a line without a day is older than any other',
    { tonight: [of('1', 'A')], last: [of('1', 'B', '0001-01-01')] },
    ['B'],
  ],
  ['a line without a day replaces the previous one without', { tonight: [of('1', 'A')], last: [of('1', 'B')] }, ['A']],
  [
    'two different lines of one day are both kept, equal ones once',
    { tonight: [of('1', 'B', '2026-01-01'), of('1', 'A', '2026-01-01'), of('1', 'B', '2026-01-01')] },
    ['A', 'B'],
  ],
  [
    'a company of which the register says that it is gone loses its last line',
    { gone: [[{ key: 'toy:1' }, '2026-01-01']], last: [of('1', 'A', '2026-01-01'), of('2', 'B', '2026-01-01')] },
    ['B'],
    { carried: 1, superseded: 0, gone: 1 },
  ],
  [
    'a line of that day or a later one wins',
    {
      gone: [
        [{ key: 'toy:1' }, '2026-01-02'],
        [{ key: 'toy:2' }, '2026-01-02'],
        [{ key: 'toy:3' }, '2026-01-02'],
      ],
      tonight: [of('1', 'A', '2026-01-02')],
      last: [of('2', 'B', '2026-01-03'), of('3', 'C', '2026-01-02')],
    },
    ['A', 'B'],
    { carried: 1, superseded: 0, gone: 1 },
  ],
  [
    'what was never known can be gone',
    { gone: [[{ key: 'toy:1' }, '2026-01-02']] },
    [],
    { carried: 0, superseded: 0, gone: 0 },
  ],
  [
    'a restriction stays beside a newer line, once',
    { tonight: [of('1', 'A', '2026-03-03')], last: [restricted('1', '2026-02-02'), restricted('1', '2026-01-01')] },
    ['A', 'toy:1 restricted'],
  ],
  [
    'a newer restriction takes the place of the line',
    { tonight: [restricted('1', '2026-03-03')], last: [of('1', 'A', '2026-02-02')] },
    ['toy:1 restricted'],
  ],
  [
    'without keys, companies are identified by their strongest identifier, folded, in its scope',
    {
      tonight: [
        { name: 'A', identifiers: [lei, nrn('01-2')], as_of_date: '2026-02-02' },
        { name: 'C', identifiers: [nrn('012', 'SE')], as_of_date: '2026-02-02' },
      ],
      last: [
        { name: 'old', identifiers: [nrn('012')], as_of_date: '2026-01-01' },
        { name: 'B', identifiers: [lei], as_of_date: '2026-01-01' },
      ],
    },
    ['B', 'A', 'C'],
  ],
];
for (const [claim, given, lines, counts] of CASES) {
  test(`newest lines: ${claim}`, (t) => {
    const found = standing(t, given);
    assert.deepEqual(found.lines.toSorted(), lines.toSorted());
    if (counts !== undefined) assert.deepEqual(found.counts, counts);
  });
}
