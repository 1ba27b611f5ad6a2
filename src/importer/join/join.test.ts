import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { RegisterLine } from '../../model/index.ts';
import { ImportRun } from '../import-run.ts';
import type { Input } from '../input.ts';
import { Workspace } from '../io/workspace.ts';
import { ImportReport, ordinary } from '../report.ts';
import { folder } from '../../../test/fixtures/folder.ts';
import { held } from './group.ts';
import { Join, joinByKey, type JoinDeclaration } from './join.ts';
import type { JsonRow } from '../formats/row.ts';

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
  const run = new ImportRun({ codes: {} }, report, new Workspace(`${folder(t)}/out`));
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

const createLine = (name: string, more: object = {}): RegisterLine => ({
  name,
  identifiers: [{ scheme: 'lei', value: name }],
  ...more,
});

test('joinByKey returns each key once, with typed and dated records sorted by kind and newest file', async (t) => {
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
      return createLine(value.name, { form: value.form, published, input, record, roles: roles?.value });
    },
  }));
  const place = { published: '2026-01-02', input: 'companies-2026-01-02' };
  assert.deepEqual(lines, [
    createLine('ab', { form: 'x', ...place, record: 2, roles: ['roles-2026-02-01', '2'] }),
    createLine('bc', { form: undefined, ...place, record: 1, roles: ['roles-2026-02-01', '1'] }),
  ]);
  assert.deepEqual(dropped, {
    'a newer record has the same number': { count: 1, examples: ['a'] },
    'roles: an older file': { count: 1, examples: ['a'] },
    'roles: of no company': { count: 1, examples: ['c'] },
  });
  assert.deepEqual(usual, ['a newer record has the same number', 'roles: of no company']);
});

test('a group counts each record once, in any order of drops', async (t) => {
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
      return [createLine('1'), createLine('2')];
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

const createToyInput = (name: string, date: string): Input => ({
  name,
  ownName: name,
  stamp: { date, order: date },
  async *rows() {},
  passOver: async () => {},
});

const rank = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

test('Join returns the same groups as a map of lists', (t) => {
  const directory = folder(t);
  const inputs = [createToyInput('a.csv', '2026-02-01'), createToyInput('b.csv', '2026-01-01')];
  const record = fc.record({
    key: fc.string({ maxLength: 3 }).filter((key) => !key.includes('\0')),
    kind: fc.constantFrom('company' as const, 'note' as const),
    input: fc.constantFrom('a.csv', 'b.csv'),
    text: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(
    fc.property(fc.array(record), (records) => {
      const run = new ImportRun({ codes: {} }, new ImportReport({ id: 'toy' }), new Workspace(`${directory}/out`));
      const join = new Join({ company: held<string>(), note: held<string>() }, inputs, run);
      for (const { kind, key, input, text } of records) join.hold(kind, key, text, { input, record: 1 });
      const ranked = records.toSorted((a, b) => rank(a.kind, b.kind) || rank(a.input, b.input));
      const expected = Map.groupBy(ranked, ({ key }) => key);
      let groups = 0;
      for (const group of join.groups()) {
        groups++;
        const found = [...group.all('company'), ...group.all('note')];
        const shown = found.map(({ kind, input, value }) => ({ kind, input, text: value }));
        assert.deepEqual(
          shown,
          expected.get(group.key)?.map(({ kind, input, text }) => ({ kind, input, text })),
        );
      }
      assert.equal(groups, expected.size);
    }),
  );
  for (const name of readdirSync(directory)) assert.deepEqual(readdirSync(`${directory}/${name}`), []);
});

test('Join refuses a key with a zero character, and a row of another file', (t) => {
  const run = new ImportRun({ codes: {} }, new ImportReport({ id: 'toy' }), new Workspace(`${folder(t)}/out`));
  const join = new Join({ company: held<string>() }, [createToyInput('x', '2026-01-01')], run);
  assert.throws(() => join.hold('company', '1\0', '', { input: 'x', record: 1 }), /must not hold a zero character/);
  assert.throws(() => join.hold('company', '1', '', { input: 'y', record: 1 }), /"y" is not an input of the join/);
});
