import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { RegisterLine } from '../../model/index.ts';
import { importRun, type ImportRun } from '../import-run.ts';
import type { Input } from '../input.ts';
import { Workspace } from '../io/workspace.ts';
import { ImportReport, ordinary } from '../report.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { held } from './group.ts';
import { joinByKey, type JoinDeclaration } from './join.ts';
import type { JsonRow } from '../record/row.ts';

interface Company {
  readonly name: string;
  readonly form?: string;
}

const KINDS = { company: held<Company>(), roles: held<readonly string[]>('roles') };

type Declaration = JoinDeclaration<Input<JsonRow>, typeof KINDS>;

const ROWS: Declaration['rows'] = {
  companies: (row, hold) => hold('company', (row.value as Company).name.slice(0, 1), row.value as Company),
  roles: (row, hold, { ownName }) => hold('roles', row.value as string, [ownName, String(row.record)]),
};

/** A kind, the publish date and the records of a file. */
type File = readonly [kind: string, date: string, ...records: unknown[]];

async function joined(
  t: TestContext,
  files: readonly File[],
  declared: (run: ImportRun) => Pick<Declaration, 'line'> & Partial<Declaration>,
) {
  const report = new ImportReport({ id: 'toy' });
  const run = importRun({ codes: {} }, report, new Workspace(`${folder(t)}/out`));
  const inputs = files.map(([kind, date, ...records]): Input<JsonRow> => {
    const name = `${kind}-${date}`;
    return {
      name,
      ownName: name,
      kind,
      stamp: { date, order: date },
      async *rows() {
        for (const [at, value] of records.entries()) yield { format: 'json', input: name, record: at + 1, value };
      },
      passOver: async (why) => report.note(why, name),
    };
  });
  const lines: RegisterLine[] = [];
  for await (const line of joinByKey(inputs, run, { kinds: KINDS, rows: ROWS, ...declared(run) })) lines.push(line);
  const { dropped, noted, ordinary: usual } = report.toJSON();
  return { lines, dropped, noted, usual };
}

const lineOf = (name: string, more: object = {}): RegisterLine => ({
  name,
  identifiers: [{ scheme: 'lei', value: name }],
  ...more,
});

test('joinByKey gives each key once, its records typed, dated and by kind; of a kind the newest', async (t) => {
  const files: File[] = [
    ['roles', '2026-02-01', 'b', 'a'],
    ['roles', '2026-01-01', 'a', 'c'],
    ['companies', '2026-01-02', { name: 'bc' }, { name: 'ab', form: 'x' }, { name: 'ac', form: undefined }],
  ];
  const { lines, dropped, usual } = await joined(t, files, () => ({
    line(group) {
      const company = group.newest('company');
      const [roles] = group.ofNewestFile('roles', 'an older file');
      if (company === undefined) group.dropAll(ordinary('of no company'));
      if (company === undefined) return undefined;
      const { value, published, input, record } = company;
      return lineOf(value.name, { form: value.form, published, input, record, roles: roles?.value });
    },
  }));
  const place = { published: '2026-01-02', input: 'companies-2026-01-02' };
  assert.deepEqual(lines, [
    lineOf('ab', { form: 'x', ...place, record: 2, roles: ['roles-2026-02-01', '2'] }),
    lineOf('bc', { form: undefined, ...place, record: 1, roles: ['roles-2026-02-01', '1'] }),
  ]);
  assert.deepEqual(dropped, {
    'a newer record has the same number': { count: 1, examples: ['a'] },
    'roles: an older file': { count: 1, examples: ['a'] },
    'roles: of no company': { count: 1, examples: ['c'] },
  });
  assert.deepEqual(usual, ['a newer record has the same number', 'roles: of no company']);
});

test('a group counts each record once, whatever is dropped first', async (t) => {
  const files: File[] = [
    ['companies', '2026-01-02', { name: 'ab' }, { name: 'ac' }],
    ['roles', '2026-01-01', 'a', 'a'],
  ];
  const { lines, dropped } = await joined(t, files, () => ({
    line(group) {
      const company = group.newest('company', 'older');
      group.drop('roles', 'left out', 'an example');
      group.dropAll('never', company);
      assert.throws(() => (group.dropAll('all'), group.place), /no record of the group a is left/);
      return [lineOf('1'), lineOf('2')];
    },
  }));
  assert.equal(lines.length, 2);
  assert.deepEqual(dropped, {
    'roles: left out': { count: 2, examples: ['an example', 'an example'] },
    all: { count: 1, examples: ['a'] },
    older: { count: 1, examples: ['a'] },
  });
});

test('joinByKey stops without a needed kind, and passes over files that no line needs', async (t) => {
  const line = (): undefined => undefined;
  const needed = { companies: 'no input is a file of companies' };
  const refused = joined(t, [['roles', '2026-01-01', 'a']], () => ({ line, needed }));
  await assert.rejects(refused, { message: 'Cannot import toy: no input is a file of companies' });
  const files: File[] = [['roles', '2026-01-01', 'a']];
  const { noted } = await joined(t, files, () => ({ line, passedOver: { roles: 'not needed' } }));
  assert.deepEqual(Object.keys(noted), ['not needed']);
});
